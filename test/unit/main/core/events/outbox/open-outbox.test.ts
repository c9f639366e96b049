import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { ExactMessage } from '#contract/exact-words.ts'
import { ok } from '#contract/result.ts'
import { eventDefaults } from '#main/core/events/defaults.ts'
import { Marks } from '#main/core/events/marks.ts'
import { outboxDefaults } from '#main/core/events/outbox/defaults.ts'
import { openOutbox, openWorkerStore } from '#main/core/events/outbox/open-outbox.ts'
import type { KeyedEvent } from '#main/core/platform/event-calls.ts'
import { systemClock, systemTimers } from '#main/core/time.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { FakeTime, settle } from '../../support/fake-time.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { anEvent, openTestStore } from './outbox-stand.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const workerScript = new URL(
  '../../../../../../src-main/core/events/outbox/outbox-worker.ts',
  import.meta.url,
)

function open(dataDir: string, time?: FakeTime) {
  const { logger, lines } = memoryLog()
  const notices: ExactMessage[] = []
  const sent = Promise.withResolvers<KeyedEvent>()
  const one = async (event: KeyedEvent) => {
    sent.resolve(event)
    return ok(undefined)
  }
  const outbox = openOutbox({
    dataDir,
    platform: 'p',
    workerScript,
    calls: {
      one,
      batch: async (events) => {
        for (const event of events) sent.resolve(event)
        return ok(events.map(() => ({ success: true })))
      },
    },
    clock: time ?? systemClock,
    timers: time ?? systemTimers,
    random: Math.random,
    log: logger.area('outbox'),
    onNotice: (notice) => notices.push(notice),
  })
  onTestFinished(() => outbox.dispose())
  return { outbox, lines, notices, sent: sent.promise }
}

it('an outbox sends what it accepts, with the uid for a key', async () => {
  const { outbox, notices, sent } = open(tempDir())
  expect(await outbox.accept([anEvent('1')])).toMatchObject({ ok: true, value: { accepted: 1 } })
  const { uid, timestampMs, ...event } = anEvent('1')
  expect(await sent).toEqual({ idempotencyKey: uid, event: { ...event, timestamp: timestampMs } })
  expect(notices).toEqual([])
})

it('one that was damaged is told of, and another one takes its place', async () => {
  const dir = tempDir()
  writeFileSync(join(dir, 'events.db'), 'x'.repeat(4_096))
  const { outbox, lines, notices } = open(dir)
  expect(await outbox.status()).toMatchObject({ depth: 0 })
  expect(notices.map(({ exact }) => exact.code)).toEqual(['outbox_damaged'])
  expect(lines.join()).toContain(notices[0]?.message)
})

it('where there can be none, every call says why, and nothing else happens', async () => {
  const dir = tempDir()
  writeFileSync(join(dir, 'file'), '')
  const { outbox, lines } = open(join(dir, 'file'))
  const { unavailable, ...none } = await outbox.status()
  expect(none).toEqual({ depth: 0, held: 0, deadLetters: [], deadLetterCount: 0 })
  expect(unavailable?.code).toBe('storage_failed')
  await settle()
  expect(lines.join()).toContain(unavailable?.message)
  for (const call of [
    outbox.accept([anEvent('1')]),
    outbox.positionOf('till'),
    outbox.complete({ orgId: 'a', eventTypeId: 'b' }),
    outbox.retry({ all: true }),
    outbox.discard({ all: true }),
  ]) {
    expect(await call).toEqual({ ok: false, error: unavailable })
  }
  outbox.wake()
  outbox.resume()
  outbox.onChange(() => expect.unreachable())()
})

it('one that is disposed of before it has opened asks nothing of what is closed', async () => {
  const time = new FakeTime()
  const { outbox, lines } = open(tempDir(), time)
  const ended = outbox.dispose()
  await time.advance(outboxDefaults.endInMs)
  await ended
  // Answered when the thread has ended, as whatever was asked before.
  await outbox.status()
  await settle()
  expect(lines).toEqual([])
})

it('what could not be opened at first is opened by the next mark, and sent', async () => {
  const dir = tempDir()
  const file = join(dir, 'data')
  writeFileSync(file, 'in the way')
  const { outbox, sent } = open(file)
  const changed = Promise.withResolvers<void>()
  outbox.onChange(changed.resolve)
  expect(await outbox.accept([anEvent('1')])).toMatchObject({ error: { code: 'storage_failed' } })
  rmSync(file)
  const both = [outbox.accept([anEvent('2')]), outbox.accept([anEvent('3')])]
  expect(await Promise.all(both)).toMatchObject([{ value: { accepted: 1 } }, { value: { accepted: 1 } }])
  await changed.promise
  expect((await outbox.status()).unavailable).toBeUndefined()
  expect(await sent).toMatchObject({ idempotencyKey: anEvent('2').uid })
})

it.each([
  ['what waits', anEvent('1')],
  ['what waits for the tag of marks', anEvent('1', { eventTypeId: undefined, orgId: undefined })],
])('what could not be opened at first is opened within a minute, and sends %s', async (_what, event) => {
  const dir = tempDir()
  const file = join(dir, 'data')
  mkdirSync(file)
  const before = openTestStore(file, 'p')
  before.accept({ events: [event], position: undefined, nowMs: 0, maxWaiting: 9 })
  before.close()
  renameSync(file, join(dir, 'away'))
  writeFileSync(file, 'in the way')
  const time = new FakeTime()
  const { outbox, sent } = open(file, time)
  const fields = [{ name: eventDefaults.mark.noteField, type: 'text' as const }]
  const marks = new Marks({
    calls: {
      tags: async () => ok([{ id: 'mark-tag', name: eventDefaults.mark.tagName, fields }]),
      createTag: async () => expect.unreachable(),
    },
    outbox,
    orgId: () => 'org-1',
    typedTags: () => [],
    timers: time,
  })
  onTestFinished(() => marks.dispose())
  expect((await outbox.status()).unavailable?.code).toBe('storage_failed')
  await settle()
  rmSync(file)
  renameSync(join(dir, 'away'), file)
  await time.advance(60_000)
  expect(await sent).toMatchObject({
    idempotencyKey: event.uid,
    event: { eventTypeId: event.eventTypeId ?? 'mark-tag' },
  })
})

it.each([
  ['with a fault', "throw new Error('the disk is on fire')", 'the disk is on fire'],
  ['without a word', 'process.exit()', 'its thread has ended'],
])('a thread that ends %s leaves nobody without an answer', async (_how, end, reason) => {
  const code = `import { parentPort } from 'node:worker_threads'
    parentPort.postMessage({ id: 0, result: { ok: true } })
    parentPort.once('message', () => { ${end} })`
  const script = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  const { store } = unwrap(
    await openWorkerStore(script, { dir: '', platform: '', nowMs: 0, busyTimeoutInMs: 0 }),
  )
  const stopped = {
    ok: false,
    error: {
      code: 'outbox_unavailable',
      exact: { code: 'outbox_stopped', values: { reason } },
    },
  }
  expect(await Promise.all([store.hasten(), store.beginAnew()])).toMatchObject([stopped, stopped])
  expect(await store.hasten()).toMatchObject(stopped)
})
