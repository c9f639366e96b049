import { frameOf } from '../../video-frame.ts'

/** Keeps the last picture of a video on the screen while the video shows something else, or nothing. */
export class FrameHold {
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
