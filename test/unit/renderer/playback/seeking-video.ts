import { epsilonSeconds } from '#renderer/playback/tile/seeker.ts'

/** An element that seeks for as long as it is left to. */
export class SeekingVideo extends EventTarget {
  bufferedUntilSeconds = 3_600
  readonly buffered = { length: 1, start: () => 0, end: () => this.bufferedUntilSeconds }
  /** Media seconds, without the epsilon of the seeker. */
  readonly sought: number[] = []
  seeking = false
  #seconds = 0

  get element(): HTMLVideoElement {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it has is all that is asked of it
    return this as unknown as HTMLVideoElement
  }

  get currentTime(): number {
    return this.#seconds
  }

  set currentTime(seconds: number) {
    this.#seconds = seconds
    this.seeking = true
    this.sought.push(Math.round((seconds - epsilonSeconds) * 1_000) / 1_000)
    this.dispatchEvent(new Event('seeking'))
  }

  arrive(): void {
    this.seeking = false
    this.dispatchEvent(new Event('seeked'))
  }

  requestVideoFrameCallback(): number {
    return 1
  }

  cancelVideoFrameCallback(): void {}

  removeAttribute(): void {}

  load(): void {}
}
