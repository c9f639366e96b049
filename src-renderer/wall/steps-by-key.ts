import type { Clock } from '../clock.ts'
import { type Playhead, playheadAt } from '../timeline/playhead.ts'
import type { PlaybackStore } from './playback-store.ts'
import { cameraIdOf } from './wall-document.ts'
import type { WallStore } from './wall-store.ts'

export interface WallPlaceOptions {
  readonly wall: Pick<WallStore, 'getState'>
  readonly playback: Pick<PlaybackStore, 'getState'>
  /** The platform's. */
  readonly clock: Pick<Clock, 'nowMs'>
}

/** At the plain speed. Tiles wait for footage for a shorter time; further off is another moment. */
const OTHER_MOMENT_IN_MS = 5_000

/**
 * Remembers what is selected and where the wall stands in time. What it returns answers whether both are still the
 * same: a late answer must not lead away an operator who has gone elsewhere.
 */
function wallPlace({ wall, playback, clock }: WallPlaceOptions): () => boolean {
  const selection = () => {
    const { document } = wall.getState()
    return `${document.selected} ${cameraIdOf(document, document.selected)}`
  }
  const selected = selection()
  const { playhead: before } = playback.getState()
  return () => {
    const { playhead: now } = playback.getState()
    if (selection() !== selected || now.mode !== before.mode) return false
    const nowMs = clock.nowMs()
    const offMs = Math.abs(playheadAt(now, nowMs) - playheadAt(before, nowMs))
    return offMs < OTHER_MOMENT_IN_MS * Math.max(1, speedOf(now), speedOf(before))
  }
}

/** Steps whose answer may take a while: the newest counts, and a key that is held asks no faster than it is answered. */
export class StepsByKey {
  #last: { readonly by: 1 | -1; readonly isThere: () => boolean } | undefined

  /** Nothing where the same step is under way already. `step` is told whether its answer is still wanted. */
  async run(
    by: 1 | -1,
    place: WallPlaceOptions,
    step: (isWanted: () => boolean) => Promise<void>,
  ): Promise<void> {
    if (this.#last?.by === by && this.#last.isThere()) return
    const own = { by, isThere: wallPlace(place) }
    this.#last = own
    await step(() => own === this.#last && own.isThere())
    if (own === this.#last) this.#last = undefined
  }
}

const speedOf = (playhead: Playhead): number => (playhead.mode === 'live' ? 1 : Math.abs(playhead.rate))
