import { BYTE_ORDER_MARK, csvLine } from '#contract/wall/csv-cell.ts'
import type { AnsweredReport } from './report-controller.ts'
import { ruleWords } from './report-words.ts'
import { t } from '../../language/language.ts'

/** What a file of a report is made from. */
export type ReportFileOptions = Pick<AnsweredReport, 'answer' | 'range' | 'zone' | 'capacity' | 'title'>

const columns = [
  'start',
  'end',
  'start_epoch_ms',
  'end_epoch_ms',
  'average',
  'maximum',
  'entrances',
  'exits',
  'capacity',
  'resets',
]

/** A line a piece of the range, for spreadsheets. A platform without a curve gives one line: the whole range. */
export function reportTable({ answer, range, zone, capacity }: ReportFileOptions): string {
  const { average, maximum, resets = [] } = answer
  const buckets = answer.buckets ?? [{ ...range, average, maximum }]
  const lines = buckets.map((bucket) => {
    const { startMs, endMs } = bucket
    const within = resets.filter(({ atMs }) => startMs <= atMs && atMs < endMs)
    return csvLine([
      zone.isoText(startMs),
      zone.isoText(endMs),
      startMs,
      endMs,
      bucket.average,
      bucket.maximum,
      bucket.entrances,
      bucket.exits,
      capacity,
      within
        .map(({ atMs, value, rule }) =>
          t('occupancy.file.reset', {
            at: zone.isoText(atMs),
            value: value ?? '?',
            rule: ruleWords(rule),
          }),
        )
        .join('; ') || undefined,
    ])
  })
  return BYTE_ORDER_MARK + csvLine(columns) + lines.join('')
}

/** `occupancy Sales floor 2026-11-20 to 2026-11-22.csv`; without what a file system takes amiss. */
export function reportFileName({ title, range, zone }: ReportFileOptions, ending: 'csv' | 'png'): string {
  const day = (ms: number) => zone.isoText(ms).slice(0, 10)
  const [first, last] = [day(range.startMs), day(range.endMs - 1)]
  const days = first === last ? first : t('occupancy.file.days', { first, last })
  const name = title
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${[t('occupancy.file.name'), ...(name === '' ? [] : [name]), days].join(' ')}.${ending}`
}
