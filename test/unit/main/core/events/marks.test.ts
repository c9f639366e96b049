import { describe, expect, test } from 'vitest'
import { wallError, type WallErrorCode } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { WallEventTag } from '#contract/wall/events.ts'
import { eventDefaults } from '#main/core/events/defaults.ts'
import { Marks, type MarksOptions } from '#main/core/events/marks.ts'
import type { EventOutbox } from '#main/core/events/outbox/durable-outbox.ts'
import type { OutboxEvent } from '#main/core/events/outbox/event-outbox.ts'
import { FakeTime, settle } from '../support/fake-time.ts'

const { tagName, noteField, retryTagMs, answerInMs } = eventDefaults.mark
const markTag: WallEventTag = { id: 'mark-id', name: tagName, fields: [{ name: noteField, type: 'text' }] }
const failed = (code: WallErrorCode) => fail({ error: wallError(code), maybeCarriedOut: false })

/** Holds what lacks its tag, as the real one. */
function listOutbox() {
  const kept: OutboxEvent[] = []
  /** By uid. */
  const refused = new Set<string>()
  const outbox: EventOutbox = {
    accept: async (events) => {
      kept.push(...events)
      return ok({ accepted: events.length, known: 0, conflicts: [] })
    },
    complete: async (missing, deadLetters = []) => {
      const held = kept.filter(
        ({ eventTypeId, uid }) => eventTypeId === undefined || deadLetters.includes(uid),
      )
      for (const event of held) kept[kept.indexOf(event)] = { ...event, ...missing }
      return ok(held.length)
    },
    status: async () => ({
      depth: kept.length,
      held: kept.filter(({ eventTypeId }) => eventTypeId === undefined).length,
      deadLetters: kept
        .filter(({ uid }) => refused.has(uid))
        .map(({ uid, eventTypeId = '', ...event }) => ({
          ...event,
          id: uid,
          eventTypeId,
          why: { error: wallError('refused', 'No.') },
        })),
      deadLetterCount: refused.size,
    }),
    positionOf: async () => ok(undefined),
    retry: async () => ok(0),
    discard: async () => ok(0),
    wake: () => {},
    resume: () => undefined,
    onChange: () => () => {},
    dispose: async () => {},
  }
  return { outbox, kept, refused }
}

interface Stand extends Partial<MarksOptions['calls']> {
  readonly orgId?: string | (() => string)
  readonly typedTags?: readonly WallEventTag[]
  /** Of an earlier run. */
  readonly held?: readonly OutboxEvent[]
  readonly accept?: EventOutbox['accept']
}

function stand({ orgId = 'org-1', typedTags = [], held = [], accept, ...change }: Stand = {}) {
  const time = new FakeTime()
  const { outbox, kept, refused } = listOutbox()
  kept.push(...held)
  const made: string[] = []
  const marks = new Marks({
    calls: {
      tags: async () => ok([]),
      createTag: async ({ name }) => {
        made.push(name)
        return ok(markTag)
      },
      ...change,
    },
    outbox: accept === undefined ? outbox : { ...outbox, accept },
    orgId: () => (typeof orgId === 'string' ? orgId : orgId()) || undefined,
    typedTags: () => typedTags,
    timers: time,
  })
  return { time, marks, kept, refused, made }
}

const mark = { cameraId: 'cam-1', atMs: 5_000, note: 'man in red' }

test('the first mark makes its tag, the second finds it', async () => {
  const { marks, kept, made } = stand()
  const first = await marks.mark(mark)
  await marks.mark({ ...mark, note: '' })
  expect(first).toEqual(ok({ markId: expect.any(String) }))
  expect(made).toEqual([tagName])
  expect(kept).toMatchObject([
    {
      cameraId: 'cam-1',
      timestampMs: 5_000,
      orgId: 'org-1',
      eventTypeId: 'mark-id',
      fields: { note: 'man in red' },
    },
    { eventTypeId: 'mark-id', fields: {} },
  ])
})

test('a tag that is there already is used, however it is written', async () => {
  const { marks, kept, made } = stand({ tags: async () => ok([{ ...markTag, name: tagName.toUpperCase() }]) })
  await marks.mark(mark)
  expect(made).toEqual([])
  expect(kept).toMatchObject([{ eventTypeId: 'mark-id' }])
})

test('without room for the tag a mark is kept, said in words, and sent when there is room', async () => {
  let isFull = true
  const { time, marks, kept } = stand({
    createTag: async () => (isFull ? failed('limit_reached') : ok(markTag)),
  })
  const marked = await marks.mark(mark)
  expect(marked.ok && marked.value.waitsFor?.message).toMatch(/^A limit/)
  expect(kept).toMatchObject([{ fields: { note: 'man in red' } }])
  isFull = false
  await time.advance(retryTagMs)
  expect(kept).toMatchObject([{ eventTypeId: 'mark-id', orgId: 'org-1' }])
})

test('what was held by an earlier run is completed at the start', async () => {
  const held = [{ uid: 'u', cameraId: 'cam-1', timestampMs: 1, fields: {} }]
  const { marks, kept } = stand({ tags: async () => ok([markTag]), held })
  await settle()
  expect(kept).toMatchObject([{ eventTypeId: 'mark-id' }])
  marks.dispose()
})

test('where the platform lists no tags, the one that was typed in is used', async () => {
  const { marks, kept, made } = stand({
    tags: async () => failed('events_unavailable'),
    typedTags: [markTag],
  })
  expect(await marks.mark(mark)).toEqual(ok({ markId: expect.any(String) }))
  expect(made).toEqual([])
  expect(kept).toMatchObject([{ eventTypeId: 'mark-id', orgId: 'org-1' }])
})

const tagMadeAnew = () => {
  let id = 'old'
  const parts = stand({ tags: async () => ok([{ ...markTag, id }]) })
  return { ...parts, makeAnew: () => (id = 'new') }
}
const tagsOf = (kept: readonly OutboxEvent[]) => kept.map(({ eventTypeId }) => eventTypeId)

describe('a tag that was made anew', () => {
  test('is looked for after a refusal', async () => {
    const { marks, kept, refused, makeAnew } = tagMadeAnew()
    await marks.mark(mark)
    makeAnew()
    refused.add(kept[0]?.uid ?? '')
    await marks.mark(mark)
    expect(tagsOf(kept)).toEqual(['old', 'new'])
  })

  test('is looked for after a wake', async () => {
    const { marks, kept, makeAnew } = tagMadeAnew()
    await marks.mark(mark)
    makeAnew()
    await marks.wake()
    await marks.mark(mark)
    expect(tagsOf(kept)).toEqual(['old', 'new'])
  })

  test.each([['named'], ['all']])(
    'is given to refused marks that are sent again, and to nothing else: %s',
    async (how) => {
      const { marks, kept, refused, makeAnew } = tagMadeAnew()
      await marks.mark(mark)
      kept.push({ uid: 'f'.repeat(40), cameraId: 'till', timestampMs: 1, fields: {}, eventTypeId: 'sale' })
      for (const { uid } of kept) refused.add(uid)
      makeAnew()
      await marks.renew(how === 'all' ? { all: true } : { ids: [...refused] })
      expect(tagsOf(kept)).toEqual(['new', 'sale'])
    },
  )
})

test('a key of another organization has its own tag', async () => {
  let orgId = 'org-1'
  const { marks, kept } = stand({
    tags: async () => ok([{ ...markTag, id: `of-${orgId}` }]),
    orgId: () => orgId,
  })
  await marks.mark(mark)
  orgId = 'org-2'
  await marks.mark(mark)
  expect(kept).toMatchObject([
    { orgId: 'org-1', eventTypeId: 'of-org-1' },
    { orgId: 'org-2', eventTypeId: 'of-org-2' },
  ])
})

test.each([
  [
    'the platform lists no tags and none was typed in',
    { tags: async () => failed('events_unavailable') },
    /does not list its event tags/,
  ],
  ['no organization is known', { orgId: '' }, /The organization of the key is not known/],
  [
    'the tag of that name has no field for the note',
    { tags: async () => ok([{ ...markTag, fields: [] }]) },
    /has no text field “note”/,
  ],
  ['the platform is away', { tags: async () => failed('unreachable') }, /cannot be reached/],
])('%s: kept, and said', async (_, change, sentence) => {
  const { marks, kept } = stand(change)
  const marked = await marks.mark(mark)
  expect(marked.ok && marked.value.waitsFor?.message).toMatch(sentence)
  expect(kept).toHaveLength(1)
})

test('whoever marks waits a second at most to hear that it is kept, and not for the tag', async () => {
  const listed = Promise.withResolvers<ReturnType<typeof ok<WallEventTag[]>>>()
  const { time, marks, kept } = stand({ tags: () => listed.promise })
  const marked = marks.mark(mark)
  await time.advance(answerInMs)
  expect(await marked).toEqual(ok({ markId: expect.any(String) }))
  expect(tagsOf(kept)).toEqual([undefined])
  listed.resolve(ok([markTag]))
  await settle()
  expect(tagsOf(kept)).toEqual(['mark-id'])
})

test('an outbox that cannot keep it says so', async () => {
  const { marks } = stand({ accept: async () => fail(wallError('outbox_full')) })
  expect(await marks.mark(mark)).toMatchObject({ error: { code: 'outbox_full' } })
})
