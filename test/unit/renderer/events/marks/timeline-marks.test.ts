// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import { EventColumnsWriter } from '#main/core/events/event-columns.ts'
import { eventDefaults } from '#renderer/events/defaults.ts'
import { EventController } from '#renderer/events/event-controller.ts'
import { createShownTags } from '#renderer/events/marks/shown-tags.ts'
import { TimelineMarks } from '#renderer/events/marks/timeline-marks.ts'
import { searchOf } from '#renderer/events/search/search-controller.ts'
import { loadTemporal } from '#renderer/timeline/axis/temporal.ts'
import type { EventBatch } from '#renderer/timeline/drawing/messages.ts'
import { zoneReader } from '#renderer/wall/wall-zone.ts'
import { settle } from '../../fake-clock.ts'
import { camerasUpTo } from '../../fake-shell.ts'
import { pageParts } from '../../page-parts.ts'
import { eventOf, tagsOf } from '../event-of.ts'

const nowMs = 1_800_000_000_000
const minuteMs = 60_000
const event = (id: string, agoMs: number, eventTypeId = 'sale', cameraId = 'camera-1') =>
  eventOf(id, nowMs - agoMs, { eventTypeId, cameraId })

/** The timeline of a wall of two cameras, looking at its last two minutes. */
async function open(stored: readonly WallEvent[]) {
  const parts = pageParts({
    cameras: 2,
    nowMs,
    answers: {
      'events.tags': tagsOf('sale', 'door'),
      'events.search': () => ok({ events: [] }),
      'events.columns': ({ cameraIds, startMs, endMs }) => {
        const writer = new EventColumnsWriter()
        for (const one of stored) {
          const isIn = one.timestampMs >= startMs && one.timestampMs < endMs
          if (isIn && cameraIds.includes(one.cameraId)) writer.add(one)
        }
        return ok(writer.finish())
      },
    },
  })
  const { clock, shell, session, wall } = parts
  const eventController = new EventController({
    shell,
    clockOffsetsMs: () => session.getState().settings.eventClockOffsetsMs,
    cameraClockOffsetMs: (id) => wall.getState().cameraById.get(id)?.clockOffsetMs,
    isVisible: () => true,
  })
  await settle()
  const zone = zoneReader(await loadTemporal(), () => 'Europe/Berlin')
  const search = searchOf({ ...parts, eventController, zone })
  const marks = new TimelineMarks({ ...parts, eventController, search, shown: createShownTags() })
  let drawn: Record<string, number[]> = {}
  marks.attach({
    bar: document.createElement('div'),
    setEventTypes: () => undefined,
    clearEvents: (layer) => {
      drawn = Object.fromEntries(Object.entries(drawn).filter(([key]) => !key.startsWith(layer)))
    },
    addEvents: (laneId, { layer, typeId, chunk }: EventBatch) => {
      const key = `${layer} ${laneId} ${typeId}`
      drawn[key] = [...(drawn[key] ?? []), ...Array.from(chunk.startMs, (ms) => nowMs - ms)]
    },
  })
  onTestFinished(() => {
    marks.dispose()
    search.dispose()
    eventController.dispose()
  })
  marks.setLanes(['camera-1', 'camera-2'].map((id) => ({ id, cameraId: id, name: id })))
  marks.see(nowMs - 2 * minuteMs, nowMs)
  /** How long ago they stand there, by layer, lane and type. */
  const seen = async () => {
    clock.advance(eventDefaults.marks.settleMs)
    await settle()
    return drawn
  }
  const asked = () => shell.inputsOf('events.columns').length
  return { ...parts, search, marks, seen, asked }
}

describe('marks of events', () => {
  it('are asked for by the clock of their source, and stand where their camera saw them', async () => {
    const { session, seen } = await open([
      event('a fast till', -60 * minuteMs + 30_000),
      event('b door', 45_000, 'door'),
      event('c other camera', 15_000, 'sale', 'camera-2'),
    ])
    expect(await seen()).toEqual({ 'events camera-1 1': [45_000], 'events camera-2 0': [15_000] })
    const { settings } = session.getState()
    session.actions.setSettings({ ...settings, eventClockOffsetsMs: { 'sale camera-1': 60 * minuteMs } })
    expect(await seen()).toEqual({
      'events camera-1 0': [30_000],
      'events camera-1 1': [45_000],
      'events camera-2 0': [15_000],
    })
  })

  it('are moved again when the clock of a recorder is listed otherwise', async () => {
    const { wall, seen } = await open([event('a', 30_000)])
    expect(await seen()).toEqual({ 'events camera-1 0': [30_000] })
    wall.actions.setCameras(camerasUpTo(2).map((camera) => ({ ...camera, clockOffsetMs: 20_000 })))
    expect(await seen()).toEqual({ 'events camera-1 0': [10_000] })
  })

  it('that a search has found are moved as well', async () => {
    const { session, search, seen } = await open([event('a', 30_000)])
    const { settings } = session.getState()
    session.actions.setSettings({ ...settings, eventClockOffsetsMs: { 'sale camera-1': -20_000 } })
    await search.search('sale last:24h')
    expect(await seen()).toEqual({ 'events camera-1 0': [10_000], 'hits camera-1 0': [10_000] })
  })

  it('are asked for again when so many have come that they are better counted', async () => {
    const { clock, shell, seen, asked } = await open([])
    await seen()
    const arrive = async (count: number, name: string) => {
      const events = Array.from({ length: count }, (_, at) => event(`${name} ${at}`, 1_000))
      shell.push('events.arrived', { chunk: 1, events, skipped: 0 })
      clock.advance(eventDefaults.marks.gatherMs)
      clock.advance(eventDefaults.marks.refreshMs)
      await seen()
    }
    const before = asked()
    await arrive(eventDefaults.marks.single, 'first')
    expect(asked()).toBe(before)
    await arrive(1, 'one more')
    expect(asked()).toBe(before + 1)
    await arrive(1, 'after the answer')
    expect(asked()).toBe(before + 1)
  })

  it('are asked for in a view that goes along with now, so near that it moves with every frame', async () => {
    const { clock, search, marks, seen, asked } = await open([event('a', 30_000)])
    await seen()
    const before = asked()
    await search.search('sale last:24h')
    const frames = Math.ceil(eventDefaults.marks.settleMs / 80) + 1
    for (let frame = 1; frame <= frames; frame += 1) {
      clock.advance(80)
      marks.see(nowMs + frame * 80 - 2 * minuteMs, nowMs + frame * 80)
    }
    await settle()
    expect(asked()).toBeGreaterThan(before)
  })

  it('that were not told are asked for again', async () => {
    const { clock, shell, seen } = await open([event('a', 30_000)])
    const answer = shell.answers['events.columns']
    shell.answers['events.columns'] = () => fail(wallError('unreachable'))
    expect(await seen()).toEqual({})
    if (answer !== undefined) shell.answers['events.columns'] = answer
    clock.advance(eventDefaults.marks.refreshMs)
    expect(await seen()).toEqual({ 'events camera-1 0': [30_000] })
  })

  it('that are refused are not asked for again by themselves', async () => {
    const { clock, shell, seen, asked } = await open([event('a', 30_000)])
    shell.answers['events.columns'] = () => fail(wallError('not_allowed'))
    await seen()
    const before = asked()
    for (let minute = 0; minute < 5; minute += 1) {
      clock.advance(minuteMs)
      await seen()
    }
    expect(asked()).toBe(before)
  })

  it('that nobody tells are asked for ever more rarely', async () => {
    const { clock, shell, seen, asked } = await open([event('a', 30_000)])
    shell.answers['events.columns'] = () => fail(wallError('unreachable'))
    await seen()
    const before = asked()
    for (let step = 0; step < 600; step += 1) {
      clock.advance(1_000)
      await seen()
    }
    expect(asked() - before).toBeLessThan(16)
  })
})
