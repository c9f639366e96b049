import { timelineDefaults } from '../defaults.ts'
import { pxOf, msAt, type TimelineView } from '../view.ts'
import { placeLabels, type PlacedLabel } from './place-labels.ts'
import { type Step, stepBetween, stepFor, ticksBetween } from './ticks.ts'
import { clockText, dateText, monthText, weekdayText } from './time-words.ts'
import type { Zone } from './zone.ts'

/** Everything that an axis shows, in CSS pixels from its left edge. */
export interface Axis {
  /** Short ticks without a label. */
  readonly minorPx: readonly number[]
  /** Ticks with a label, were there room. */
  readonly majorPx: readonly number[]
  /** Where a local day (or month, when days are the ticks) begins: a line through all lanes. */
  readonly bordersPx: readonly number[]
  readonly labels: readonly PlacedLabel[]
  /** The row below: which day, or month, the labels belong to. The first one sticks to the left edge. */
  readonly context: readonly PlacedLabel[]
}

export type MeasureText = (text: string, weight: 'regular' | 'strong') => number

/** @param scale CSS pixels for one at 1080 lines: labels grow with the screen */
export function axisOf(
  view: TimelineView,
  widthPx: number,
  zone: Zone,
  measure: MeasureText,
  scale = 1,
): Axis {
  const { labelEveryPx, tickEveryPx, labelGapPx } = timelineDefaults.axis
  const finest: Step = { unit: 'clock', ms: 1_000 }
  const step = stepFor(view.msPerPx, labelEveryPx * scale, finest)
  const between = stepBetween(step, view.msPerPx, tickEveryPx * scale)
  const bordersStep: Step = step.unit === 'clock' ? { unit: 'days', count: 1 } : { unit: 'months' }

  const untilMs = msAt(view, widthPx, widthPx)
  const px = (ms: number) => pxOf(view, widthPx, ms)
  // A label that began left of the edge is still read.
  const fromMs = msAt(view, widthPx, -labelEveryPx * 2 * scale)
  const major = ticksBetween(zone, fromMs, untilMs, step)
  const borders = ticksBetween(zone, fromMs, untilMs, bordersStep)
  const gapPx = labelGapPx * scale

  const wanted = [...new Set([...borders, ...major])].map((ms) => {
    const text = labelText(zone, ms, step)
    const isBorder = borders.includes(ms)
    return { text, px: px(ms), widthPx: measure(text, 'regular'), isBorder }
  })
  const contextText = step.unit === 'clock' ? dateText : monthText
  const context = borders.map((ms) => {
    const text = contextText(zone, ms)
    return { text, px: px(ms), widthPx: measure(text, 'strong'), isBorder: true }
  })
  const leftText = contextText(zone, msAt(view, widthPx, 0))
  const left = { text: leftText, px: 0, widthPx: measure(leftText, 'strong'), isBorder: false }
  return {
    minorPx: ticksBetween(zone, fromMs, untilMs, between).map(px),
    majorPx: major.map(px),
    bordersPx: borders.map(px),
    // Half a label is read as another time.
    labels: placeLabels(wanted, gapPx).filter(
      (label) => label.px >= 0 && label.px + label.widthPx <= widthPx - gapPx,
    ),
    context: placeLabels([left, ...context.filter((label) => label.px > 0)], gapPx),
  }
}

function labelText(zone: Zone, ms: number, step: Step): string {
  if (step.unit === 'clock') return clockText(zone, ms, step.ms < 60_000 ? 'second' : 'minute')
  return weekdayText(zone, ms)
}
