import { onTestFinished } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { PlatformAddress } from '#contract/wall/connection.ts'
import { Network } from '#main/core/network/network.ts'
import { patienceOf } from '#main/core/platform/defaults.ts'
import { PlatformClient } from '#main/core/platform/platform-client.ts'
import type { KeyVerdict } from '#main/core/platform/platform-findings.ts'
import { type Clock, systemClock, type Timers } from '#main/core/time.ts'
import { FakePlatform } from '../support/fake-platform.ts'
import { memoryLog } from '../support/memory-log.ts'

export interface ClientStandOptions {
  readonly address: PlatformAddress
  readonly key?: string
  /** Where occupancy has one of its own. */
  readonly occupancyCredential?: string | undefined
  /** Whether the wall knows the organization of the key. */
  readonly knowsOrganization?: boolean
  /** The server is going to be silent: time-outs come at once, as pauses between attempts always do. */
  readonly impatient?: boolean
  /** Instead of a real network and a clock that runs faster. */
  readonly fetch?: typeof fetch
  readonly timers?: Timers
  readonly clock?: Clock
}

/** A client against a real server, with its clock running faster. It ends with its test. */
export function clientStand({
  address,
  key = 'tsk_secret_0123456789',
  occupancyCredential,
  knowsOrganization = true,
  impatient = false,
  fetch,
  timers,
  clock = systemClock,
}: ClientStandOptions) {
  const { logger, lines, redactor } = memoryLog()
  redactor.add(key)
  const delaysInMs: number[] = []
  const verdicts: KeyVerdict[] = []
  const fasterTimers: Timers = {
    after(delayInMs, run) {
      delaysInMs.push(delayInMs)
      // On a busy machine a real answer may take a while; a time-out of a few milliseconds would come first.
      const isPause = delayInMs < patienceOf('stopPlayback').timeoutInMs
      const timer = setTimeout(run, isPause || impatient ? delayInMs / 100 : delayInMs)
      return () => clearTimeout(timer)
    },
  }
  const client = new PlatformClient({
    address,
    key: async () => (key === '' ? fail(wallError('no_key')) : ok(key)),
    ...(occupancyCredential === undefined
      ? {}
      : { occupancyCredential: async () => ok(occupancyCredential) }),
    orgId: () => (knowsOrganization ? 'org-1' : undefined),
    fetch: fetch ?? new Network({ dataDir: '/nowhere', env: {}, log: logger.area('network') }).fetch,
    clock,
    timers: timers ?? fasterTimers,
    random: () => 0,
    redactor,
    log: logger.area('platform'),
    onVerdict: (_, verdict) => verdicts.push(verdict),
    onHealth: () => {},
  })
  onTestFinished(() => client.dispose())
  return { client, lines, delaysInMs, verdicts, redactor }
}

/** A client, and the platform that it asks; a test says what that answers. */
export async function platformStand({
  overrides,
  ...options
}: Omit<ClientStandOptions, 'address'> & Pick<PlatformAddress, 'overrides'> = {}) {
  const platform = await FakePlatform.start()
  return { platform, ...clientStand({ address: { baseUrl: platform.url, overrides }, ...options }) }
}
