import type { WallDocument } from '#contract/wall/document.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import type { WallPlayback } from '../wall/wall-playback.ts'
import { cameraIdOf, isHotspot, isPanel, isSequence, visibleTiles } from '../wall/wall-document.ts'
import type { WallStore } from '../wall/wall-store.ts'
import { eventDefaults } from './defaults.ts'
import type { EventController } from './event-controller.ts'
import { t } from '../language/language.ts'

export interface PlayCameraOptions {
  readonly wall: WallStore
  readonly wallPlayback: Pick<WallPlayback, 'playFrom'>
}

export interface PlayEventOptions extends PlayCameraOptions {
  readonly eventController: Pick<EventController, 'pictureMsOf'>
}

/** `play`: from a little before it; `stand`: still, at its picture. */
export type EventView = 'play' | 'stand'

/**
 * Shows an event in the selected tile, or another one: its camera, at its instant. What else is in playback comes along.
 * A sentence when it cannot be shown.
 */
export function playEvent(
  { wall, wallPlayback, eventController }: PlayEventOptions,
  event: WallEvent,
  view: EventView,
  tile = tileToPlayIn(wall.getState().document),
): string | undefined {
  if (!wall.getState().cameraById.has(event.cameraId)) return t('events.play.otherCamera')
  playCamera({ wall, wallPlayback }, event.cameraId, eventController.pictureMsOf(event), view, tile)
  return undefined
}

/**
 * Shows one moment (epoch milliseconds) of several cameras: in the selected tile and in those after it, as far as they are
 * seen and show cameras. All follow one clock: that of the first camera's recorder. A sentence when none can be shown.
 */
export function playMoment(
  options: PlayCameraOptions,
  cameraIds: readonly string[],
  atMs: number,
  view: EventView,
): string | undefined {
  const { cameraById, document } = options.wall.getState()
  const known = cameraIds.filter((cameraId) => cameraById.has(cameraId))
  const [firstId] = known
  if (firstId === undefined) return t('events.play.noCamera')
  const pictureMs = atMs + (cameraById.get(firstId)?.clockOffsetMs ?? 0)
  const first = tileToPlayIn(document)
  const tiles = [first, ...tilesBeside(document, first)]
  options.wall.actions.asOneChange(() => {
    for (const [at, cameraId] of known.slice(0, tiles.length).entries())
      playCamera(options, cameraId, pictureMs, view, tiles[at] ?? first)
  })
  return undefined
}

function playCamera(
  { wall, wallPlayback }: PlayCameraOptions,
  cameraId: string,
  atMs: number,
  view: EventView,
  tile: number,
): void {
  // A sequence that is at this camera is only held.
  if (cameraIdOf(wall.getState().document, tile) !== cameraId) wall.actions.showCamera(tile, cameraId)
  if (view === 'stand') wallPlayback.playFrom(atMs, false, tile)
  else wallPlayback.playFrom(atMs - eventDefaults.preRollMs, true, tile)
}

/** Those after it first; a feed and occupancy are none. Sequences and hotspots come last: nobody would set them up again. */
export function tilesBeside(document: WallDocument, tile: number): number[] {
  const others = visibleTiles(document).filter((other) => other !== tile && !isPanel(document, other))
  const inOrder = [...others.filter((other) => other > tile), ...others.filter((other) => other < tile)]
  const isSetUp = (other: number) => isSequence(document, other) || isHotspot(document, other)
  return [...inOrder.filter((other) => !isSetUp(other)), ...inOrder.filter(isSetUp)]
}

/** The selected one; a feed and occupancy stay, and the first tile that is neither takes their place. */
export function tileToPlayIn(document: WallDocument): number {
  const { selected } = document
  if (!isPanel(document, selected)) return selected
  return visibleTiles(document).find((tile) => !isPanel(document, tile)) ?? selected
}
