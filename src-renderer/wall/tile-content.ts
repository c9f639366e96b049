import type { SequenceContent, TileContent } from '#contract/wall/document.ts'

/** The camera that a tile of this content shows now. */
export function cameraOfContent(content: TileContent): string | undefined {
  if (content.kind === 'sequence') return content.steps[stepOf(content)]?.cameraId
  return content.kind === 'camera' || content.kind === 'hotspot' ? content.cameraId : undefined
}

/** All that it names, whether shown now or later. */
export function camerasOfContent(content: TileContent): readonly string[] {
  if (content.kind === 'camera') return [content.cameraId]
  return content.kind === 'sequence' ? content.steps.map(({ cameraId }) => cameraId) : []
}

/** Which step of a sequence is shown, from 0. */
export const stepOf = ({ steps, at = 0 }: SequenceContent): number => at % steps.length

/** The camera after the one that is shown; undefined where there is no other. */
export function nextOfSequence(content: TileContent): string | undefined {
  if (content.kind !== 'sequence' || content.steps.length < 2) return undefined
  return content.steps[(stepOf(content) + 1) % content.steps.length]?.cameraId
}

/** As it was set up: without what it shows and does at the moment. */
export function asSetUp(content: TileContent): TileContent {
  if (content.kind === 'hotspot') return { kind: 'hotspot', scope: content.scope }
  return content.kind === 'sequence' ? { kind: 'sequence', steps: content.steps } : content
}

const panels = { feed: 'FEED', occupancy: 'OCCUPANCY', clock: 'CLOCK', text: 'TEXT' } as const

/** The state of a tile that shows another thing than a camera; undefined of all others. */
export function panelState({ kind }: TileContent): (typeof panels)[keyof typeof panels] | undefined {
  return kind in panels ? panels[kind as keyof typeof panels] : undefined
}

export function isSameContent(one: TileContent, other: TileContent): boolean {
  return JSON.stringify(asSetUp(one)) === JSON.stringify(asSetUp(other))
}
