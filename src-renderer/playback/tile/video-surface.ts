import { frameOf, overTile } from '../../video-frame.ts'

interface Painted {
  /** Epoch milliseconds; undefined when the picture's instant is not known. */
  readonly wallMs: number | undefined
  readonly atMs: number
}

/** What is seen of a tile: its video, or in front of it the last good picture, or black. */
export class VideoSurface {
  readonly element = document.createElement('div')
  readonly #video: HTMLVideoElement
  readonly #sharp = document.createElement('video')
  /** In front of the video while a picture, or black, is held there. */
  readonly #held = document.createElement('canvas')
  #isCovered = false
  #painted: Painted | undefined
  #heldMs: number | undefined
  #isSharpFront = false

  readonly #wallAt: (mediaSeconds: number) => number | undefined

  /** `wallAt`: the instant of a picture of the video, from its time on the player's time line. */
  constructor(video: HTMLVideoElement, wallAt: (mediaSeconds: number) => number | undefined) {
    this.#video = video
    this.#wallAt = wallAt
    Object.assign(this.element.style, {
      position: 'relative',
      isolation: 'isolate',
      width: '100%',
      height: '100%',
    })
    this.#sharp.muted = true
    for (const layer of [video, this.#sharp, this.#held]) Object.assign(layer.style, overTile)
    Object.assign(this.#held.style, { background: '#000', visibility: 'hidden' })
    this.element.append(video, this.#held)
  }

  /** Has the same picture in more pixels, at times. Behind the video and not hidden: hidden it would not be drawn. */
  get sharp(): HTMLVideoElement {
    if (this.#sharp.parentElement === null) {
      this.bringSharpToFront(false)
      this.element.insertBefore(this.#sharp, this.#held)
    }
    return this.#sharp
  }

  bringSharpToFront(isFront: boolean): void {
    this.#isSharpFront = isFront
    this.#sharp.style.zIndex = isFront ? '' : '-1'
  }

  /**
   * The picture that is seen, in its own size, and its instant; that of the sharper video is the sharpener's to tell.
   * Undefined while a held picture covers the video: it is of another instant than the one asked for. To be closed by
   * whoever asked.
   */
  frame(): { readonly frame: VideoFrame; readonly shownMs: number | undefined } | undefined {
    if (this.isCovered) return undefined
    const frame = frameOf(this.#isSharpFront ? this.#sharp : this.#video)
    if (frame === undefined) return undefined
    return { frame, shownMs: this.#isSharpFront ? undefined : this.#wallAt(frame.timestamp / 1_000_000) }
  }

  /** The video is not seen. */
  get isCovered(): boolean {
    return this.#isCovered
  }

  /** Instant of the picture that is seen; undefined while there is none. Epoch milliseconds. */
  get shownMs(): number | undefined {
    return this.isCovered ? this.#heldMs : this.#painted?.wallMs
  }

  /** The video's newest picture, seen or not. */
  get painted(): Painted | undefined {
    return this.#painted
  }

  /** Undefined: the video is given to another player. */
  paint(painted: Painted | undefined): void {
    this.#painted = painted
  }

  /** Keeps the current picture in front of whatever the video shows next. What is held already stays. */
  hold(): void {
    if (this.#isCovered) return
    const { videoWidth, videoHeight } = this.#video
    this.#cover(videoWidth, videoHeight)
    const frame = frameOf(this.#video)
    if (frame === undefined) return
    this.#held.getContext('2d')?.drawImage(frame, 0, 0, videoWidth, videoHeight)
    // Not of the newest painted one: the video may be a picture further by now.
    this.#heldMs = this.#wallAt(frame.timestamp / 1_000_000)
    frame.close()
  }

  /** As `hold`, but black when the video has already run into footage from `untilMs` on. */
  holdBefore(untilMs: number): void {
    this.hold()
    if (this.#heldMs !== undefined && this.#heldMs >= untilMs) this.blank()
  }

  /** Black instead of a picture that would be of another time. */
  blank(): void {
    this.#cover(1, 1)
  }

  uncover(): void {
    this.#isCovered = false
    this.#held.style.visibility = 'hidden'
    // A full picture is 8 MB.
    this.#held.width = 0
  }

  #cover(width: number, height: number): void {
    this.#isCovered = true
    this.#heldMs = undefined
    Object.assign(this.#held, { width, height })
    this.#held.style.visibility = 'visible'
  }
}
