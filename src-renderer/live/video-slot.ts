import { newVideo, overTile } from '../video-frame.ts'

/** One `<video>` for life. Shows nothing, and costs nothing, until it is given a track. */
export class VideoSlot {
  readonly video = newVideo()
  #track: MediaStreamTrack | undefined
  #frameRequest: number | undefined

  constructor() {
    this.video.autoplay = true
    Object.assign(this.video.style, overTile, { display: 'none' })
  }

  /** Frames put on the screen so far; grows without any callback. */
  get presentedFrames(): number {
    const { totalVideoFrames, droppedVideoFrames } = this.video.getVideoPlaybackQuality()
    return totalVideoFrames - droppedVideoFrames
  }

  /**
   * Starts to show a track on top of its sibling, or behind it. Transparent until its first frame, so that the one
   * on top covers the other at that very moment.
   */
  start(
    track: MediaStreamTrack,
    place: 'on top' | 'behind',
    onFirstFrame: (metadata: VideoFrameCallbackMetadata) => void,
  ): void {
    this.clear()
    this.#track = track
    if (place === 'on top') this.raise()
    else this.video.style.zIndex = '0'
    this.video.style.display = 'block'
    this.onNextFrame(onFirstFrame)
    this.video.srcObject = new MediaStream([track])
    this.play()
  }

  raise(): void {
    this.video.style.zIndex = '2'
  }

  lower(): void {
    this.video.style.zIndex = '1'
  }

  /** Covers what is behind it also beside its picture. */
  covers(isCovering: boolean): void {
    this.video.style.background = isCovering ? 'var(--vacant)' : ''
  }

  /** One callback for the next new frame; a request that is still open is replaced. */
  onNextFrame(run: (metadata: VideoFrameCallbackMetadata) => void): void {
    if (this.#frameRequest !== undefined) this.video.cancelVideoFrameCallback(this.#frameRequest)
    this.#frameRequest = this.video.requestVideoFrameCallback((_now, metadata) => {
      this.#frameRequest = undefined
      run(metadata)
    })
  }

  /** After the element has been taken out of the document and put back, which pauses it. */
  play(): void {
    if (this.video.srcObject && this.video.paused) this.video.play().catch(() => undefined)
  }

  /** An element that still holds a stream would never be collected, nor would its stream. */
  clear(): void {
    if (this.#frameRequest !== undefined) this.video.cancelVideoFrameCallback(this.#frameRequest)
    this.#frameRequest = undefined
    if (!this.#track) return
    this.#track = undefined
    this.video.srcObject = null
    this.video.style.display = 'none'
  }
}
