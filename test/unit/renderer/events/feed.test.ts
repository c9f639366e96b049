import { describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import { eventDefaults } from '#renderer/events/defaults.ts'
import { EventController } from '#renderer/events/event-controller.ts'
import { feedsOf } from '#renderer/events/feed/feed-controller.ts'
import { loadTemporal } from '#renderer/timeline/axis/temporal.ts'
import { cameraIdOf } from '#renderer/wall/wall-document.ts'
import { zoneReader } from '#renderer/wall/wall-zone.ts'
import { settle } from '../fake-clock.ts'
import { pageParts } from '../page-parts.ts'
import { eventOf } from './event-of.ts'

const nowMs = Date.parse('2026-11-20T14:00:00Z')

const sale = (id: string, ageMs: number, amount = 10, cameraId = 'camera-3') =>
  eventOf(id, nowMs - ageMs, { cameraId, eventTypeId: 'tag-1', fields: { amount } })

async function open(stored: readonly WallEvent[], search?: string) {
  const site = { isUp: true }
  const savedSearches = [
    { name: 'Big', text: 'sale amount>100' },
    { name: 'Recent', text: 'sale last:15m' },
  ]
  const parts = pageParts({
    tiles: 9,
    cameras: 16,
    nowMs,
    settings: { savedSearches },
    answers: {
      'events.tags': () =>
        ok({
          source: 'platform',
          tags: [{ id: 'tag-1', name: 'sale', fields: [{ name: 'amount', type: 'decimal' }] }],
        }),
      'events.search': ({ match }) =>
        site.isUp
          ? ok({
              events: stored.filter(({ fields }) => match.length === 0 || Number(fields['amount']) > 100),
            })
          : fail(wallError('unreachable', 'Nobody answers.')),
    },
  })
  const { shell } = parts
  const eventController = new EventController({ shell, clockOffsetsMs: () => ({}), isVisible: () => true })
  await settle()
  const played: [number, number | undefined][] = []
  const feeds = feedsOf({
    ...parts,
    eventController,
    zone: zoneReader(await loadTemporal(), () => 'Europe/Berlin'),
    wallPlayback: { playFrom: (atMs, _, tile) => void played.push([atMs, tile]) },
  })
  const { list, giveBack } = feeds.lend(search)
  await settle()
  const arrive = (...events: WallEvent[]) => shell.push('events.arrived', { chunk: 1, events, skipped: 0 })
  const ids = () => list.store.getState().events.map(({ id }) => id)
  return { ...parts, site, feeds, list, giveBack, arrive, ids, played }
}

describe('a feed', () => {
  it('lets go of what its search would not find any more', async () => {
    const { clock, ids, giveBack } = await open([sale('new', 60_000), sale('old', 10 * 60_000)], 'Recent')
    expect(ids()).toEqual(['new', 'old'])
    clock.advance(6 * 60_000)
    expect(ids()).toEqual(['new'])
    giveBack()
    expect(clock.pendingCount).toBe(0)
  })

  it('has the newest events, and each new one on top, once', async () => {
    const { arrive, ids } = await open([sale('b', 2_000), sale('a', 9_000)])
    expect(ids()).toEqual(['b', 'a'])
    arrive(sale('c', 0), sale('b', 2_000))
    expect(ids()).toEqual(['c', 'b', 'a'])
    arrive(sale('late', 5_000))
    expect(ids()).toEqual(['c', 'b', 'late', 'a'])
  })

  it('of a saved search has what that finds', async () => {
    const { arrive, ids } = await open([sale('small', 2_000, 5), sale('big', 3_000, 500)], 'Big')
    expect(ids()).toEqual(['big'])
    arrive(sale('small too', 0, 99), sale('big too', 0, 101))
    expect(ids()).toEqual(['big too', 'big'])
  })

  it('reads once, soon, what a flood has left out, however often', async () => {
    const { clock, shell, ids } = await open([sale('left out', 1_000)])
    const before = shell.inputsOf('events.search').length
    for (let chunk = 1; chunk <= 40; chunk += 1) {
      shell.push('events.arrived', { chunk, events: [sale(`e${chunk}`, 0)], skipped: 100 })
      await settle()
      clock.advance(50)
    }
    expect(shell.inputsOf('events.search')).toHaveLength(before)
    clock.advance(eventDefaults.feed.retryMs)
    await settle()
    expect(shell.inputsOf('events.search')).toHaveLength(before + 1)
    expect(ids()).toContain('left out')
  })

  it('is bounded', async () => {
    const { arrive, ids } = await open([])
    const { most } = eventDefaults.feed
    arrive(...Array.from({ length: most + 50 }, (_, at) => sale(`e${at}`, at)))
    expect(ids()).toHaveLength(most)
    expect(ids()[0]).toBe('e0')
  })

  it('says that its search is gone, and reads one that has changed anew', async () => {
    const { session, list, ids } = await open([sale('small', 2_000, 5), sale('big', 3_000, 500)], 'Big')
    const { settings } = session.getState()
    session.actions.setSettings({ ...settings, savedSearches: [{ name: 'big', text: 'sale' }] })
    await settle()
    expect(ids()).toEqual(['small', 'big'])
    session.actions.setSettings({ ...settings, savedSearches: [] })
    expect(ids()).toEqual([])
    expect(list.store.getState().problem).toBe('There is no saved search “Big” any more.')
    session.actions.setSettings({ ...settings, savedSearches: [{ name: 'Big', text: 'sale colour=red' }] })
    expect(list.store.getState().problem).toMatch(/“Big” cannot be read\. ./)
  })

  it('says that its search is gone, whatever is still answered about it', async () => {
    const { shell, session, list } = await open([], 'Big')
    const late = Promise.withResolvers<ReturnType<NonNullable<(typeof shell.answers)['events.search']>>>()
    shell.answers['events.search'] = () => late.promise as never
    const { settings } = session.getState()
    session.actions.setSettings({ ...settings, timeZone: 'Asia/Tokyo' })
    session.actions.setSettings({ ...settings, savedSearches: [] })
    late.resolve(ok({ events: [] }))
    await settle()
    expect(list.store.getState().problem).toBe('There is no saved search “Big” any more.')
  })

  it.each(['stream', 'polling'] as const)('reads what came while the link was down, by %s', async (state) => {
    const { shell } = await open([])
    shell.push('events.feed', { state })
    await settle()
    const before = shell.inputsOf('events.search').length
    shell.link(false)
    shell.link(true)
    shell.push('events.feed', { state })
    await settle()
    expect(shell.inputsOf('events.search')).toHaveLength(before + 1)
  })

  it('says why it has not been read, and tries again', async () => {
    const { clock, site, session, list, ids } = await open([sale('a', 0)])
    site.isUp = false
    session.actions.setSettings({ ...session.getState().settings, timeZone: 'Asia/Tokyo' })
    await settle()
    expect(list.store.getState().problem).toBe('Nobody answers.')
    site.isUp = true
    clock.advance(eventDefaults.feed.retryMs)
    await settle()
    expect(list.store.getState().problem).toBeUndefined()
    expect(ids()).toEqual(['a'])
  })

  it('is one list for all tiles that show it, and asks nothing once nobody does', async () => {
    const { shell, feeds, list, giveBack, arrive, ids } = await open([])
    const second = feeds.lend(undefined)
    expect(second.list).toBe(list)
    giveBack()
    arrive(sale('a', 0))
    expect(ids()).toEqual(['a'])
    second.giveBack()
    arrive(sale('b', 0))
    expect(ids()).toEqual(['a'])
    await settle()
    expect(shell.inputsOf('events.watch').at(-1)?.watches).toEqual([])
  })

  it('plays in the camera tile that was selected last, and keeps the keys', async () => {
    const { wall, feeds, played } = await open([])
    wall.actions.select(6)
    wall.actions.select(4)
    wall.actions.show(4, { kind: 'feed' })
    feeds.enter()
    feeds.play(sale('a', 0, 10, 'camera-12'))
    expect(cameraIdOf(wall.getState().document, 4)).toBeUndefined()
    expect(played).toEqual([[nowMs - eventDefaults.preRollMs, 6]])
    expect(cameraIdOf(wall.getState().document, 6)).toBe('camera-12')
    expect(feeds.store.getState().entered).toBe(4)
    wall.actions.select(5)
    expect(feeds.store.getState().entered).toBeUndefined()
  })

  it('says that there is no tile to play in', async () => {
    const { wall, session, feeds } = await open([])
    wall.actions.setLayout(1)
    wall.actions.show(0, { kind: 'feed' })
    feeds.play(sale('a', 0))
    expect(session.getState().notices.at(-1)?.text).toMatch(/none to play in/)
  })
})
