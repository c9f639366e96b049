/** A picture as its camera gave it. */
export interface Picture {
  readonly isKeyFrame: boolean
  /** With start codes. */
  readonly annexB: Uint8Array
  /** Epoch. */
  readonly capturedAtMs: number
}

/** A packet of Opus as its camera gave it. */
export interface SoundPacket {
  readonly packet: Uint8Array
  /** Epoch. */
  readonly capturedAtMs: number
}

/** Pictures that can be decoded by themselves, and what was heard meanwhile. `endMs` is when the last of them ends. */
export interface CutSegment {
  readonly pictures: readonly Picture[]
  readonly sound: readonly SoundPacket[]
  readonly startMs: number
  readonly endMs: number
}

export interface SegmentCutterOptions {
  /** A segment ends at the first key frame that is not much earlier than this. */
  readonly leastSegmentMs: number
  /** A camera without key frames for so long is not recorded until the next one. */
  readonly longestSegmentMs: number
  readonly framePeriodMs: number
  /** A pause longer than this is no picture rate but a camera that stood still: pictures may be missing. */
  readonly holeMs: number
}

/** Cuts the pictures of one layer into segments that begin with a key frame, and the sound where the pictures are cut. */
export class SegmentCutter {
  readonly #options: SegmentCutterOptions
  #open: Picture[] = []
  #sound: SoundPacket[] = []

  constructor(options: SegmentCutterOptions) {
    this.#options = options
  }

  /** Sound that no picture of a segment goes with is forgotten. */
  pushSound(sound: SoundPacket): void {
    const [first] = this.#open
    if (first && sound.capturedAtMs - first.capturedAtMs <= this.#options.longestSegmentMs)
      this.#sound.push(sound)
  }

  /** The segments that this picture completes: none or one. */
  push(given: Picture): CutSegment | undefined {
    const { leastSegmentMs, longestSegmentMs, holeMs } = this.#options
    const [first] = this.#open
    const last = this.#open.at(-1)
    if (!first || !last) {
      if (given.isKeyFrame) this.#open = [given]
      return undefined
    }
    const picture = afterLast(given, last, holeMs)
    const pauseMs = picture.capturedAtMs - last.capturedAtMs
    if (pauseMs <= 0 || pauseMs > holeMs || picture.capturedAtMs - first.capturedAtMs > longestSegmentMs) {
      const cut = this.flush()
      if (picture.isKeyFrame) this.#open = [picture]
      return cut
    }
    // After a key frame that came late the next one is on time, and ends a segment all the same.
    const isLongEnough = picture.capturedAtMs - first.capturedAtMs >= leastSegmentMs * nearlyLongEnough
    if (!picture.isKeyFrame || !isLongEnough) {
      this.#open.push(picture)
      return undefined
    }
    const cut = this.#cut(first.capturedAtMs, picture.capturedAtMs)
    this.#open = [picture]
    return cut
  }

  /** What there is since the last cut, ended one frame period after its last picture. */
  flush(): CutSegment | undefined {
    const [first, last] = [this.#open[0], this.#open.at(-1)]
    if (!first || !last) return undefined
    const cut = this.#cut(first.capturedAtMs, last.capturedAtMs + this.#options.framePeriodMs)
    this.#open = []
    return cut
  }

  #cut(startMs: number, endMs: number): CutSegment {
    const sound = this.#sound.filter(({ capturedAtMs }) => capturedAtMs >= startMs && capturedAtMs < endMs)
    this.#sound = this.#sound.filter(({ capturedAtMs }) => capturedAtMs >= endMs)
    return { pictures: this.#open, sound, startMs, endMs }
  }
}

/** Of the least length. */
const nearlyLongEnough = 0.75

/** A key frame that was asked for may be sent before an earlier picture whose time has come late. */
function afterLast(picture: Picture, last: Picture, holeMs: number): Picture {
  const pauseMs = picture.capturedAtMs - last.capturedAtMs
  return pauseMs > 0 || pauseMs < -holeMs ? picture : { ...picture, capturedAtMs: last.capturedAtMs + 1 }
}
