import type { Zone } from './zone.ts'

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

/** Distance of ticks: so much of the local clock, or whole local days (7: Mondays), or whole months. */
export type Step =
  | { readonly unit: 'clock'; readonly ms: number }
  | { readonly unit: 'days'; readonly count: 1 | 2 | 7 }
  | { readonly unit: 'months' }

const clock = (ms: number): Step => ({ unit: 'clock', ms })

/** Everything that a clock's face divides into; each is a multiple of some before it. */
const steps: readonly Step[] = [
  ...[0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30].map((seconds) => clock(seconds * secondMs)),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => clock(minutes * minuteMs)),
  ...[1, 2, 3, 6, 12].map((hours) => clock(hours * hourMs)),
  { unit: 'days', count: 1 },
  { unit: 'days', count: 2 },
  { unit: 'days', count: 7 },
  { unit: 'months' },
]

/** The usual length; real days and months differ. */
export function lengthMs(step: Step): number {
  if (step.unit === 'clock') return step.ms
  return step.unit === 'days' ? step.count * dayMs : 30 * dayMs
}

/** The finest step whose ticks are at least `everyPx` apart. */
export function stepFor(msPerPx: number, everyPx: number, finest: Step = clock(100)): Step {
  const least = Math.max(msPerPx * everyPx, lengthMs(finest))
  return steps.find((step) => lengthMs(step) >= least) ?? { unit: 'months' }
}

/** The finest step for ticks between labels: one whose every n-th tick is a tick of the labels. */
export function stepBetween(label: Step, msPerPx: number, everyPx: number): Step {
  const length = lengthMs(label)
  const fits = (step: Step) =>
    lengthMs(step) >= msPerPx * everyPx && (step.unit !== 'clock' || length % step.ms === 0)
  return steps.find(fits) ?? label
}

/** Instants of `[fromMs, untilMs)` at which the local clock or calendar shows a multiple of the step, ascending. */
export function ticksBetween(zone: Zone, fromMs: number, untilMs: number, step: Step): number[] {
  return step.unit === 'clock'
    ? clockTicks(zone, fromMs, untilMs, step.ms)
    : dayTicks(zone, fromMs, untilMs, step)
}

function clockTicks(zone: Zone, fromMs: number, untilMs: number, stepMs: number): number[] {
  const ticks: number[] = []
  for (const period of zone.periods(fromMs, untilMs)) {
    const end = Math.min(untilMs, period.untilMs)
    const start = Math.max(fromMs, period.fromMs) + period.offsetMs
    for (let at = Math.ceil(start / stepMs) * stepMs - period.offsetMs; at < end; at += stepMs) ticks.push(at)
  }
  return ticks
}

function dayTicks(
  zone: Zone,
  fromMs: number,
  untilMs: number,
  step: Exclude<Step, { unit: 'clock' }>,
): number[] {
  const ticks: number[] = []
  for (let day = zone.dayAt(fromMs); ; day++) {
    const at = zone.startOfDay(day)
    if (at >= untilMs) return ticks
    if (at >= fromMs && isTick(day, step)) ticks.push(at)
  }
}

function isTick(day: number, step: Exclude<Step, { unit: 'clock' }>): boolean {
  if (step.unit === 'months') return new Date(day * dayMs).getUTCDate() === 1
  // 1 January 1970 was a Thursday.
  return step.count === 7 ? (day + 3) % 7 === 0 : day % step.count === 0
}
