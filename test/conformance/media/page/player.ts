import HlsPlayer, { Events, type Fragment } from 'hls.js'
import { decodeFrameCode, type FrameCode } from '#tools/demo-footage/frame-code.ts'

/** One presented picture: what its pixels say, and when it was, by the manifest. */
export interface ShownPicture extends FrameCode {
  readonly wallMs: number
  readonly mediaSeconds: number
  readonly widthPx: number
  /** When its pixels were read. */
  readonly readAtMs: number
}

/** Of the demo cameras, and rounding. */
const longestPictureSeconds = 0.07

/** A page that plays a manifest with hls.js as released, and reads each picture's code from its pixels. */
export class Player {
  readonly pictures: ShownPicture[] = []
  /** hls.js's errors, fatal or not. */
  readonly errors: string[] = []
  readonly requests = new Map<string, number>()
  readonly #hls: HlsPlayer
  readonly #video = document.createElement('video')
  readonly #canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  #fragments: readonly Fragment[] = []

  /** Stays with the rendition of that width. */
  constructor(widthPx: number) {
    this.#video.muted = true
    document.body.append(this.#video)
    this.#hls = new HlsPlayer({ backBufferLength: 10 })
    this.#hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
      this.#hls.loadLevel = levels.findIndex(({ width }) => width === widthPx)
    })
    this.#hls.on(Events.ERROR, (_event, { details, fatal, response }) => {
      this.errors.push(`${fatal ? 'fatal ' : ''}${details} ${response?.code ?? ''}`)
    })
    this.#hls.on(Events.LEVEL_UPDATED, (_event, { details }) => {
      this.#fragments = details.fragments
    })
    this.#hls.on(Events.FRAG_LOADING, (_event, { frag }) => {
      this.requests.set(frag.url, (this.requests.get(frag.url) ?? 0) + 1)
    })
    this.#watch()
  }

  /** Resolves when the first picture is shown. */
  async open(url: string): Promise<void> {
    this.#hls.loadSource(url)
    this.#hls.attachMedia(this.#video)
    await this.nextPicture(0)
  }

  get durationSeconds(): number {
    return this.#video.duration
  }

  async play(): Promise<void> {
    await this.#video.play()
  }

  pause(): void {
    this.#video.pause()
  }

  /** As if all that is wanted ahead had been loaded. */
  stopLoading(): void {
    this.#hls.stopLoad()
  }

  startLoading(): void {
    this.#hls.startLoad()
  }

  /** Shows the picture of an instant and resolves with it. */
  async seek(wallMs: number): Promise<ShownPicture> {
    const fragment = this.#fragments.find(
      ({ programDateTime, duration }) =>
        programDateTime !== null && programDateTime <= wallMs && wallMs < programDateTime + duration * 1_000,
    )
    if (typeof fragment?.programDateTime !== 'number') throw new Error(`no segment at ${wallMs}`)
    const shown = this.pictures.length
    const seeked = new Promise((resolve) => this.#video.addEventListener('seeked', resolve, { once: true }))
    this.#video.currentTime = fragment.start + (wallMs - fragment.programDateTime) / 1_000
    await seeked
    return this.nextPicture(shown)
  }

  async nextPicture(after: number): Promise<ShownPicture> {
    for (;;) {
      const picture = this.pictures[after]
      if (picture) return picture
      await new Promise((resolve) => this.#video.requestVideoFrameCallback(resolve))
    }
  }

  /** Goes to where the playlist wants its players, however late this one began. */
  async seekToLive(): Promise<ShownPicture> {
    let shown = this.pictures.length
    const toSeconds = this.#hls.liveSyncPosition ?? this.#video.currentTime
    const seeked = new Promise((resolve) => this.#video.addEventListener('seeked', resolve, { once: true }))
    this.#video.currentTime = toSeconds
    await seeked
    for (;;) {
      const picture = await this.nextPicture(shown)
      shown += 1
      // One that was on its way meanwhile is of where it was before.
      if (picture.mediaSeconds > toSeconds - longestPictureSeconds) return picture
    }
  }

  #watch(): void {
    this.#video.requestVideoFrameCallback(() => {
      this.#watch()
      this.#read()
    })
  }

  #read(): void {
    const { videoWidth, videoHeight } = this.#video
    const readAtMs = Date.now()
    const canvas = this.#canvas
    if (!canvas) return
    canvas.canvas.width = videoWidth
    canvas.canvas.height = videoHeight
    // The video may be further than its callback says: a frame has its pixels and its time.
    const frame = new VideoFrame(this.#video)
    canvas.drawImage(frame, 0, 0)
    const mediaTime = frame.timestamp / 1_000_000
    frame.close()
    const pixels = canvas.getImageData(0, 0, videoWidth, videoHeight).data
    const code = decodeFrameCode(pixels, videoWidth, videoHeight)
    const fragment = this.#fragments.findLast(({ start }) => start <= mediaTime + 0.001)
    const wallMs = (fragment?.programDateTime ?? 0) + (mediaTime - (fragment?.start ?? 0)) * 1_000
    this.pictures.push({
      mediaSeconds: mediaTime,
      cameraNumber: code?.cameraNumber ?? 0,
      frameIndex: code?.frameIndex ?? -1,
      wallMs,
      widthPx: videoWidth,
      readAtMs,
    })
  }
}

declare global {
  interface Window {
    Player: typeof Player
    player: Player
  }
}

window.Player = Player
