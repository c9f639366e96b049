/** Keeps the last picture of a video on the screen while the video shows something else, or nothing. */
export class FrameHold {
  readonly canvas = document.createElement('canvas')
  #isHolding = false

  get isHolding(): boolean {
    return this.#isHolding
  }

  /** What is held already stays: the video may show anything by now. */
  hold(video: HTMLVideoElement): void {
    if (this.#isHolding) return
    this.#isHolding = true
    const { videoWidth, videoHeight } = video
    this.canvas.width = videoWidth
    this.canvas.height = videoHeight
    if (videoWidth > 0) this.canvas.getContext('2d')?.drawImage(video, 0, 0)
    this.canvas.style.visibility = 'visible'
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
