import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openStore } from '#main/core/events/outbox/open-store.ts'
import { callStore } from '#main/core/events/outbox/store-port.ts'
import { mountSmallDisk } from '../../stand/small-disk.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const small = mountSmallDisk()
const { dir: disk, isMounted } = small
afterAll(() => small.dispose())

const full = {
  ok: false,
  error: { code: 'storage_failed', message: expect.stringContaining('disk is full') },
}

it('an outbox on a full disk says so, keeps what it had, and goes on when there is room again', (context) => {
  if (!isMounted) context.skip('only root can mount a small disk, and not in every container')
  const { store } = unwrap(openStore({ dir: disk, platform: 'p', nowMs: 0, busyTimeoutInMs: 100 }))
  const accept = (name: string, count: number) => {
    const events = Array.from({ length: count }, (_, at) => ({
      uid: `${name}-${at}`,
      orgId: 'acme',
      cameraId: 'camera',
      eventTypeId: 'sale',
      timestampMs: 0,
      fields: { note: 'x'.repeat(1_000) },
    }))
    return callStore(store, 'accept', [{ events, position: undefined, nowMs: 0, maxWaiting: 10_000 }])
  }
  expect(accept('kept', 100)).toEqual({ ok: true, value: { accepted: 100, known: 0, conflicts: [] } })
  small.fill()
  expect(accept('too-much', 500)).toMatchObject(full)
  expect(store.status(1)).toMatchObject({ depth: 100 })
  small.clear()
  expect(accept('later', 100)).toEqual({ ok: true, value: { accepted: 100, known: 0, conflicts: [] } })
  store.close()
})

it('an outbox that cannot be opened because the disk is full says so', (context) => {
  if (!isMounted) context.skip('only root can mount a small disk, and not in every container')
  small.fill()
  expect(openStore({ dir: join(disk, 'data'), platform: 'p', nowMs: 0, busyTimeoutInMs: 100 })).toMatchObject(
    full,
  )
})
