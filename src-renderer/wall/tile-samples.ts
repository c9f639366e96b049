import type { Clock } from '../clock.ts'
import type { LiveWallPort, TileStatistics } from '../live/live-wall-port.ts'

/** One measurement of each of some tiles, of as many as give one in time. */
export class TileSamples {
  readonly #live: Pick<LiveWallPort, 'watchStatistics'>
  readonly #clock: Clock
  readonly #ends = new Set<() => void>()

  constructor(live: Pick<LiveWallPort, 'watchStatistics'>, clock: Clock) {
    this.#live = live
    this.#clock = clock
  }

  take(tiles: readonly number[], patienceInMs: number): Promise<ReadonlyMap<number, TileStatistics>> {
    const samples = new Map<number, TileStatistics>()
    if (tiles.length === 0) return Promise.resolve(samples)
    return new Promise((resolve) => {
      const end = () => {
        for (const stop of stops) stop()
        this.#ends.delete(end)
        resolve(samples)
      }
      const stops = [
        this.#clock.after(patienceInMs, end),
        ...tiles.map((tile) =>
          this.#live.watchStatistics(tile, (statistics) => {
            samples.set(tile, statistics)
            if (samples.size === tiles.length) end()
          }),
        ),
      ]
      this.#ends.add(end)
    })
  }

  dispose(): void {
    for (const end of this.#ends) end()
  }
}
