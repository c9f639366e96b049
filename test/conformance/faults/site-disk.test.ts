import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { eventTagSchema } from '#contract/platform/events.ts'
import { ok } from '#contract/result.ts'
import type { ClaimedEvent } from '#main/core/events/outbox/store-port.ts'
import { PlatformDelivery } from '#main/core/events/outbox/platform-delivery.ts'
import { Redactor } from '#main/core/log/redactor.ts'
import { PlatformClient } from '#main/core/platform/platform-client.ts'
import { systemClock, systemTimers } from '#main/core/time.ts'
import { mountSmallDisk } from '../../stand/small-disk.ts'
import { OpenRound } from '../../unit/main/core/events/outbox/outbox-stand.ts'
import { memoryLog } from '../../unit/main/core/support/memory-log.ts'
import { post } from '../api/requests.ts'
import { startSite, type TestSite } from '../start-site.ts'

const small = mountSmallDisk()
const { dir: disk, isMounted } = small
let site: TestSite | undefined
afterEach(() => site?.stop())
afterAll(() => small.dispose())

it('events that a platform has no room for, one or many in a request, wait until it has', async (context) => {
  if (!isMounted) context.skip('only root can mount a small disk, and not in every container')
  site = await startSite({ dataDir: join(disk, 'data'), withMediaServer: false })
  const { baseUrl, account } = site
  const { orgId } = account
  const key = await site.apiKey()
  const tag = await post(
    baseUrl + defaultPaths.eventTags,
    { name: 'Verkauf', fields: [{ name: 'items', type: 'integer' }] },
    key,
  )
  const eventTypeId = eventTagSchema.parse(tag.json).id
  const client = new PlatformClient({
    address: { baseUrl },
    key: async () => ok(key),
    orgId: () => orgId,
    fetch,
    clock: systemClock,
    timers: systemTimers,
    random: Math.random,
    redactor: new Redactor(),
    log: memoryLog().logger.area('platform'),
    onVerdict: () => undefined,
    onHealth: () => undefined,
  })
  const delivery = new PlatformDelivery({
    calls: client.insert,
    clock: systemClock,
    lanes: 2,
    batchAgainInMs: 60_000,
  })
  const events = [1, 2, 3].map(
    (id): ClaimedEvent => ({
      id,
      uid: `sale-${id}`,
      attempts: 0,
      orgId,
      cameraId: 'cam-01',
      eventTypeId,
      timestampMs: systemClock.wallMs() - id,
      fields: { items: id },
    }),
  )
  const kinds = async (count: number) => {
    const round = new OpenRound()
    await delivery.deliver(events.slice(0, count), round)
    return [...round.outcomes.values()].map(({ kind }) => kind)
  }

  small.fill()
  expect(await kinds(1)).toEqual(['later'])
  expect(await kinds(3)).toEqual(['later', 'later', 'later'])
  small.clear()
  expect(await kinds(3)).toEqual(['sent', 'sent', 'sent'])
  client.dispose()
})
