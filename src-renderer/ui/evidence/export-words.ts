import { never } from '#contract/result.ts'
import type { FootageExport } from '#contract/wall/evidence.ts'

const bytesAMegabyte = 1_000_000

/** What an export does, in a sentence. */
export function exportWords({ state, progress, bytes, gaps, error, remarks }: FootageExport): string {
  const megabytes = `${(bytes / bytesAMegabyte).toFixed(1)} MB`
  switch (state) {
    case 'reading':
      return error === undefined
        ? `Reading footage: ${percent(progress)}, ${megabytes}.`
        : `Waiting, tries again: ${error.message}`
    case 'writing':
      return `Writing files: ${percent(progress)}.`
    case 'failed':
      return `Stopped: ${error?.message ?? ''} What has arrived is kept.`
    case 'cancelled':
      return 'Not finished. What has arrived is kept.'
    case 'done':
      return ['Finished and signed.', gapWords(gaps), ...remarks].join(' ')
    default:
      return never(state)
  }
}

function gapWords(gaps: number): string {
  if (gaps === 0) return 'No gaps.'
  return gaps === 1 ? 'One gap, listed in the manifest.' : `${gaps} gaps, listed in the manifest.`
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`
}
