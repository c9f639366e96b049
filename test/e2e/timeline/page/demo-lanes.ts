import type { EventChunk } from '#renderer/timeline/columns/event-column.ts'
import type { Lane } from '#renderer/timeline/lane-list.ts'

const names = (
  'Main entrance, Till 1, Till 2, Car park north, Loading dock, ' +
  'Corridor B, Turnstile, Cold store, Reception'
).split(', ')

export const eventTypes = ['Door', 'Sale', 'Weight', 'Turnstile'].map((name) => ({ name }))

export function demoLanes(count: number): Lane[] {
  return Array.from({ length: count }, (_, at) => {
    const round = Math.floor(at / names.length)
    const name = `${names[at % names.length] ?? ''}${round > 0 ? ` ${round + 1}` : ''}`
    return { id: `cam-${at + 1}`, cameraId: `cam-${at + 1}`, number: at + 1, name }
  })
}

/** The same numbers every time. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** As many events of one lane, more of them by day, ascending. */
export function demoEvents(seed: number, count: number, fromMs: number, untilMs: number): EventChunk {
  const next = random(seed)
  const startMs = new Float64Array(count)
  for (let at = 0; at < count; ) {
    const ms = fromMs + next() * (untilMs - fromMs)
    const hour = (ms / 3_600_000) % 24
    if (next() < 0.08 + 0.92 * Math.max(0, Math.sin(((hour - 5) / 24) * 2 * Math.PI))) startMs[at++] = ms
  }
  startMs.sort()
  return { startMs, rowIds: Uint32Array.from({ length: count }, (_, at) => at) }
}

/** All of it but two gaps, the second of a few minutes. */
export function demoCoverage(seed: number, startMs: number, endMs: number): [number, number][] {
  const day = 86_400_000
  const first = Math.floor(startMs / day)
  const ranges: [number, number][] = []
  let from = startMs
  for (let at = first; at * day < endMs; at++) {
    const next = random(at * 97 + seed)
    const long = at * day + next() * day * 0.45
    const short = at * day + (0.5 + next() * 0.45) * day
    for (const [gapMs, lengthMs] of [
      [long, 1_200_000],
      [short, 240_000],
    ] as const) {
      if (gapMs >= endMs) break
      if (gapMs > from) ranges.push([Math.round(from), Math.round(gapMs)])
      from = Math.max(from, gapMs + lengthMs)
    }
  }
  if (from < endMs) ranges.push([Math.round(from), endMs])
  return ranges
}
