import { onTestFinished } from 'vitest'
import { RETENTION_IN_DAYS } from '#contract/platform/limits.ts'
import { createRecordings, type RecordingsOptions } from '#site/playback/create-recordings.ts'

/** Of a site that records nothing; closed at the end of the test. */
export async function openRecordings(order: Pick<RecordingsOptions, 'dataDir' | 'db' | 'clock' | 'log'>) {
  const opened = await createRecordings({
    ...order,
    record: undefined,
    retentionDays: RETENTION_IN_DAYS,
    reset: false,
  })
  onTestFinished(() => opened.retention.dispose())
  return opened
}
