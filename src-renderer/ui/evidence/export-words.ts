import { never } from '#contract/result.ts'
import type { FootageExport } from '#contract/wall/evidence.ts'
import { numberText, t } from '../../language/language.ts'
import { errorWords, noticeWords } from '../../language/error-words.ts'

const bytesAMegabyte = 1_000_000

/** What an export does, in a sentence. */
export function exportWords({ state, progress, bytes, gaps, error, remarks }: FootageExport): string {
  const percent = Math.floor(progress * 100)
  const megabytes = numberText(bytes / bytesAMegabyte, {
    useGrouping: false,
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  switch (state) {
    case 'reading':
      return error === undefined
        ? t('evidence.reading', { percent, megabytes })
        : t('evidence.waiting', { why: errorWords(error) })
    case 'writing':
      return t('evidence.writing', { percent })
    case 'failed':
      return t('evidence.failed', { why: errorWords(error) ?? '' })
    case 'cancelled':
      return t('evidence.cancelled')
    case 'done':
      return [t('evidence.done'), t('evidence.gaps', { gaps }), ...remarks.map(noticeWords)].join(' ')
    default:
      return never(state)
  }
}
