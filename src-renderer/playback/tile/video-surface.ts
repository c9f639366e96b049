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
  readonly #hold = new FrameHold()
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
    for (const layer of [video, this.#sharp, this.#hold.canvas]) Object.assign(layer.style, overTile)
    Object.assign(this.#hold.canvas.style, { background: '#000', visibility: 'hidden' })
    this.element.append(video, this.#hold.canvas)
  }

  /** Has the same picture in more pixels, at times. Behind the video and not hidden: hidden it would not be drawn. */
  get sharp(): HTMLVideoElement {
    if (this.#sharp.parentElement === null) {
      this.bringSharpToFront(false)
      this.element.insertBefore(this.#sharp, this.#hold.canvas)
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
    return this.#hold.isHolding
  }

  /** Instant of the picture that is seen; undefined while there is none. Epoch milliseconds. */
  get shownMs(): number | undefined {
    return this.isCovered ? this.#heldMs : this.#painted?.wallMs
  }

  /** The video's newest picture, seen or not. */
  get painted(): Painted | undefined {
    return this.#painted
  }

  paint(painted: Painted): void {
    this.#painted = painted
  }

  /** The video is given to another player. */
  forgetPainted(): void {
    this.#painted = undefined
  }

  /** Keeps the current picture in front of whatever the video shows next. */
  hold(): void {
    if (this.isCovered) return
    const seconds = this.#hold.hold(this.#video)
    // Not of the newest painted one: the video may be a picture further by now.
    this.#heldMs = seconds === undefined ? undefined : this.#wallAt(seconds)
  }

  /** As `hold`, but black when the video has already run into footage from `untilMs` on. */
  holdBefore(untilMs: number): void {
    this.hold()
    if (this.#heldMs !== undefined && this.#heldMs >= untilMs) this.blank()
  }

  /** Black instead of a picture that would be of another time. */
  blank(): void {
    this.#heldMs = undefined
    this.#hold.blank()
  }

  uncover(): void {
    this.#hold.release()
  }
}

/** Keeps the last picture of a video on the screen while the video shows something else, or nothing. */
class FrameHold {
  readonly canvas = document.createElement('canvas')
  #isHolding = false

  get isHolding(): boolean {
    return this.#isHolding
  }

  /**
   * What is held already stays: the video may show anything by now. Answers the seconds of the player's time that
   * the picture belongs to; undefined when none has been taken.
   */
  hold(video: HTMLVideoElement): number | undefined {
    if (this.#isHolding) return undefined
    this.#isHolding = true
    this.canvas.width = video.videoWidth
    this.canvas.height = video.videoHeight
    this.canvas.style.visibility = 'visible'
    const frame = frameOf(video)
    if (frame === undefined) return undefined
    this.canvas.getContext('2d')?.drawImage(frame, 0, 0, this.canvas.width, this.canvas.height)
    const seconds = frame.timestamp / 1_000_000
    frame.close()
    return seconds
  }

  /** Nothing instead of a picture that would be of another time. */
  blank(): void {
    this.#isHolding = true
    this.canvas.width = 1
    this.canvas.height = 1
    this.canvas.style.visibility = 'visible'
  }

  release(): void {
    this.#isHolding = false
    this.canvas.style.visibility = 'hidden'
    // A full picture is 8 MB.
    this.canvas.width = 0
  }
}
