/** Who has a session: a tile of a monitor, or something of this wall that has no number. */
export interface Holder {
  readonly monitor: number
  /** As the operator counts, from 1. */
  readonly tile: number | undefined
}

/** "10 of 10 playback sessions are in use: tiles 1–9 of this wall, 1 elsewhere." */
export function capSentence(cap: number, holders: readonly Holder[]): string {
  const elsewhere = Math.max(0, cap - holders.length)
  const said = [...holdersByMonitor(holders), ...(elsewhere > 0 ? [`${elsewhere} elsewhere`] : [])]
  const whose = said.length === 0 ? '' : `: ${said.join(', ')}`
  return `${cap} of ${cap} playback sessions are in use${whose}. End one of them and try again.`
}

function holdersByMonitor(holders: readonly Holder[]): string[] {
  const monitors = [...new Set(holders.map(({ monitor }) => monitor))].toSorted((a, b) => a - b)
  return monitors.flatMap((monitor) => {
    const where = monitors.length === 1 ? 'of this wall' : `of monitor ${monitor}`
    const there = holders.filter((holder) => holder.monitor === monitor)
    const tiles = [...new Set(there.flatMap(({ tile }) => tile ?? []))].toSorted((a, b) => a - b)
    const more = there.filter(({ tile }) => tile === undefined).length
    return [
      ...(tiles.length > 0 ? [`${tiles.length === 1 ? 'tile' : 'tiles'} ${stretches(tiles)} ${where}`] : []),
      ...(more > 0 ? [`${more}${tiles.length > 0 ? ' more' : ''} ${where}`] : []),
    ]
  })
}

/** `1–3 and 7` of 1, 2, 3, 7. */
function stretches(sorted: readonly number[]): string {
  const found: { from: number; to: number }[] = []
  for (const value of sorted) {
    const last = found.at(-1)
    if (last !== undefined && value === last.to + 1) last.to = value
    else found.push({ from: value, to: value })
  }
  const texts = found.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}
