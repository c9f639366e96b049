import { t } from '../language/language.ts'
/** Footage that is to be exported: one end of it, or both. Epoch milliseconds. */
export interface ExportRange {
  readonly startMs?: number
  readonly endMs?: number
}

/** Sets an end where the wall stands; the other one is cleared where it would be on the wrong side. */
export function withEnd(range: ExportRange, end: 'start' | 'end', atMs: number): ExportRange {
  const instantMs = Math.round(atMs)
  const { startMs, endMs } = range
  if (end === 'start')
    return endMs !== undefined && endMs > instantMs ? { startMs: instantMs, endMs } : { startMs: instantMs }
  return startMs !== undefined && startMs < instantMs ? { startMs, endMs: instantMs } : { endMs: instantMs }
}

/** `14:02:10 to 14:05:30 (3 min 20 s)`, or which end is still to be set. `timeText` writes an instant. */
export function rangeWords(
  { startMs, endMs }: ExportRange,
  timeText: (epochMs: number) => string,
): string | undefined {
  if (startMs !== undefined && endMs !== undefined) {
    return t('range.whole', {
      start: timeText(startMs),
      end: timeText(endMs),
      length: lengthWords(endMs - startMs),
    })
  }
  if (startMs !== undefined) return t('range.from', { start: timeText(startMs) })
  return endMs === undefined ? undefined : t('range.until', { end: timeText(endMs) })
}

function lengthWords(lengthMs: number): string {
  const seconds = Math.round(lengthMs / 1_000)
  const parts = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const
  const amounts = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount} ${unit}`)
  return amounts.length === 0 ? t('range.short') : amounts.join(' ')
}
