import { newVideo } from '../video-frame.ts'

/** Chromium stops at a number of video elements, and frees them late: each is used again and again. */
export class VideoPool {
  readonly #idle: HTMLVideoElement[] = []

  take(): HTMLVideoElement {
    return this.#idle.pop() ?? newVideo()
  }

  /** Its source has been taken away. */
  give(video: HTMLVideoElement): void {
    video.playbackRate = 1
    video.muted = true
    this.#idle.push(video)
  }
}
