import type { WallDocument } from '#contract/wall/document.ts'
import { asSetUp, isSameContent, nextOfSequence, stepOf } from './tile-content.ts'
import { tileOf, withRunning } from './wall-document.ts'

/** On to the next camera of a sequence, or back; the same document where there is no sequence. */
export function stepSequence(document: WallDocument, tile: number, by: 1 | -1): WallDocument {
  const { content } = tileOf(document, tile)
  if (content.kind !== 'sequence' || content.steps.length < 2) return document
  const { length } = content.steps
  return withRunning(document, tile, { ...content, at: (stepOf(content) + by + length) % length })
}

/** Holds a sequence or lets it go on, until the operator says otherwise. */
export function toggleSequence(document: WallDocument, tile: number): WallDocument {
  const { content } = tileOf(document, tile)
  if (content.kind !== 'sequence') return document
  const { pausedBy, ...running } = content
  return withRunning(document, tile, pausedBy === undefined ? { ...running, pausedBy: 'operator' } : running)
}

/**
 * A selected sequence is held until it is deselected or Space resumes it; not when the selection moves only because its
 * tile has gone. All others are released: the tile that is left may have another number.
 */
export function afterSelection(document: WallDocument, before: number, isMeant: boolean): WallDocument {
  const { selected } = document
  const left = document.tiles.reduce(
    (changed, _, tile) => (tile === selected ? changed : heldIf(changed, tile, false)),
    document,
  )
  return isMeant && selected !== before ? heldIf(left, selected, true) : left
}

function heldIf(document: WallDocument, tile: number, isSelected: boolean): WallDocument {
  const { content } = tileOf(document, tile)
  if (content.kind !== 'sequence' || content.pausedBy === 'operator') return document
  const { pausedBy, ...running } = content
  if ((pausedBy === 'selection') === isSelected) return document
  return withRunning(document, tile, isSelected ? { ...running, pausedBy: 'selection' } : running)
}

/** The document as it is kept and gone back to: sequences begin anew and run; those that `now` has, too, go on. */
export function withSequencesSetUp(document: WallDocument, now?: WallDocument): WallDocument {
  return document.tiles.reduce((changed, { content }, tile) => {
    if (content.kind !== 'sequence') return changed
    const running = now && tileOf(now, tile).content
    if (running !== undefined && isSameContent(running, content)) return withRunning(changed, tile, running)
    if (content.at === undefined && content.pausedBy === undefined) return changed
    return withRunning(changed, tile, asSetUp(content))
  }, document)
}

/** Cameras that the sequences on the wall show next. */
export function nextOfSequences(document: WallDocument): string[] {
  return document.layout.cells.flatMap((_, tile) => nextOfSequence(tileOf(document, tile).content) ?? [])
}
