import type { TileStateName } from '#contract/wall/tile-report.ts'
import type { LinkMedia } from './camera-link.ts'
import type { CameraSession } from './camera-session.ts'
import type { TileLimit } from './decode-governor.ts'
import type { LiveDefaults } from './defaults.ts'
import { lastFrameAtMs } from './key-frame-probe.ts'
import { type Clock, computerMs } from '../clock.ts'
import type { TileObservation, TileStatistics, TileWish } from './live-wall-port.ts'
import { type LinkObservation, tileState } from './tile-state.ts'
import { VideoSlot } from './video-slot.ts'

/** One change of a tile's picture, from the wish to the first frame. Epoch milliseconds. */
export interface SwitchRecord {
  readonly tile: number
  readonly cameraId: string
  readonly how: 'hot' | 'standby' | 'cold'
  readonly wishedAtMs: number
  readonly firstFrameAtMs: number
}

export interface TileDriverOptions {
  readonly clock: Clock
  readonly defaults: LiveDefaults
  readonly lateAfterMs: () => number
  readonly session: (cameraId: string) => CameraSession | undefined
  readonly onSwitch: (record: SwitchRecord) => void
  /** The picture on the tile has changed hands: whose pictures are needed has changed. */
  readonly onShown: () => void
}

interface Picture {
  readonly cameraId: string
  readonly slot: VideoSlot
  readonly media: LinkMedia
  /** Last frame that was presented; 0 until the first. */
  lastFrameAtMs: number
  /** Capture time of the youngest frame whose delay is known. */
  filmedAtMs: number
  /** Of the last frame that was drawn behind another picture. */
  drawn?: VideoFrameCallbackMetadata
}

const noLink: LinkObservation = {
  phase: 'connecting',
  sinceMs: 0,
  isPublished: false,
  error: undefined,
  nextTryAtMs: undefined,
}
/** The states in which no picture of the wished camera comes for a while. */
const withoutPicture: ReadonlySet<TileStateName> = new Set(['OFFLINE', 'NO ACCESS', 'NO CAMERA'])
/** A picture drawn behind this recently is shown at once; an older one may be of a camera that has stopped. */
const READY_WITHIN_MS = 1_000
/** A change of delay below this is not published: the number on a tile would only flicker. */
const DELAY_STEP_MS = 100

/** One tile: what is wished, what is shown, and the truth about it. */
export class TileDriver {
  readonly tile: number
  readonly element: HTMLElement
  readonly #options: TileDriverOptions
  readonly #idle: VideoSlot[]
  readonly #listeners = new Set<() => void>()
  #history: TileStatistics['history'] = []
  #wish: TileWish | undefined
  #wishedAtMs: number | undefined
  #how: SwitchRecord['how'] = 'cold'
  #shown: Picture | undefined
  #coming: Picture | undefined
  /** Of the expected camera, drawn behind the one that is shown. */
  #ready: Picture | undefined
  #expectedCameraId: string | undefined
  #presented = 0
  /** When that was counted. */
  #lookedAtMs = 0
  #delayMs: number | undefined
  #limit: TileLimit = 'none'
  #sampleDueMs = 0
  #observation: TileObservation

  constructor(tile: number, options: TileDriverOptions) {
    this.tile = tile
    this.#options = options
    this.#idle = [new VideoSlot(), new VideoSlot()]
    this.element = document.createElement('div')
    Object.assign(this.element.style, { position: 'relative', width: '100%', height: '100%' })
    this.element.append(...this.#idle.map(({ video }) => video))
    this.#observation = {
      state: 'NO CAMERA',
      shownCameraId: undefined,
      stateSinceMs: options.clock.nowMs(),
      lastFrameAtMs: undefined,
      delayMs: undefined,
      error: undefined,
      nextTryAtMs: undefined,
    }
  }

  get wishedCameraId(): string | undefined {
    return this.#wish?.cameraId
  }

  needs(cameraId: string): boolean {
    return cameraId === this.wishedCameraId || cameraId === this.#expectedCameraId
  }

  get shownCameraId(): string | undefined {
    return this.#shown?.cameraId
  }

  get shownSlot(): VideoSlot | undefined {
    return this.#shown?.slot
  }

  get shownReceiver(): RTCRtpReceiver | undefined {
    return this.#shown?.media.receiver
  }

  get currentDelayMs(): number | undefined {
    return this.#delayMs
  }

  /** The first picture of the wished camera may come at any moment. */
  get isComing(): boolean {
    const { clock, defaults } = this.#options
    if (this.#wishedAtMs === undefined || this.#lastFrameAtMs !== undefined) return false
    if (this.#limit === 'paused' || clock.nowMs() - this.#wishedAtMs >= defaults.tile.comingForMs)
      return false
    const { error, phase, isPublished } = this.#link
    return error === undefined && (phase !== 'joined' || isPublished)
  }

  get #link(): LinkObservation {
    return (this.#wish?.cameraId && this.#options.session(this.#wish.cameraId)?.observation) || noLink
  }

  /** Of the wished camera only: another one's frames prove nothing about it. */
  get #lastFrameAtMs(): number | undefined {
    return (this.#shown?.cameraId === this.#wish?.cameraId && this.#shown?.lastFrameAtMs) || undefined
  }

  get #isLate(): boolean {
    return (this.#delayMs ?? 0) > this.#options.lateAfterMs()
  }

  /** The last states, oldest first. */
  get history(): TileStatistics['history'] {
    return this.#history
  }

  observe(): TileObservation {
    return this.#observation
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Remembers the wish; `how` is the session's readiness before the wish changes anything. */
  desire(wish: TileWish | undefined): void {
    const before = this.#wish?.cameraId
    this.#wish = wish
    if (wish?.cameraId === before) return
    this.#wishedAtMs = wish?.cameraId === undefined ? undefined : this.#options.clock.nowMs()
    this.#delayMs = undefined
    this.#how = (wish?.cameraId && this.#options.session(wish.cameraId)?.readiness) || 'cold'
  }

  /** The camera whose picture is kept ready. */
  expect(cameraId: string | undefined): void {
    if (cameraId === this.#expectedCameraId) return
    this.#expectedCameraId = cameraId
    this.reconcile()
  }

  /** What this computer can manage of the tile; judged with the next look. */
  limit(limit: TileLimit): void {
    if (this.#limit === 'paused' && limit !== 'paused' && this.#wishedAtMs !== undefined) {
      // Frames from before the pause prove nothing, and standing still was no fault.
      this.#wishedAtMs = this.#options.clock.nowMs()
      if (this.#shown) this.#shown.lastFrameAtMs = 0
    }
    this.#limit = limit
  }

  mount(container: HTMLElement): () => void {
    container.append(this.element)
    this.#shown?.slot.play()
    this.#coming?.slot.play()
    return () => {
      if (this.element.parentElement === container) this.element.remove()
    }
  }

  /** Brings what is shown nearer to what is wished. Cheap when they agree. */
  reconcile(): void {
    const cameraId = this.#wish?.cameraId
    if (cameraId === undefined) {
      this.#dropComing()
      this.#dropShown()
    } else {
      const media = this.#options.session(cameraId)?.media
      if (this.#coming && this.#coming.media.track !== media?.track) this.#dropComing()
      // The wish went away and came back before anything else was drawn.
      if (media && this.#shown?.media.track === media.track) this.#dropComing()
      else if (media && !this.#coming) this.#begin(cameraId, media)
    }
    this.#makeReady()
    this.#judge()
  }

  /** Four times a second: what has been presented since, and what that means. */
  tick(nowMs: number, isPageHidden: boolean): void {
    const shown = this.#shown
    if (shown) {
      const presented = shown.slot.presentedFrames
      if (isPageHidden) this.#noteUnseen(shown)
      else if (presented !== this.#presented && !this.#isStale(shown, nowMs)) {
        // A page that was held up looks late, and what it finds may have come soon after its last look.
        this.#noteFrame(shown, Math.min(nowMs, this.#lookedAtMs + this.#options.defaults.tickEveryMs))
      }
      this.#presented = presented
      this.#lookedAtMs = nowMs
      if (!isPageHidden && nowMs >= this.#sampleDueMs) this.#sampleDelay(shown, nowMs)
    }
    this.#judge()
  }

  /** Lets go of the pictures; what is wished stays, and has as long for its first picture as one that is new. */
  release(): void {
    if (this.#wishedAtMs !== undefined) this.#wishedAtMs = this.#options.clock.nowMs()
    this.#dropComing()
    this.#dropShown()
    this.#judge()
  }

  dispose(): void {
    this.#dropComing()
    this.#dropShown()
    this.element.remove()
    this.#listeners.clear()
  }

  #begin(cameraId: string, media: LinkMedia): void {
    if (this.#ready?.media.track === media.track) return this.#bringForward(this.#ready)
    this.#dropReady()
    const picture = this.#pictureOf(cameraId, media)
    if (!picture) return
    this.#coming = picture
    this.#shown?.slot.lower()
    picture.slot.start(media.track, 'on top', (metadata) => this.#onFirstFrame(picture, metadata))
  }

  /** Undefined while both elements are in use. */
  #pictureOf(cameraId: string, media: LinkMedia): Picture | undefined {
    const slot = this.#idle.pop()
    if (slot) slot.video.dataset['cameraId'] = cameraId
    return slot && { cameraId, slot, media, lastFrameAtMs: 0, filmedAtMs: 0 }
  }

  #bringForward(picture: Picture): void {
    this.#ready = undefined
    this.#coming = picture
    this.#shown?.slot.covers(false)
    this.#shown?.slot.lower()
    picture.slot.raise()
    const { drawn } = picture
    const isRecent = drawn && performance.now() - drawn.presentationTime < READY_WITHIN_MS
    if (isRecent) this.#onFirstFrame(picture, drawn)
    else picture.slot.onNextFrame((metadata) => this.#onFirstFrame(picture, metadata))
  }

  /** Nothing is kept ready where no picture would cover it, and while another one comes. */
  #makeReady(): void {
    const cameraId = this.#expectedCameraId
    const media = cameraId === undefined ? undefined : this.#options.session(cameraId)?.media
    const shown = this.#shown
    const isPossible =
      media !== undefined && shown !== undefined && !this.#coming && shown.media.track !== media.track
    if (this.#ready && (!isPossible || this.#ready.media.track !== media.track)) this.#dropReady()
    if (!isPossible || cameraId === undefined || this.#ready) return
    const picture = this.#pictureOf(cameraId, media)
    if (!picture) return
    this.#ready = picture
    shown.slot.covers(true)
    const note = (metadata: VideoFrameCallbackMetadata) => {
      if (this.#ready !== picture) return
      picture.drawn = metadata
      picture.slot.onNextFrame(note)
    }
    picture.slot.start(media.track, 'behind', note)
  }

  #dropReady(): void {
    const picture = this.#ready
    this.#ready = undefined
    if (picture) this.#shown?.slot.covers(false)
    this.#recycle(picture)
  }

  #onFirstFrame(picture: Picture, metadata: VideoFrameCallbackMetadata): void {
    if (this.#coming !== picture) return
    const isSwitch = this.#shown?.cameraId !== picture.cameraId
    this.#dropShown()
    this.#coming = undefined
    this.#shown = picture
    this.#presented = picture.slot.presentedFrames
    this.#lookedAtMs = this.#options.clock.nowMs()
    const presentedAtMs = this.#date(picture, metadata)
    picture.lastFrameAtMs = presentedAtMs
    const session = this.#options.session(picture.cameraId)
    session?.presented(picture.media.track, presentedAtMs, this.#isLate)
    session?.firstFrame(picture.media.track, presentedAtMs, isSwitch ? this.#how : 'cold')
    this.#judge()
    if (isSwitch && this.#wishedAtMs !== undefined) {
      this.#options.onSwitch({
        tile: this.tile,
        cameraId: picture.cameraId,
        how: this.#how,
        wishedAtMs: this.#wishedAtMs,
        firstFrameAtMs: presentedAtMs,
      })
    }
    this.#options.onShown()
  }

  #dropComing(): void {
    const picture = this.#coming
    this.#coming = undefined
    this.#recycle(picture)
  }

  #dropShown(): void {
    this.#dropReady()
    const picture = this.#shown
    this.#shown = undefined
    this.#recycle(picture)
  }

  #recycle(picture: Picture | undefined): void {
    if (!picture) return
    picture.slot.clear()
    this.#idle.push(picture.slot)
  }

  #isStale(picture: Picture, nowMs: number): boolean {
    return nowMs - picture.lastFrameAtMs >= this.#options.defaults.tile.staleAfterMs
  }

  #noteFrame(picture: Picture, atMs: number | undefined): void {
    if (atMs === undefined || atMs <= picture.lastFrameAtMs) return
    picture.lastFrameAtMs = atMs
    this.#options.session(picture.cameraId)?.presented(picture.media.track, atMs, this.#isLate)
  }

  #sampleDelay(picture: Picture, nowMs: number): void {
    this.#sampleDueMs = nowMs + this.#options.defaults.tile.sampleDelayEveryMs
    picture.slot.onNextFrame((metadata) => {
      if (this.#shown !== picture) return
      // After a stall what comes may have waited somewhere: it counts as a picture once its delay is known.
      this.#noteFrame(picture, this.#date(picture, metadata))
    })
  }

  /** When it was presented, which with its delay says when it was filmed. */
  #date(picture: Picture, metadata: VideoFrameCallbackMetadata): number {
    const presentedAtMs = performance.timeOrigin + metadata.presentationTime
    this.#delayMs = this.#options.session(picture.cameraId)?.delay.sample(metadata)
    picture.filmedAtMs = presentedAtMs - (this.#delayMs ?? 0)
    return presentedAtMs
  }

  /** For a hidden page, where no callback tells how old pictures are. */
  #noteUnseen(picture: Picture): void {
    this.#noteFrame(picture, lastFrameAtMs(picture.media.receiver))
    picture.filmedAtMs = Math.max(picture.filmedAtMs, picture.lastFrameAtMs)
  }

  #judge(): void {
    const nowMs = this.#options.clock.nowMs()
    const cameraId = this.#wish?.cameraId
    const link = this.#link
    const before = this.#observation
    const state = tileState(
      {
        nowMs,
        wishedAtMs: this.#wishedAtMs,
        lastFrameAtMs: this.#lastFrameAtMs,
        filmedAtMs: this.#shown?.filmedAtMs,
        isBlack: this.#shown?.media.track.enabled === false,
        delayMs: this.#delayMs,
        lateAfterMs: this.#options.lateAfterMs(),
        wasLate: before.state === 'LATE',
        isPaused: this.#limit === 'paused',
        link,
      },
      this.#options.defaults.tile,
    )
    // Another camera's picture must not stay under the name of one that will not come; and the element of a
    // camera that has left its room shows black, which is no picture.
    const isForeign = this.#shown !== undefined && this.#shown.cameraId !== cameraId
    const isGone = this.#shown !== undefined && link.phase === 'joined' && !link.isPublished
    const isForbidden = this.#shown !== undefined && state === 'NO ACCESS'
    if (isForbidden || ((isForeign || isGone) && withoutPicture.has(state))) {
      this.#dropShown()
      this.#options.onShown()
    }
    this.#publish(state, link, nowMs)
  }

  #publish(state: TileStateName, link: LinkObservation, nowMs: number): void {
    const before = this.#observation
    const isLive = state === 'LIVE' || state === 'LATE'
    const error = isLive ? undefined : link.error
    const nextTryAtMs = isLive ? undefined : link.nextTryAtMs
    const isSame =
      before.state === state &&
      before.shownCameraId === this.shownCameraId &&
      (before.limit ?? 'none') === this.#limit &&
      before.error === error &&
      before.nextTryAtMs === nextTryAtMs &&
      Math.abs((before.delayMs ?? -DELAY_STEP_MS) - (this.#delayMs ?? -DELAY_STEP_MS)) < DELAY_STEP_MS
    if (isSame) return
    if (before.state !== state) {
      const entry = { atMs: computerMs(nowMs), state, why: error?.code ?? link.phase }
      this.#history = [...this.#history, entry].slice(-this.#options.defaults.tile.historyLength)
    }
    this.#observation = {
      state,
      shownCameraId: this.shownCameraId,
      stateSinceMs: before.state === state ? before.stateSinceMs : nowMs,
      lastFrameAtMs: this.#lastFrameAtMs,
      delayMs: this.#delayMs,
      ...(this.#limit === 'none' ? {} : { limit: this.#limit }),
      error,
      nextTryAtMs,
    }
    for (const listener of this.#listeners) listener()
  }
}
