import { clockText } from '../timeline/axis/time-words.ts'
import type { FrameClock } from '../timeline/frame-clock.ts'
import type { ThumbnailPort } from '../timeline/hover-driver.ts'
import { playheadAt } from '../timeline/playhead.ts'
import type { TakenPicture } from '../timeline/thumbnails/messages.ts'
import type { PlaybackObservation } from '../playback/tile/tile-state.ts'
import type { AreaOptions } from '../wall/area-options.ts'
import type { PlaybackState } from '../wall/playback-store.ts'
import { t } from '../language/language.ts'

export interface TileCoverOptions extends Pick<AreaOptions, 'zone' | 'playback'> {
  readonly place: ThumbnailPort
  readonly clock: FrameClock
  readonly cameraId: () => string | undefined
  /** Whether the tile's own player follows the hand. */
  readonly isFollowing: () => boolean
  readonly observe: () => PlaybackObservation | undefined
}

/** Instants this close share a picture: footage has a key frame every second or two. */
const stepMs = 1_000
/** A picture this near to where the wall stands is its own again. */
const settledWithinMs = { paused: 250, playing: 1_500 } as const
/** A player that takes longer says itself what it waits for. */
const coversAtMostMs = 3_000

/**
 * While a hand moves the timeline: small pictures over a tile whose player waits, until that shows the exact one.
 * Returns the function that stops.
 */
export function coverTile(root: HTMLElement, options: TileCoverOptions): () => void {
  const { zone, playback, place, clock, cameraId, isFollowing, observe } = options
  const make = <Name extends 'canvas' | 'div' | 'span'>(name: Name, className: string) =>
    Object.assign(root.ownerDocument.createElement(name), { className })
  const canvas = make('canvas', 'scrub-picture')
  const context = canvas.getContext('bitmaprenderer')
  const band = make('div', 'past-band row')
  const sign = make('span', 'past-speed strong')
  const time = make('span', 'past-time')
  let callOff: (() => void) | undefined
  sign.textContent = t('timelineBar.preview')
  band.append(time, sign)
  root.append(canvas, band)
  root.hidden = true

  function follow(atMs: number): void {
    callOff?.()
    const wanted = cameraId()
    if (wanted === undefined || isFollowing()) return hide()
    place.want(wanted, atMs, stepMs, show)
  }

  /** The bitmap is used up. Without one the tile's own picture is seen, under its own time. */
  function show(taken: TakenPicture | undefined): void {
    root.hidden = taken === undefined
    if (taken === undefined) return
    const { picture, atMs } = taken
    // A canvas keeps its own shape whatever it shows.
    canvas.width = picture.width
    canvas.height = picture.height
    context?.transferFromImageBitmap(picture)
    time.textContent = clockText(zone(), atMs, 'second')
  }

  function settle(): void {
    place.forget()
    const untilMs = clock.nowMs() + coversAtMostMs
    const look = (): void => {
      if (root.hidden) return
      const nowMs = clock.nowMs()
      if (nowMs >= untilMs || isSettledAt(observe(), playback.getState().playhead, nowMs)) return hide()
      callOff = clock.beforeFrame(look)
    }
    look()
  }

  function hide(): void {
    root.hidden = true
    place.forget()
  }

  const stopListening = playback.subscribe((state, before) => {
    if (state.scrub === before.scrub) return
    if (state.scrub === undefined) settle()
    else follow(state.scrub.atMs)
  })
  return () => {
    stopListening()
    callOff?.()
    place.forget()
    root.replaceChildren()
  }
}

/** Whether a tile shows what the wall stands at, or says by itself why it does not. */
export function isSettledAt(
  shown: PlaybackObservation | undefined,
  playhead: PlaybackState['playhead'],
  nowMs: number,
): boolean {
  if (shown === undefined || playhead.mode === 'live') return true
  if (shown.state === 'SEEKING' || shown.state === 'BUFFERING') return false
  if (shown.state !== 'PLAYING' && shown.state !== 'PAUSED') return true
  const withinMs = settledWithinMs[playhead.rate === 0 ? 'paused' : 'playing']
  return shown.shownMs !== undefined && Math.abs(shown.shownMs - playheadAt(playhead, nowMs)) <= withinMs
}
