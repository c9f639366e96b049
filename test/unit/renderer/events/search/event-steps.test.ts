import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import { eventDefaults } from '#renderer/events/defaults.ts'
import { EventController } from '#renderer/events/event-controller.ts'
import { EventSteps } from '#renderer/events/search/event-steps.ts'
import { searchOf } from '#renderer/events/search/search-controller.ts'
import { loadTemporal } from '#renderer/timeline/axis/temporal.ts'
import { zoneReader } from '#renderer/wall/wall-zone.ts'
import { settle } from '../../fake-clock.ts'
import { pageParts } from '../../page-parts.ts'
import { eventOf, tagsOf } from '../event-of.ts'

const nowMs = 1_800_000_000_000
const secondMs = 1_000
const event = (id: string, agoSeconds: number, eventTypeId = 'sale', cameraId = 'camera-1') =>
  eventOf(id, nowMs - agoSeconds * secondMs, { eventTypeId, cameraId })
/** Not in the order in which they come. */
const mixedId = (at: number) => String((at * 37) % 130).padStart(3, '0')

/** A wall of two cameras whose search is the interface's: by time, events of one instant in an order of its own. */
async function open(stored: readonly WallEvent[], offsets: Record<string, number> = {}) {
  const parts = pageParts({
    cameras: 2,
    nowMs,
    answers: {
      'events.tags': tagsOf('sale', 'door'),
      'events.histogram': () => fail(wallError('unreachable')),
      'events.search': ({ cameraIds, eventTypeIds, startMs, endMs, order, limit, cursor = '0' }) => {
        const found = stored
          .filter(({ timestampMs }) => timestampMs >= startMs && timestampMs < endMs)
          .filter(({ cameraId }) => cameraIds.length === 0 || cameraIds.includes(cameraId))
          .filter(({ eventTypeId }) => eventTypeIds.length === 0 || eventTypeIds.includes(eventTypeId))
          .sort((one, other) => (order === 'asc' ? 1 : -1) * (one.timestampMs - other.timestampMs))
        const until = Number(cursor) + limit
        const events = found.slice(Number(cursor), until)
        return ok(until < found.length ? { events, nextCursor: String(until) } : { events })
      },
    },
  })
  const { clock, shell, playback } = parts
  const eventController = new EventController({ shell, clockOffsetsMs: () => offsets, isVisible: () => true })
  await settle()
  const zone = zoneReader(await loadTemporal(), () => 'Europe/Berlin')
  const search = searchOf({ ...parts, eventController, zone })
  const notices: string[] = []
  const shown: number[] = []
  const tiles: number[] = []
  const steps = new EventSteps({
    ...parts,
    eventController,
    search,
    shownTags: () => [],
    notify: (sentence) => notices.push(sentence),
    wallPlayback: {
      playFrom: (atMs, _isPlaying, tile) => {
        if (tile === undefined) throw new Error('a step names its tile')
        shown.push(atMs)
        tiles.push(tile)
        const playhead = { mode: 'playback', atMs, sinceMs: clock.nowMs(), rate: 1 } as const
        playback.setState({ tiles: [...playback.getState().tiles, tile], speed: 1, playhead })
      },
    },
  })
  onTestFinished(() => {
    search.dispose()
    eventController.dispose()
  })
  /** Where each of these steps has led, in seconds before now; undefined: it was refused. */
  const walk = async (...by: (1 | -1)[]) => {
    const places: (number | undefined)[] = []
    for (const one of by) {
      const before = shown.length
      await steps.step(one)
      const atMs = shown[before]
      places.push(atMs === undefined ? undefined : (nowMs - atMs - eventDefaults.preRollMs) / secondMs)
    }
    return places
  }
  return { ...parts, steps, search, notices, walk, shown, tiles }
}

describe('steps from event to event', () => {
  it('lead from now to the latest, further back, and on again', async () => {
    const { notices, walk } = await open([event('a', 90), event('b', 60), event('c', 30, 'door', 'camera-2')])
    expect(await walk(-1, -1, -1, 1, 1)).toEqual([30, 60, 90, 60, 30])
    expect(await walk(1)).toEqual([undefined])
    expect(notices).toEqual(['No later event of these cameras.'])
  })

  it('are taken one at a time while their key is held', async () => {
    const { steps, shown, shell, walk } = await open([event('a', 90), event('b', 60), event('c', 30)])
    const before = shell.inputsOf('events.search').length
    await Promise.all(Array.from({ length: 30 }, () => steps.step(-1)))
    expect(shown).toHaveLength(1)
    expect(shell.inputsOf('events.search')).toHaveLength(before + 1)
    expect(await walk(-1, -1)).toEqual([60, 90])
  })

  it('lead to all events of the cameras on the wall, each in the tile of its camera', async () => {
    const { walk, wall, tiles } = await open([
      event('a', 90, 'sale', 'camera-2'),
      event('b', 60),
      event('c', 45, 'sale', 'camera-2'),
      event('d', 30, 'sale', 'camera-2'),
    ])
    const { past, document } = wall.getState()
    expect(await walk(-1, -1, -1, -1, 1, 1)).toEqual([30, 45, 60, 90, 60, 45])
    expect(tiles).toEqual([1, 1, 0, 1, 0, 1])
    expect(wall.getState().document).toEqual({ ...document, selected: 1 })
    expect(wall.getState().past).toBe(past)
  })

  it('stay in the selected one of several tiles of a camera, and end no sequence', async () => {
    const { walk, wall, tiles } = await open([event('a', 90, 'sale', 'camera-2'), event('b', 60)])
    const steps = ['camera-2', 'camera-1'].map((cameraId) => ({ cameraId, dwellInMs: 10_000 }))
    wall.actions.show(1, { kind: 'sequence', steps })
    wall.actions.showCamera(2, 'camera-1')
    wall.actions.select(2)
    expect(await walk(-1, -1)).toEqual([60, 90])
    expect(tiles).toEqual([2, 1])
    expect(wall.getState().document.tiles[1]?.content.kind).toBe('sequence')
  })

  it('lead from hit to hit in tiles of the past that show their cameras, else in the selected one', async () => {
    const { walk, wall, playback, search, tiles } = await open([
      event('a', 90),
      event('b', 60, 'sale', 'camera-2'),
      event('c', 30, 'sale', 'camera-2'),
    ])
    const { document } = wall.getState()
    await search.search('last:24h')
    playback.setState({ tiles: [0, 1], speed: 1 })
    expect(await walk(-1, -1, -1)).toEqual([30, 60, 90])
    expect(tiles).toEqual([1, 1, 0])
    expect(wall.getState().document).toEqual(document)
    playback.setState({ tiles: [0] })
    expect(await walk(1)).toEqual([60])
    expect(tiles.at(-1)).toBe(0)
  })

  it('lead nobody away who has selected another tile meanwhile, or gone back to live', async () => {
    const { steps, walk, wall, playback, shown } = await open([event('a', 90), event('b', 60)])
    const step = steps.step(-1)
    wall.actions.select(1)
    await step
    expect(shown).toEqual([])
    await walk(-1)
    const back = steps.step(-1)
    playback.setState({ tiles: [], speed: 0, playhead: { mode: 'live' } })
    await back
    expect(shown).toHaveLength(1)
  })

  it('go on from the event, though the wall has played a little beyond it', async () => {
    const { clock, walk } = await open([event('a', 90), event('b', 60), event('c', 57)])
    await walk(-1, -1)
    clock.advance(9 * secondMs)
    expect(await walk(1)).toEqual([57])
    clock.advance(60 * secondMs)
    expect(await walk(-1)).toEqual([57])
  })

  it.each([60, -60])('lead from picture to picture where a source is %s s ahead', async (aheadSeconds) => {
    // As its till calls them: a minute later or earlier than they were.
    const sales = [event('a', 300), event('b', 270), event('c', 240)].map((sale) => ({
      ...sale,
      timestampMs: sale.timestampMs + aheadSeconds * secondMs,
    }))
    const { walk } = await open(sales, { 'sale camera-1': aheadSeconds * secondMs })
    expect(await walk(-1, -1, -1, -1, 1, 1)).toEqual([240, 270, 300, undefined, 270, 240])
  })

  it('lead to the next picture of all sources, each by its own clock', async () => {
    const stored = [
      event('door', 100, 'door'),
      { ...event('sale', 90), timestampMs: nowMs + 3_510 * secondMs },
      event('other camera', 80, 'sale', 'camera-2'),
    ]
    const { shell, walk } = await open(stored, { 'sale camera-1': 3_600 * secondMs })
    expect(await walk(-1, -1, -1, 1, 1)).toEqual([80, 90, 100, 90, 80])
    expect(shell.inputsOf('events.search').slice(0, 3)).toMatchObject([
      { cameraIds: ['camera-1'], eventTypeIds: ['sale'] },
      { cameraIds: ['camera-1'], eventTypeIds: ['door'] },
      { cameraIds: ['camera-2'], eventTypeIds: [] },
    ])
  })

  it('lead to every event of one instant, more than a page of them too', async () => {
    const { steps, shell } = await open(
      Array.from({ length: 130 }, (_, at) => event(mixedId(at), at < 120 ? 60 : 50)),
    )
    const show = vi.spyOn(steps, 'show')
    for (let step = 0; step < 130; step += 1) await steps.step(-1)
    const back = show.mock.calls.map(([{ id }]) => id)
    expect(new Set(back).size).toBe(130)
    show.mockClear()
    for (let step = 0; step < 129; step += 1) await steps.step(1)
    expect(show.mock.calls.map(([{ id }]) => id)).toEqual(back.toReversed().slice(1))
    expect(shell.inputsOf('events.search').every(({ limit }) => limit < 130)).toBe(true)
  })

  it('lead from live to the newest hit while no list is seen, whenever it came', async () => {
    const stored = [event('a', 90), event('b', 60)]
    const { search, playback, notices, walk } = await open(stored)
    const goLive = () => playback.setState({ tiles: [], speed: 0, playhead: { mode: 'live' } })
    await search.search('last:24h')
    expect(await walk(-1, -1)).toEqual([60, 90])
    goLive()
    search.results.arrived([event('c', 30)], 0)
    expect(await walk(-1, -1)).toEqual([30, 60])
    goLive()
    stored.push(event('c', 30), event('d', 20), event('e', 10))
    search.results.arrived([event('e', 10)], 1)
    expect(await walk(-1)).toEqual([undefined])
    await settle()
    expect(notices).toEqual(['Searching…'])
    expect(await walk(-1, -1)).toEqual([10, 20])
    goLive()
    search.open()
    search.results.select('b')
    expect(await walk(-1)).toEqual([90])
  })

  it('go on from the hit that was shown where later ones were missed: they are searched for', async () => {
    const stored = [event('a', 90), event('b', 60)]
    const { search, shell, notices, walk } = await open(stored)
    await search.search('last:24h')
    expect(await walk(1, 1)).toEqual([60, undefined])
    stored.push(event('c', 50), event('d', 40))
    search.results.arrived([event('d', 40)], 1)
    expect(await walk(1)).toEqual([undefined])
    await settle()
    expect(shell.inputsOf('events.search')).toHaveLength(2)
    expect(notices).toEqual(['No later event in this search.', 'Searching…'])
    expect(await walk(1, 1)).toEqual([50, 40])
    search.results.arrived([], 1)
    expect(await walk(1)).toEqual([undefined])
    await settle()
    expect(await walk(1)).toEqual([undefined])
  })

  it('go on from the hit that was shown where hundreds came since, and say where too many did', async () => {
    const stored = [event('a', 9_000)]
    const { search, notices, walk } = await open(stored)
    await search.search('last:24h')
    await walk(1)
    const miss = async (count: number, agoSeconds: number) => {
      stored.push(...Array.from({ length: count }, (_, at) => event(`${agoSeconds} ${at}`, agoSeconds - at)))
      search.results.arrived([], count)
      expect(await walk(1)).toEqual([undefined])
      while (search.results.store.getState().isSearching) await settle()
    }
    await miss(700, 8_000)
    expect(await walk(1, 1)).toEqual([8_000, 7_999])
    search.results.select('8000 699')
    expect(await walk(-1, 1)).toEqual([7_302, 7_301])
    expect(notices).toEqual(['Searching…'])
    await miss(eventDefaults.results.rows, 7_000)
    expect(await walk(1, -1)).toEqual([4_500, undefined])
    const farWords = 'More events came than are searched again: step back to those between.'
    expect(notices.slice(1)).toEqual(['Searching…', farWords, 'Searching…'])
    await settle()
    expect(await walk(-1, 1, 1)).toEqual([4_501, 4_500, 4_499])
  })

  it('go on from the hit that was shown where it is also the newest of another search', async () => {
    const { search, walk } = await open([event('a', 90), event('b', 60)])
    await search.search('last:24h')
    expect(await walk(1)).toEqual([60])
    await search.search()
    expect(await walk(-1)).toEqual([90])
  })

  it('take ids of one instant for the numbers that they are', async () => {
    const { steps } = await open([event('9', 60), event('10', 60), event('11', 60)])
    const show = vi.spyOn(steps, 'show')
    for (const by of [-1, -1, -1] as const) await steps.step(by)
    expect(show.mock.calls.map(([{ id }]) => id)).toEqual(['11', '10', '9'])
  })

  it('say why they cannot', async () => {
    const { shell, notices, walk } = await open([event('a', 60)])
    shell.answers['events.search'] = () => fail(wallError('unreachable', 'The platform does not answer.'))
    expect(await walk(-1)).toEqual([undefined])
    expect(notices).toEqual(['The platform does not answer.'])
  })
})
