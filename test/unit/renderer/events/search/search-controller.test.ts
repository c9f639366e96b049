import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import { eventDefaults } from '#renderer/events/defaults.ts'
import { EventController } from '#renderer/events/event-controller.ts'
import { type SearchController, searchOf } from '#renderer/events/search/search-controller.ts'
import { errorWords } from '#renderer/language/error-words.ts'
import { loadTemporal } from '#renderer/timeline/axis/temporal.ts'
import { emptyDocument } from '#renderer/wall/wall-document.ts'
import { createWallStore, type WallStore } from '#renderer/wall/wall-store.ts'
import { zoneReader } from '#renderer/wall/wall-zone.ts'
import { FakeClock } from '../../fake-clock.ts'
import { camerasUpTo, FakeShell } from '../../fake-shell.ts'
import { eventOf } from '../event-of.ts'

const nowMs = Date.parse('2026-11-20T14:00:00Z')
const sale = (id: string, ageMs: number) =>
  eventOf(id, nowMs - ageMs, { cameraId: 'camera-3', eventTypeId: 'tag-1' })

describe('what arrives while a search is looked at', () => {
  let stored: WallEvent[]
  let shell: FakeShell
  let clock: FakeClock
  let events: EventController
  let controller: SearchController
  let wall: WallStore

  beforeEach(async () => {
    stored = [sale('old', 60_000)]
    clock = new FakeClock(nowMs)
    shell = new FakeShell({
      'events.tags': () => ok({ source: 'platform', tags: [{ id: 'tag-1', name: 'sale', fields: [] }] }),
      'events.search': () => ok({ events: stored }),
    })
    events = new EventController({ shell, clockOffsetsMs: () => ({}), isVisible: () => true })
    await events.refresh()
    wall = createWallStore(emptyDocument(9), camerasUpTo(16))
    const zone = zoneReader(await loadTemporal(), () => 'Europe/Berlin')
    controller = searchOf({ shell, wall, eventController: events, zone, clock })
    await controller.search('sale last:24h')
  })
  afterEach(() => {
    controller.dispose()
    events.dispose()
  })
  const ids = () => controller.results.store.getState().rows.map(({ id }) => id)
  const searches = () => shell.inputsOf('events.search')

  it('leaves a row of the form that is being filled in, as does a camera that is called otherwise', () => {
    const { form } = controller.store.getState()
    const row = { field: 'amount', operator: 'gte', value: '' } as const
    controller.edit({ ...form, rows: [row] } as never)
    const { form: edited } = controller.store.getState()
    wall.actions.setCameras(camerasUpTo(15))
    shell.push('events.arrived', {
      chunk: 1,
      events: [{ ...sale('of a new tag', 0), eventTypeId: 'new' }],
      skipped: 0,
    })
    expect(controller.store.getState().form).toEqual(edited)
  })

  it('is put among the rows without another question', async () => {
    shell.push('events.arrived', { chunk: 1, events: [sale('new', 1_000)], skipped: 0 })
    await controller.takeIn()
    expect(ids()).toEqual(['new', 'old'])
    expect(searches()).toHaveLength(1)
  })

  it('is asked for again, until now, where some of it was missed', async () => {
    clock.advance(5_000)
    stored = [sale('new', -4_000), sale('missed', -2_000), sale('old', 60_000)]
    shell.push('events.arrived', { chunk: 1, events: [sale('new', -4_000)], skipped: 7 })
    expect(ids()).toEqual(['old'])
    await controller.takeIn()
    expect(ids()).toEqual(['new', 'missed', 'old'])
    const [first, second] = searches().map(({ startMs }) => startMs)
    expect(second).toBe((first ?? 0) + 5_000)
    expect(controller.results.store.getState()).toMatchObject({ waiting: [], missed: 0 })
  })

  it('is asked for again where the rows would be too many, which stay at the row that was selected', async () => {
    const perMinute = 100
    let most = 0
    for (let minute = 0; minute < 60; minute += 1) {
      clock.advance(60_000)
      const events = Array.from({ length: perMinute }, (_, at) =>
        sale(`${minute} ${at}`, -minute * 60_000 - at),
      )
      stored = events
        .toReversed()
        .concat(stored)
        .slice(0, 2 * perMinute)
      shell.push('events.arrived', { chunk: minute, events, skipped: 0 })
      const [newest] = ids()
      controller.results.select(newest)
      await controller.takeIn()
      expect(controller.results.selected?.id).toBe(newest)
      most = Math.max(most, ids().length)
    }
    expect(most).toBeLessThanOrEqual(eventDefaults.results.rows)
    expect(searches()).toHaveLength(2)
    expect(ids()[0]).toBe(`59 ${perMinute - 1}`)
  })

  it('is the newest page where the hit that was selected is out of the search by now', async () => {
    controller.results.select('old')
    stored = Array.from({ length: 600 }, (_, at) => sale(`${at}`, at))
    shell.answers['events.search'] = ({ cursor }) =>
      ok({
        events: stored.slice(cursor === undefined ? 0 : 300, cursor === undefined ? 300 : 600),
        nextCursor: 'next',
        total: 600,
      })
    shell.push('events.arrived', { chunk: 1, events: [], skipped: 600 })
    await controller.takeIn()
    expect(searches()).toHaveLength(2)
    expect(controller.results.selected?.id).toBe('0')
  })

  it('is asked for once, however often it is called for; without an answer the rows stay', async () => {
    stored = Array.from({ length: eventDefaults.results.rows + 1 }, (_, at) => sale(`${at}`, 60_000 + at))
    await controller.search()
    await controller.takeIn()
    expect(searches()).toHaveLength(2)
    shell.answers['events.search'] = () => fail(wallError('unreachable'))
    shell.push('events.arrived', { chunk: 1, events: [sale('new', 1_000)], skipped: 0 })
    await Promise.all([controller.takeIn(), controller.takeIn()])
    expect(searches()).toHaveLength(3)
    expect(ids()).toHaveLength(stored.length)
    expect(controller.results.store.getState()).toMatchObject({ isSearching: false, missed: 1 })
    expect(controller.store.getState().refusal).toBe(errorWords(wallError('unreachable')))
    stored = [sale('new', 1_000), ...stored]
    shell.answers['events.search'] = () => ok({ events: stored })
    await controller.takeIn()
    expect(ids()[0]).toBe('new')
    expect(controller.store.getState().refusal).toBeUndefined()
  })
})
