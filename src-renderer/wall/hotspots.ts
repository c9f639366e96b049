import type { WallDocument } from '#contract/wall/document.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { cameraIdOf, isHotspot, tileOf, withRunning } from './wall-document.ts'
import type { UndoStep, WallStore } from './wall-store.ts'

/** The camera of the selected tile; undefined while that is a hotspot, which would follow itself, or shows none. */
function selectedCameraId(document: WallDocument): string | undefined {
  return isHotspot(document, document.selected) ? undefined : cameraIdOf(document, document.selected)
}

/**
 * The camera that somebody has selected by a change of the wall; not one that a recall brings: a rule, the schedule or
 * another monitor may have recalled it.
 */
export function newlySelected(now: UndoStep, before: UndoStep): string | undefined {
  const cameraId = selectedCameraId(now.document)
  const isNews = now.recalled === before.recalled && cameraId !== selectedCameraId(before.document)
  return isNews ? cameraId : undefined
}

/** Hotspots of these scopes, and empty ones of all, show that camera. The same document when they do already. */
export function withFollowed(
  document: WallDocument,
  cameraId: string,
  scopes: readonly ('monitor' | 'all')[],
): WallDocument {
  return document.tiles.reduce((changed, _, tile) => {
    const { content } = tileOf(changed, tile)
    if (content.kind !== 'hotspot' || content.cameraId === cameraId) return changed
    const isMeant =
      scopes.includes(content.scope) || (content.scope === 'all' && content.cameraId === undefined)
    return isMeant ? withRunning(changed, tile, { ...content, cameraId }) : changed
  }, document)
}

/**
 * Hotspots after a change of the wall. Those of this monitor always show what is selected here; those of all
 * monitors follow whoever selected last, so only another selection counts.
 */
export function withHotspots(now: UndoStep, before: UndoStep): WallDocument {
  const { document } = now
  const selected = selectedCameraId(document)
  if (selected === undefined) return document
  const isNews = newlySelected(now, before) !== undefined
  return withFollowed(document, selected, isNews ? ['monitor', 'all'] : ['monitor'])
}

/** Tells the other monitors which camera is selected here. Returns the function that stops it. */
export function publishSelection(wall: WallStore, shell: Pick<WallShell, 'call'>): () => void {
  return wall.subscribe((now, before) => {
    const cameraId = newlySelected(now, before)
    if (cameraId !== undefined) void shell.call('monitors.select', { cameraId })
  })
}
