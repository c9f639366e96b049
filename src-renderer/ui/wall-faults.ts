import type { TileStateName } from '#contract/wall/tile-report.ts'
import { stateWords } from './words.ts'
import type { LiveWallPort } from '../live/live-wall-port.ts'
import { t } from '../language/language.ts'

export interface FaultyTile {
  readonly tile: number
  readonly state: TileStateName
}

/** States in which a picture that is on the tile is not now. */
const notLive: ReadonlySet<TileStateName> = new Set(['STALE', 'RECONNECTING', 'OFFLINE', 'NO ACCESS'])

/** A reader that answers with the same list as long as nothing in it has changed. */
export function faultsReader(
  live: Pick<LiveWallPort, 'observe'>,
  tiles: readonly number[],
): () => readonly FaultyTile[] {
  let last: readonly FaultyTile[] = []
  return () => {
    const faults = tiles
      .map((tile) => ({ tile, ...live.observe(tile) }))
      // Of an empty tile nothing has failed.
      .filter(({ state, error }) => notLive.has(state) || (state === 'NO CAMERA' && error !== undefined))
      .map(({ tile, state }) => ({ tile, state }))
    const isSame =
      faults.length === last.length &&
      faults.every(({ tile, state }, at) => last[at]?.tile === tile && last[at]?.state === state)
    if (!isSame) last = faults
    return last
  }
}

/** Names the tiles while they can be counted on one hand, then only how many. */
export function faultSentence(faults: readonly FaultyTile[], tileCount: number): string {
  const head =
    faults.length === tileCount && tileCount > 1
      ? t('faults.noneLive')
      : t('faults.someNotLive', { count: faults.length, tileCount })
  const parts = [...Map.groupBy(faults, ({ state }) => state)].map(([state, tiles]) => {
    const word = stateWords(state)
    if (tiles.length > 5) return `${tiles.length} ${word}`
    const list = tiles.map(({ tile }) => tile + 1).join(', ')
    return t('faults.tiles', { count: tiles.length, list, word })
  })
  return `${head}: ${parts.join(' · ')}`
}
