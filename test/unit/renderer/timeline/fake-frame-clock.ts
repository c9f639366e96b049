import type { FrameClock } from '#renderer/timeline/frame-clock.ts'
import { FakeClock } from '../fake-clock.ts'

/** A clock whose frames come every 16 ms, and only while somebody asked for one. */
export class FakeFrameClock extends FakeClock implements FrameClock {
  framesAsked = 0

  beforeFrame(run: () => void): () => void {
    this.framesAsked++
    return this.after(16, run)
  }
}
