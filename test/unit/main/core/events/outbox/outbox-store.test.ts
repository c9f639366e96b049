import { wallError } from '#contract/errors.ts'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { openOutboxFile, openStore } from '#main/core/events/outbox/open-store.ts'
import type { OutboxEvent } from '#main/core/events/outbox/event-outbox.ts'
import type { Acceptance, Claim, Settlement } from '#main/core/events/outbox/store-port.ts'
import { OutboxStore } from '#main/core/events/outbox/outbox-store.ts'
import { openWorkerStore } from '#main/core/events/outbox/open-outbox.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { anEvent, openTestStore } from './outbox-stand.ts'
import { refusedWith, unwrap } from '#test/stand/unwrap.ts'

const nowMs = 1_790_000_000_000
const options = (dir: string) => ({ dir, platform: 'p', nowMs, busyTimeoutInMs: 1_000 })
const acceptEvents = (store: OutboxStore, events: readonly OutboxEvent[], change: Partial<Acceptance> = {}) =>
  store.accept({ events, position: undefined, nowMs, maxWaiting: 1_000, ...change })
const accept = (store: OutboxStore, ...uids: string[]) =>
  acceptEvents(
    store,
    uids.map((uid) => anEvent(uid)),
  )
const claimed = (store: OutboxStore, lease: string, change: Partial<Claim> = {}) =>
  store.claim({
    lease,
    nowMs,
    monotonicMs: 0,
    leaseInMs: 30_000,
    limit: 10,
    maxDelayInMs: 300_000,
    ...change,
  })
const claim = (...order: Parameters<typeof claimed>) => claimed(...order).events.map(({ uid }) => uid)
const settle = (store: OutboxStore, lease: string, change: Partial<Settlement>) =>
  store.settle({ lease, nowMs, sent: [], dead: [], later: [], ...change })
const refused = (id: number, message?: string) => ({ id, why: { error: wallError('refused', message) } })

it('has on the disk what it has accepted: a power cut takes nothing', () => {
  const { file } = openOutboxFile({ dir: tempDir(), nowMs, busyTimeoutInMs: 1_000 })
  // SQLite's `full`: it waits for the disk at every commit.
  expect(file.pragma('synchronous', { simple: true })).toBe(2)
  file.close()
})

it('can be read by its owner alone, also one that an older version has made', () => {
  const dir = tempDir()
  openTestStore(dir).close()
  chmodSync(join(dir, 'events.db'), 0o644)
  accept(openTestStore(dir), '1')
  const modes = readdirSync(dir).map((name) => [name, statSync(join(dir, name)).mode & 0o777])
  expect(Object.fromEntries(modes)).toEqual({
    'events.db': 0o600,
    'events.db-wal': 0o600,
    'events.db-shm': 0o600,
  })
})

it('keeps what it has accepted for the next process, with the position it was read from', () => {
  const dir = tempDir()
  const first = openTestStore(dir)
  const position = { source: '/till.csv', mark: '120' }
  acceptEvents(first, [anEvent('1')], { position })
  // Not closed: as after kill -9.
  const second = openTestStore(dir)
  expect(second.positionOf('/till.csv')).toBe('120')
  expect(claim(second, 'a')).toEqual(['1'])
  second.release('a')
  expect(claimed(second, 'b').events).toEqual([{ id: 1, attempts: 0, ...anEvent('1') }])
})

it('gives a camera’s events to nobody else while one of them is being sent', () => {
  const dir = tempDir()
  const [one, other] = [openTestStore(dir), openTestStore(dir)]
  accept(one, '1', '2', '3')
  expect(claim(one, 'a', { limit: 1 })).toEqual(['1'])
  expect(claim(other, 'b')).toEqual([])
  one.renew('a')
  expect(claim(other, 'b', { monotonicMs: 29_999 })).toEqual([])
  expect(claim(other, 'b', { monotonicMs: 59_998 })).toEqual([])
  expect(one.held('a', [1, 2, 3])).toEqual([1])
  expect(claim(other, 'b', { monotonicMs: 59_999 })).toEqual(['1', '2', '3'])
  expect(one.held('a', [1, 2, 3])).toEqual([])
  expect(other.held('b', [3, 1])).toEqual([1, 3])
})

it('knows what waits for the platforms that are not shown', () => {
  const dir = tempDir()
  const [one, other, third] = ['one', 'other', 'third'].map((platform) => openTestStore(dir, platform))
  if (one === undefined || other === undefined || third === undefined) throw new Error('no store')
  accept(one, '1', '2')
  accept(third, '3')
  settle(one, 'a', { sent: [1] })
  expect(other.status(1)).toMatchObject({
    depth: 0,
    elsewhere: [
      { platform: 'one', depth: 1 },
      { platform: 'third', depth: 1 },
    ],
  })
  expect(one.status(1)).toMatchObject({ depth: 1, elsewhere: [{ platform: 'third', depth: 1 }] })
  settle(third, 'a', { sent: [3] })
  expect(one.status(1).elsewhere).toBeUndefined()
})

it('writes what has arrived whoever holds it, and anything else only for who does', () => {
  const dir = tempDir()
  const [one, other] = [openTestStore(dir), openTestStore(dir)]
  accept(one, '1', '2', '3')
  claim(one, 'a')
  claim(other, 'b')
  claim(other, 'b', { monotonicMs: 30_000 })
  const late = { id: 3, nextAtMs: nowMs + 1, reason: 'no' }
  settle(one, 'a', { sent: [1], dead: [refused(2)], later: [late] })
  expect(other.held('b', [1, 2, 3])).toEqual([2, 3])
  settle(other, 'b', { dead: [refused(2)] })
  expect(other.status(1)).toMatchObject({ depth: 1, deadLetterCount: 1 })
  settle(one, 'a', { sent: [2] })
  expect(other.status(1)).toMatchObject({ depth: 1, deadLetterCount: 0 })
  other.release('b', [3])
  expect(claim(one, 'c')).toEqual([])
  other.release('b')
  expect(claim(one, 'c')).toEqual(['3'])
})

it('tells why an event was refused where a version before has kept that as a sentence', () => {
  const dir = tempDir()
  const store = openTestStore(dir)
  accept(store, '1')
  claim(store, 'a')
  settle(store, 'a', { dead: [refused(1)] })
  const file = new Database(join(dir, 'events.db'))
  file.prepare('update event set reason = ?').run('There is no such camera.')
  file.close()
  const why = { error: wallError('refused', 'There is no such camera.') }
  expect(store.status(1).deadLetters).toMatchObject([{ id: '1', why }])
})

it('leaves a sentence of an event that was refused with a code which is not known here', () => {
  const store = openTestStore(tempDir())
  accept(store, '1')
  claim(store, 'a')
  const exact = { code: 'of_a_later_version', values: {} } as never
  const error = { ...wallError('refused', 'No such camera.'), exact }
  settle(store, 'a', { dead: [{ id: 1, why: { error } }] })
  expect(store.status(1).deadLetters).toMatchObject([{ why: { error: { message: 'No such camera.' } } }])
})

it('takes a clock that was set back for what it is', () => {
  const store = openTestStore(tempDir())
  accept(store, '1')
  claim(store, 'a', { nowMs: nowMs + 3_600_000 })
  settle(store, 'a', { later: [{ id: 1, nextAtMs: nowMs + 200_000, reason: '' }] })
  expect(claim(store, 'c')).toEqual([])
  expect(claim(store, 'c', { nowMs: nowMs - 3_600_000 })).toEqual(['1'])
})

it('shares a claim among cameras: a mark does not wait for another camera’s import', () => {
  const store = openTestStore(tempDir())
  accept(store, ...Array.from({ length: 50 }, (_, at) => `import-${at}`))
  acceptEvents(store, [anEvent('mark', { cameraId: 'camera-2' })])
  expect(claim(store, 'a', { limit: 10 })).toContain('mark')
})

it('leaves the events of other platforms alone', () => {
  const dir = tempDir()
  const [one, other] = [
    openTestStore(dir, 'https://one.example'),
    openTestStore(dir, 'https://other.example'),
  ]
  accept(one, '1')
  expect(claim(other, 'a')).toEqual([])
  expect(other.status(10)).toMatchObject({ depth: 0 })
  expect(accept(other, '1')).toEqual({ accepted: 1, known: 0, conflicts: [] })
})

it('forgets sent events that are old or too many, and no others', () => {
  const store = openTestStore(tempDir())
  accept(store, '1', '2', '3', '4')
  claim(store, 'a')
  settle(store, 'a', { sent: [1, 2], dead: [refused(3)] })
  expect(store.purge({ beforeMs: nowMs, keep: 10, chunk: 10 })).toBe(0)
  expect(store.purge({ beforeMs: nowMs + 1, keep: 10, chunk: 1 })).toBe(1)
  expect(store.purge({ beforeMs: nowMs + 1, keep: 10, chunk: 10 })).toBe(1)
  expect(accept(store, '1', '3', '4')).toEqual({ accepted: 1, known: 2, conflicts: [] })
})

it('forgets the oldest of what is more than it may remember, counted from when it was seen last', () => {
  const store = openTestStore(tempDir())
  const uids = ['1', '2', '3', '4']
  accept(store, ...uids)
  claim(store, 'a')
  for (const id of [1, 2, 3, 4]) settle(store, 'a', { nowMs: nowMs + id, sent: [id] })
  acceptEvents(store, [anEvent('1')], { nowMs: nowMs + 9 })
  expect(store.purge({ beforeMs: nowMs + 2, keep: 4, chunk: 10 })).toBe(0)
  expect(store.purge({ beforeMs: 0, keep: 3, chunk: 10 })).toBe(1)
  expect(accept(store, ...uids)).toEqual({ accepted: 1, known: 3, conflicts: [] })
})

it('knows an event by its name, and a conflict by its content', () => {
  const store = openTestStore(tempDir())
  const given = (...events: [uid: string, content?: string][]) =>
    acceptEvents(
      store,
      events.map(([uid, content]) => anEvent(uid, { content })),
    )
  expect(given(['1', 'a'], ['1', 'a'], ['1', 'b'], ['1'])).toEqual({ accepted: 1, known: 2, conflicts: [2] })
  // What came without content has that with which it comes again.
  expect(given(['2'])).toEqual({ accepted: 1, known: 0, conflicts: [] })
  expect(given(['2', 'a'], ['2', 'b'])).toEqual({ accepted: 0, known: 1, conflicts: [1] })
})

it('takes nothing of what it has no room for, not even how far it was read', () => {
  const store = openTestStore(tempDir())
  const take = (...uids: string[]) =>
    acceptEvents(
      store,
      uids.map((uid) => anEvent(uid)),
      { position: { source: 'till', mark: uids.join() }, maxWaiting: 2 },
    )
  expect(take('1', '2')?.accepted).toBe(2)
  expect(take('3')).toBeUndefined()
  expect(store.positionOf('till')).toBe('1,2')
  expect(take('2', '1')?.known).toBe(2)
  expect(store.positionOf('till')).toBe('2,1')
  expect(store.status(0).depth).toBe(2)
})

const of = (uid: string) => anEvent(uid, { cameraId: uid.slice(0, 1) })

it('gives out the cameras that have waited longest, each an equal share, and says when the next one is due', () => {
  const store = openTestStore(tempDir())
  acceptEvents(store, ['c1', 'b1', 'a1', 'c2', 'b2', 'a2', 'c3', 'd1'].map(of))
  expect(claim(store, 'a', { limit: 2 })).toEqual(['c1', 'b1'])
  expect(claim(store, 'b', { limit: 5 })).toEqual(['a1', 'a2', 'd1'])
  const later = [1, 2, 3].map((id) => ({ id, nextAtMs: nowMs + id * 1_000, reason: 'no' }))
  settle(store, 'a', { later: later.slice(0, 2) })
  settle(store, 'b', { later: later.slice(2) })
  store.release('b')
  const next = (atMs: number) => {
    const { events, nextAtMs } = claimed(store, `at ${atMs}`, { nowMs: nowMs + atMs, limit: 3 })
    store.release(`at ${atMs}`)
    return [events.map(({ uid, attempts }) => `${uid} ${attempts}`), nextAtMs && nextAtMs - nowMs]
  }
  expect([next(0), next(1_000), next(9_000)]).toEqual([
    [['d1 0'], 1_000],
    [['c1 1', 'd1 0'], 2_000],
    [['c1 1', 'b1 1', 'a1 1'], undefined],
  ])
  store.hasten()
  expect(next(0)).toEqual([['c1 1', 'b1 1', 'a1 1'], undefined])
  store.beginAnew()
  expect(next(0)).toEqual([['c1 0', 'b1 0', 'a1 0'], undefined])
})

it('tells how many wait since when, and the oldest dead letters', () => {
  const store = openTestStore(tempDir())
  for (const [at, uid] of ['1', '2', '3', '4', '5'].entries()) {
    const change = uid === '5' ? { eventTypeId: undefined } : {}
    acceptEvents(store, [anEvent(uid, change)], { nowMs: nowMs + at })
  }
  claim(store, 'a')
  settle(store, 'a', { dead: [3, 1, 2].map((id) => refused(id, `No ${id}.`)) })
  const { deadLetters, ...counts } = store.status(2)
  expect(counts).toEqual({ depth: 2, held: 1, oldestAtMs: nowMs + 3, deadLetterCount: 3 })
  expect(deadLetters.map(({ id, why }) => `${id} ${why.error.message}`)).toEqual(['1 No 1.', '2 No 2.'])
  expect(store.complete({ orgId: 'other', eventTypeId: 'mark' })).toBe(1)
  store.release('a')
  expect(store.retry({ ids: ['3', '3', 'none'] })).toBe(1)
  const { events } = claimed(store, 'b')
  expect(events.map(({ uid, orgId, eventTypeId }) => [uid, orgId, eventTypeId])).toEqual([
    ['3', 'acme', 'sale'],
    ['4', 'acme', 'sale'],
    // It had an organization, and no tag.
    ['5', 'acme', 'mark'],
  ])
})

it.each([
  ['its first page', 0, 4_096],
  ['one behind it', 4_096, undefined],
])('sets aside a file whose damage is in %s, says so, and starts with an empty one', (_page, from, until) => {
  const dir = tempDir()
  const store = openTestStore(dir)
  accept(store, '1')
  store.close()
  const content = readFileSync(join(dir, 'events.db'))
  writeFileSync(join(dir, 'events.db'), content.fill('x', from, until))
  const opened = unwrap(openStore(options(dir)))
  expect(opened.notice?.exact).toMatchObject({
    code: 'outbox_damaged',
    values: { copy: expect.stringContaining('events.db.damaged-2026-') },
  })
  expect(opened.store.status(1)).toMatchObject({ depth: 0 })
  expect(readdirSync(dir)).toContain('events.db.damaged-2026-09-21T14-13-20-000Z')
})

it('says why a damaged file cannot be set aside', () => {
  const dir = tempDir()
  writeFileSync(join(dir, 'events.db'), 'x'.repeat(4_096))
  mkdirSync(join(dir, 'events.db.damaged-2026-09-21T14-13-20-000Z'))
  const exact = { code: 'outbox_denied', values: { reason: 'EISDIR' } }
  expect(openStore(options(dir))).toMatchObject({ ok: false, error: { code: 'storage_failed', exact } })
})

/** The database answers so when its journal is changed: another process does it at the same time. */
function journalIs(...codes: readonly (string | undefined)[]) {
  const left = [...codes]
  // oxlint-disable-next-line typescript/unbound-method -- called with its owner below
  const { pragma } = Database.prototype
  let tries = 0
  vi.spyOn(Database.prototype, 'pragma').mockImplementation(function answer(
    this: Database.Database,
    source,
    ...how
  ) {
    if (!source.startsWith('journal_mode')) return pragma.call(this, source, ...how)
    tries += 1
    const code = left.length > 1 ? left.shift() : left[0]
    if (code !== undefined) throw Object.assign(new Error('no'), { code })
    return pragma.call(this, source, ...how)
  })
  return { tries: () => tries }
}

it('waits its turn where another process opens it at the same time', () => {
  const { tries } = journalIs('SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY', undefined)
  expect(openStore(options(tempDir()))).toMatchObject({ ok: true, value: { notice: undefined } })
  expect(tries()).toBe(3)
})

it('waits for another process no longer than it may, and not without a break', () => {
  const { tries } = journalIs('SQLITE_BUSY')
  const close = vi.spyOn(Database.prototype, 'close')
  expect(openStore({ ...options(tempDir()), busyTimeoutInMs: 50 })).toMatchObject({ ok: false })
  expect(tries()).toBeGreaterThan(1)
  expect(tries()).toBeLessThan(10)
  expect(close).toHaveBeenCalledOnce()
})

it('takes no fault of the program for one of the disk', () => {
  vi.spyOn(Database.prototype, 'pragma').mockImplementation(() => {
    throw new TypeError('not a function')
  })
  expect(() => openStore(options(tempDir()))).toThrow('not a function')
})

it('does not wait for what no waiting mends', () => {
  const { tries } = journalIs('SQLITE_READONLY', undefined)
  expect(openStore(options(tempDir()))).toMatchObject(refusedWith('storage_failed'))
  expect(tries()).toBe(1)
})

it.each([
  ['leaves a file of a later version alone', 99, refusedWith('outbox_unavailable')],
  [
    'sets aside a file whose tables no release has written',
    2,
    { value: { notice: { exact: { code: 'outbox_damaged' } } } },
  ],
])('%s, and says so', (_what, version, opened) => {
  const dir = tempDir()
  openTestStore(dir).close()
  const file = new Database(join(dir, 'events.db'))
  file.pragma(`user_version = ${version}`)
  file.close()
  expect(openStore(options(dir))).toMatchObject(opened)
})

it('says what is wrong with a folder that cannot be one', () => {
  const dir = tempDir()
  writeFileSync(join(dir, 'file'), '')
  expect(openStore(options(join(dir, 'file')))).toMatchObject(refusedWith('storage_failed'))
})

const worker = new URL('../../../../../../src-main/core/events/outbox/outbox-worker.ts', import.meta.url)

it('works the same from a thread of its own, and fails in words where there is none', async () => {
  const { store } = unwrap(await openWorkerStore(worker, options(tempDir())))
  const acceptance = { events: [anEvent('1')], position: undefined, nowMs, maxWaiting: 10 }
  expect(unwrap(await store.accept(acceptance))).toEqual({ accepted: 1, known: 0, conflicts: [] })
  await store.close()
  expect(await store.accept(acceptance)).toMatchObject(refusedWith('outbox_unavailable'))
  expect(await openWorkerStore(new URL('no-such-file.ts', worker), options(tempDir()))).toMatchObject(
    refusedWith('outbox_unavailable'),
  )
})

it('discards of all refused ones no more than somebody has seen, the oldest', () => {
  const { file } = openOutboxFile(options(tempDir()))
  const store = new OutboxStore(file, 'p')
  accept(store, '1', '2', '3')
  const ids = claimed(store, 'a').events.map(({ id }) => id)
  for (const [at, id] of ids.toReversed().entries())
    settle(store, 'a', { dead: [refused(id)], nowMs: nowMs + at })
  expect(store.discard({ all: true, count: 2 })).toBe(2)
  expect(store.status(9).deadLetters.map(({ id }) => id)).toEqual(['1'])
  expect(store.discard({ all: true })).toBe(1)
})

it('discards what waits for another platform, and nothing else', () => {
  const { file } = openOutboxFile(options(tempDir()))
  const [store, other] = [new OutboxStore(file, 'p'), new OutboxStore(file, 'q')]
  accept(store, '1')
  accept(other, '1', '2', '3', '4')
  const [dead, sent] = claimed(other, 'a').events.map(({ id }) => id)
  settle(other, 'a', { dead: [refused(dead ?? 0)], sent: [sent ?? 0] })
  expect(store.status(9).elsewhere).toEqual([{ platform: 'q', depth: 2 }])
  // Another program is sending them.
  expect(store.discard({ platform: 'q' })).toBe(0)
  other.release('a')
  expect(['p', 'q'].map((platform) => store.discard({ platform }))).toEqual([0, 2])
  expect(store.status(9)).toMatchObject({ depth: 1 })
  expect(store.status(9).elsewhere).toBeUndefined()
  expect(other.status(9)).toMatchObject({ depth: 0, deadLetterCount: 1 })
})

it('reads what is open, and never all that it remembers of a platform', () => {
  const { file } = openOutboxFile(options(tempDir()))
  const prepare = vi.spyOn(file, 'prepare')
  const store = new OutboxStore(file, 'p')
  accept(store, '1', '2')
  claim(store, 'a')
  store.held('a', [1])
  store.renew('a')
  settle(store, 'a', { sent: [1], dead: [refused(2)] })
  store.release('a')
  store.complete({ orgId: 'o', eventTypeId: 't' }, ['2'])
  store.status(10)
  store.retry({ ids: ['2'] })
  store.retry({ all: true })
  store.hasten()
  store.beginAnew()
  store.discard({ all: true })
  store.discard({ platform: 'q' })
  const statements = new Set(prepare.mock.calls.map(([statement]) => statement))
  prepare.mockRestore()
  const plans = [...statements].map((statement) =>
    file
      .prepare<[], { detail: string }>(`explain query plan ${statement.replaceAll(/@\w+|\?/g, '1')}`)
      .all()
      .map(({ detail }) => detail)
      .join('; '),
  )
  expect(plans.length).toBeGreaterThan(15)
  expect(
    plans.filter((plan) =>
      /SCAN event(?! USING COVERING INDEX event_open)|autoindex_event_1 \(platform=\?\)/.test(plan),
    ),
  ).toEqual([])
  file.close()
})
