import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { isOwnerGone, newLease } from '#main/core/lease-owner.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { anEvent, openTestStore } from './outbox-stand.ts'

const nowMs = 1_790_000_000_000

it('of a process that was killed is over at once, of a living one when its time is', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  const dir = tempDir()
  const [store, elsewhere] = [openTestStore(dir, 'p'), openTestStore(dir, 'q')]
  store.accept({ events: [anEvent('1')], position: undefined, nowMs, maxWaiting: 10 })
  const claim = (lease: string) =>
    store
      .claim({ lease, nowMs, monotonicMs: 0, leaseInMs: 30_000, limit: 10, maxDelayInMs: 1 })
      .events.map(({ uid }) => uid)
  expect(claim(`${child.pid}.a`)).toEqual(['1'])
  expect(claim('b')).toEqual([])
  expect(elsewhere.discard({ platform: 'p' })).toBe(0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(claim('c')).toEqual(['1'])
  store.release('c')
  expect(claim(`${child.pid}.d`)).toEqual(['1'])
  expect(elsewhere.discard({ platform: 'p' })).toBe(1)
  expect(isOwnerGone(newLease())).toBe(false)
})

it('of this process keeps nothing of a platform that it has left', () => {
  const dir = tempDir()
  const [left, shown] = [openTestStore(dir, 'p'), openTestStore(dir, 'q')]
  left.accept({ events: [anEvent('1')], position: undefined, nowMs, maxWaiting: 10 })
  left.claim({ lease: newLease(), nowMs, monotonicMs: 0, leaseInMs: 30_000, limit: 10, maxDelayInMs: 1 })
  expect(shown.discard({ platform: 'p' })).toBe(1)
})

it('is of a process of this machine, and of one of its rounds alone', () => {
  const [one, other] = [newLease(), newLease()]
  expect(one).not.toBe(other)
  expect([one, other].map((lease) => Number.parseInt(lease, 10))).toEqual([process.pid, process.pid])
})
