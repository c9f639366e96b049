import { bodiesAt, boxesIn, trackIdOf, typeAt, viewOf } from './frame-times.ts'

/**
 * Takes the sound out of fragmented MP4 that nobody listens to: it need not be decoded, and a browser shows a picture
 * only with a quarter of a second of sound after it, which never comes at the end of footage before a gap.
 */
export class SoundTracks {
  readonly #ids = new Set<number>()
  #isInitRead = false
  /** Came before any initialization segment: a player asks for both at once, and reads neither without the other. */
  readonly #early: DataView[] = []

  /** Some of what was given had sound. */
  get areThere(): boolean {
    return this.#ids.size > 0
  }

  /** Notes what tracks of sound an initialization segment has; with `hides`, a player finds none of them. */
  read(bytes: Uint8Array, hides: boolean): void {
    try {
      for (const { type, body } of boxesIn(viewOf(bytes))) {
        if (type === 'moov') this.#readTracks(body, hides)
        if (type === 'moof' && hides) this.#readFragment(body)
      }
    } catch (error) {
      // Cut short: a read beyond the end. It is given to the player as it is.
      if (!(error instanceof RangeError)) throw error
    }
  }

  #readTracks(moov: DataView, hides: boolean): void {
    for (const trak of bodiesAt(moov, ['trak'])) {
      const [tkhd] = bodiesAt(trak, ['tkhd'])
      const isSound = bodiesAt(trak, ['mdia', 'hdlr']).some((handler) => typeAt(handler, 8) === 'soun')
      if (tkhd === undefined) continue
      // Another rendition may number its tracks otherwise.
      if (isSound) this.#ids.add(trackIdOf(tkhd))
      else this.#ids.delete(trackIdOf(tkhd))
      if (isSound && hides) hide(trak)
    }
    this.#isInitRead = true
    for (const moof of this.#early.splice(0)) this.#readFragment(moof)
  }

  #readFragment(moof: DataView): void {
    if (!this.#isInitRead) {
      this.#early.push(moof)
      return
    }
    for (const traf of bodiesAt(moof, ['traf'])) {
      const [tfhd] = bodiesAt(traf, ['tfhd'])
      if (tfhd !== undefined && this.#ids.has(tfhd.getUint32(4))) hide(traf)
    }
  }
}

const typeBytes = 4
/** A box that players skip (ISO/IEC 14496-12 §8.1.2); of the same length, so that nothing else moves. */
const free = 0x66_72_65_65

function hide(body: DataView): void {
  new DataView(body.buffer, body.byteOffset - typeBytes, typeBytes).setUint32(0, free)
}
