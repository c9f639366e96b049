import { expect, onTestFinished, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { EventOutboxState, WallEventTag } from '#contract/wall/events.ts'
import { eventDefaults } from '#main/core/events/defaults.ts'
import { PlatformEvents, type PlatformEventsOptions } from '#main/core/events/platform-events.ts'
import { memoryLog } from '../support/memory-log.ts'
import { openStand } from './outbox/outbox-stand.ts'

const { tagName, noteField } = eventDefaults.mark
const ignore = () => undefined
const away = async () => fail({ error: wallError('unreachable'), maybeCarriedOut: false })

/** A platform that takes marks of its present tag, with a real outbox before it. */
function stand() {
  const { outbox, delivery, time } = openStand()
  const platform = { tagId: 'old', isAway: false }
  const pushed: EventOutboxState[] = []
  delivery.answer = ({ eventTypeId }) =>
    eventTypeId === platform.tagId
      ? { kind: 'sent' }
      : { kind: 'dead', error: wallError('refused', 'no such event tag') }
  const tags = async () => {
    if (platform.isAway) return away()
    const tag: WallEventTag = {
      id: platform.tagId,
      name: tagName,
      fields: [{ name: noteField, type: 'text' }],
    }
    return ok([tag])
  }
  const calls: PlatformEventsOptions['calls'] = {
    tags,
    createTag: away,
    search: away,
    histogram: away,
    stream: away,
  }
  const events = new PlatformEvents({
    calls,
    outbox,
    orgId: () => 'org-1',
    typedTags: () => [],
    cameras: () => [],
    followsFiles: false,
    clock: time,
    timers: time,
    random: () => 0,
    log: memoryLog().logger.area('events'),
    skewMs: () => 0,
    listeners: {
      onEvents: ignore,
      onFeed: ignore,
      onOutbox: (state) => void pushed.push(state),
      onExport: ignore,
      onNotice: ignore,
    },
  })
  onTestFinished(async () => {
    const ended = events.dispose()
    await time.advance(60_000)
    await ended
  })
  const mark = () => events.marks.mark({ cameraId: 'cam-1', atMs: 5_000, note: '' })
  return { events, outbox, platform, pushed, time, mark }
}

test('a mark that was refused because its tag was made anew arrives when it is sent again', async () => {
  const { events, outbox, platform, time, mark } = stand()
  await mark()
  await time.advance(0)
  platform.tagId = 'new'
  await mark()
  await time.advance(0)
  expect(await outbox.status()).toMatchObject({ depth: 0, deadLetterCount: 1 })
  expect(await events.retry({ all: true })).toEqual(ok(1))
  await time.advance(0)
  expect(await outbox.status()).toMatchObject({ depth: 0, deadLetterCount: 0 })
})

test('marks that wait for their tag say why it was not found, until it is', async () => {
  const { events, platform, pushed, time, mark } = stand()
  platform.isAway = true
  await mark()
  await time.advance(eventDefaults.outboxPushMs)
  expect(pushed.at(-1)).toMatchObject({ depth: 1, held: 1, waitsFor: { code: 'unreachable' } })
  platform.isAway = false
  events.wake()
  await time.advance(eventDefaults.outboxPushMs)
  expect(pushed.at(-1)).toMatchObject({ depth: 0 })
  expect(pushed.at(-1)?.waitsFor).toBeUndefined()
})
