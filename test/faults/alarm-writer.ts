import { AlarmLog } from '#main/core/alarms/alarm-log.ts'
import { createLogger } from '#main/core/log/logger.ts'
import { Redactor } from '#main/core/log/redactor.ts'
import { systemClock } from '#main/core/time.ts'

/** `kept`: an entry that is on the disk. `notices`: what a start has found. */
export interface FromAlarmWriter {
  readonly kept?: string
  readonly notices?: readonly string[]
  readonly problem?: string
}

/** A process that appends to a log of alarms without end, and sends the id of each entry that is on the disk. */
const send = (message: FromAlarmWriter) => process.send?.(message)
const [folder = ''] = process.argv.slice(2)
const sink = { write: () => undefined }
const logger = createLogger({ sink, redactor: new Redactor(), clock: systemClock, level: 'error' })
// Small files, so that many a kill meets the beginning of a new one.
const limits = { maxFileBytes: 4_000 }
const log = new AlarmLog({ folder, clock: systemClock, log: logger.area('alarms'), limits })
const read = await log.append([], true)
send({ notices: (read.ok ? (read.value?.notices ?? []) : [read.error]).map(({ message }) => message) })
process.on('disconnect', () => process.exit(0))
for (let at = 0; ; at += 1) {
  const alarmId = `${process.pid}-${at}`
  const reason = 'x'.repeat(at % 300)
  const written = await log.append([{ kind: 'acknowledged', alarmId, who: 'Anna', reason, more: 0 }], false)
  send(written.ok ? { kept: alarmId } : { problem: written.error.message })
}
