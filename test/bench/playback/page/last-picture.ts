import type { FrameCode } from '#tools/demo-footage/frame-code.ts'
import { capture, readCode } from './read-code.ts'
import { videoOf } from './tiles.ts'
import { watch } from './watch.ts'

/** The picture that was last put onto a tile: it stays on the screen while its element seeks or waits. */
export class LastPicture {
  readonly #stop: () => void
  #frame: VideoFrame | undefined

  constructor(element: HTMLElement) {
    this.#frame = capture(videoOf(element))
    this.#stop = watch(element, (frame) => {
      this.#frame?.close()
      this.#frame = frame
    })
  }

  read(): Promise<FrameCode | undefined> {
    return this.#frame === undefined ? Promise.resolve(undefined) : readCode(this.#frame.clone())
  }

  dispose(): void {
    this.#stop()
    this.#frame?.close()
  }
}
