/** Chromium stops at a number of video elements, and frees them late: each is used again and again. */
export class VideoPool {
  readonly #idle: HTMLVideoElement[] = []

  take(): HTMLVideoElement {
    const used = this.#idle.pop()
    if (used !== undefined) return used
    const video = document.createElement('video')
    // Also because a change of speed would be heard.
    video.muted = true
    video.playsInline = true
    video.disablePictureInPicture = true
    return video
  }

  /** Its source has been taken away. */
  give(video: HTMLVideoElement): void {
    video.playbackRate = 1
    video.muted = true
    this.#idle.push(video)
  }
}
