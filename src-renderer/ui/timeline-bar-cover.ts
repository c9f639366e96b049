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

/** While a hand moves the timeline: small pictures over a tile whose player waits, until that shows the exact one. */
export class TileCover {
  readonly #root: HTMLElement
  readonly #canvas: HTMLCanvasElement
  readonly #time: HTMLElement
  readonly #picture: ImageBitmapRenderingContext | null
  readonly #options: TileCoverOptions
  readonly #stopListening: () => void
  #callOff = (): void => {}

  constructor(root: HTMLElement, options: TileCoverOptions) {
    this.#root = root
    this.#options = options
    const document = root.ownerDocument
    const make = <Name extends 'canvas' | 'div' | 'span'>(name: Name, className: string) =>
      Object.assign(document.createElement(name), { className })
    this.#canvas = make('canvas', 'scrub-picture')
    const band = make('div', 'past-band row')
    const sign = make('span', 'past-speed')
    this.#time = make('span', 'past-time')
    this.#picture = this.#canvas.getContext('bitmaprenderer')
    sign.textContent = t('timelineBar.preview')
    band.append(this.#time, sign)
    root.append(this.#canvas, band)
    root.hidden = true
    this.#stopListening = options.playback.subscribe((state, before) => {
      if (state.scrub === before.scrub) return
      if (state.scrub === undefined) this.#settle()
      else this.#follow(state.scrub.atMs)
    })
  }

  dispose(): void {
    this.#stopListening()
    this.#callOff()
    this.#options.place.forget()
    this.#root.replaceChildren()
  }

  #follow(atMs: number): void {
    const { place, cameraId, isFollowing } = this.#options
    this.#callOff()
    const wanted = cameraId()
    if (wanted === undefined || isFollowing()) return this.#hide()
    place.want(wanted, atMs, stepMs, (taken) => this.#show(taken))
  }

  /** The bitmap is used up. Without one the tile's own picture is seen, under its own time. */
  #show(taken: TakenPicture | undefined): void {
    this.#root.hidden = taken === undefined
    if (taken === undefined) return
    const { picture, atMs } = taken
    // A canvas keeps its own shape whatever it shows.
    this.#canvas.width = picture.width
    this.#canvas.height = picture.height
    this.#picture?.transferFromImageBitmap(picture)
    this.#time.textContent = clockText(this.#options.zone(), atMs, 'second')
  }

  #settle(): void {
    const { place, clock } = this.#options
    place.forget()
    const untilMs = clock.nowMs() + coversAtMostMs
    const look = (): void => {
      if (this.#root.hidden) return
      if (clock.nowMs() >= untilMs || this.#isSettled()) return this.#hide()
      this.#callOff = clock.beforeFrame(look)
    }
    look()
  }

  #isSettled(): boolean {
    const { playback, observe, clock } = this.#options
    const { playhead } = playback.getState()
    return isSettledAt(observe(), playhead, clock.nowMs())
  }

  #hide(): void {
    this.#root.hidden = true
    this.#options.place.forget()
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
