import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'

/** Who has a session: a tile of a monitor, or something of this wall that has no number. */
export interface Holder {
  readonly monitor: number
  /** As the operator counts, from 1. */
  readonly tile: number | undefined
}

/** "10 of 10 playback sessions are in use: tiles 1–9 of this wall and 1 elsewhere." */
export function capSentence(cap: number, holders: readonly Holder[]): ExactMessage {
  const elsewhere = Math.max(0, cap - holders.length)
  const whose = [
    ...holdersByMonitor(holders),
    ...(elsewhere > 0 ? [exactMessage('part_sessions_elsewhere', { count: elsewhere })] : []),
  ]
  return whose.length === 0
    ? exactMessage('sessions_used', { cap })
    : exactMessage('sessions_used_by', { cap, holders: whose })
}

function holdersByMonitor(holders: readonly Holder[]): ExactMessage[] {
  const monitors = [...new Set(holders.map(({ monitor }) => monitor))].toSorted((a, b) => a - b)
  return monitors.flatMap((monitor) => {
    const isOnlyOne = monitors.length === 1
    const there = holders.filter((holder) => holder.monitor === monitor)
    const tiles = [...new Set(there.flatMap(({ tile }) => tile ?? []))].toSorted((a, b) => a - b)
    const more = there.filter(({ tile }) => tile === undefined).length
    const noun = tiles.length === 1 ? 'part_tile' : 'part_tiles'
    const others = tiles.length === 0 ? 'part_sessions' : 'part_more_sessions'
    const inTiles = { tiles: stretches(tiles) }
    return [
      ...(tiles.length === 0
        ? []
        : [
            isOnlyOne
              ? exactMessage(`${noun}_here`, inTiles)
              : exactMessage(`${noun}_of_monitor`, { ...inTiles, monitor }),
          ]),
      ...(more === 0
        ? []
        : [
            isOnlyOne
              ? exactMessage(`${others}_here`, { count: more })
              : exactMessage(`${others}_of_monitor`, { count: more, monitor }),
          ]),
    ]
  })
}

/** `1–3, 7` of 1, 2, 3, 7. */
function stretches(sorted: readonly number[]): string {
  const found: { from: number; to: number }[] = []
  for (const value of sorted) {
    const last = found.at(-1)
    if (last !== undefined && value === last.to + 1) last.to = value
    else found.push({ from: value, to: value })
  }
  const texts = found.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
  return texts.join(', ')
}
