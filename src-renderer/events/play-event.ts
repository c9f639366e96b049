import type { WallDocument } from '#contract/wall/document.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import type { WallPlayback } from '../wall/wall-playback.ts'
import { isFeed, visibleTiles } from '../wall/wall-document.ts'
import type { WallStore } from '../wall/wall-store.ts'
import { eventDefaults } from './defaults.ts'
import type { EventDesk } from './event-desk.ts'

export interface PlayEventNeeds {
  readonly wall: WallStore
  readonly wallPlayback: Pick<WallPlayback, 'playFrom'>
  readonly desk: Pick<EventDesk, 'pictureMsOf'>
}

/** `play`: from a little before it; `stand`: still, at its picture. */
export type EventView = 'play' | 'stand'

/**
 * Shows an event in the selected tile, or another one: its camera, at its instant. What else is in playback comes along.
 * A sentence when it cannot be shown.
 */
export function playEvent(
  { wall, wallPlayback, desk }: PlayEventNeeds,
  event: WallEvent,
  view: EventView,
  tile = tileToPlayIn(wall.getState().document),
): string | undefined {
  const { cameraById } = wall.getState()
  if (!cameraById.has(event.cameraId)) return 'The camera of this event is not among those of this wall.'
  wall.actions.showCamera(tile, event.cameraId)
  const pictureMs = desk.pictureMsOf(event)
  if (view === 'stand') wallPlayback.playFrom(pictureMs, false, tile)
  else wallPlayback.playFrom(pictureMs - eventDefaults.preRollMs, true, tile)
  return undefined
}

/** The selected one; a feed stays, and the first tile that is none takes its place. */
function tileToPlayIn(document: WallDocument): number {
  const { selected } = document
  if (!isFeed(document, selected)) return selected
  return visibleTiles(document).find((tile) => !isFeed(document, tile)) ?? selected
}
