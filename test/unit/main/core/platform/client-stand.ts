import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { PlatformAddress } from '#contract/wall/connection.ts'
import { PlatformClient, type KeyVerdict } from '../../../../../src-main/core/platform/platform-client.ts'
import { systemClock, type Timers } from '../../../../../src-main/core/time.ts'
import { memoryLog } from '../support/memory-log.ts'

export interface ClientStandOptions {
  readonly address: PlatformAddress
  readonly key?: string
  /** Divides every delay and time-out, so that a test waits for behaviour and not for seconds. */
  readonly hurry?: number
}

/** A client against a real server, with its clock running faster. */
export function clientStand({ address, key = 'tsk_secret_0123456789', hurry = 1 }: ClientStandOptions) {
  const { logger, lines, redactor } = memoryLog()
  redactor.add(key)
  const delaysInMs: number[] = []
  const verdicts: KeyVerdict[] = []
  const timers: Timers = {
    after(delayInMs, run) {
      delaysInMs.push(delayInMs)
      const timer = setTimeout(run, delayInMs / hurry)
      return () => clearTimeout(timer)
    },
  }
  const client = new PlatformClient({
    address,
    key: async () => (key === '' ? fail(wallError('no_key')) : ok(key)),
    fetch,
    clock: systemClock,
    timers,
    random: () => 0,
    redactor,
    log: logger.area('platform'),
    onVerdict: (_, verdict) => verdicts.push(verdict),
    onHealth: () => {},
  })
  return { client, lines, delaysInMs, verdicts, redactor }
}
