import { beforeEach, describe, expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { EventColumns, WallEvent } from '#contract/wall/events.ts'
import { EventColumnsWriter } from '#main/core/events/event-columns.ts'
import { eventDefaults } from '#renderer/events/defaults.ts'
import { CountedLane } from '#renderer/events/marks/counted-lane.ts'
import { MarkLayer } from '#renderer/events/marks/mark-layer.ts'
import type { EventBatch } from '#renderer/timeline/drawing/messages.ts'
import { FakeShell } from '../../fake-shell.ts'
import { eventOf } from '../event-of.ts'

type Marked = Record<string, readonly number[]>

/** Keeps what a timeline would draw, by lane and type. */
class Surface {
  marks: Marked = {}
  rowIds: number[] = []

  addEvents(laneId: string, { typeId, chunk }: EventBatch): void {
    const key = `${laneId} ${typeId}`
    this.marks = { ...this.marks, [key]: [...(this.marks[key] ?? []), ...chunk.startMs] }
    this.rowIds.push(...chunk.rowIds)
  }

  clearEvents(): void {
    this.marks = {}
    this.rowIds = []
  }
}

const question = { cameraIds: ['c1', 'c2'], eventTypeIds: [], startMs: 0, endMs: 1_000, match: [] }
const event = (id: string, cameraId: string, eventTypeId: string, timestampMs: number) =>
  eventOf(id, timestampMs, { cameraId, eventTypeId })

/** As main writes them. */
function columnsOf(...events: readonly ReturnType<typeof event>[]): EventColumns {
  const writer = new EventColumnsWriter()
  for (const one of events) writer.add(one)
  return writer.finish()
}

const typeIndexOf = (id: string) => ['sale', 'door'].indexOf(id)

const density = (byType: Record<string, number>): EventColumns => ({
  kind: 'density',
  histogram: { bucketMs: 100, buckets: [{ startMs: 200, count: 3, byType }] },
})

describe('marks of events on a timeline', () => {
  /** What the rows of the surface stand for: an event by its id, others by how many they are. */
  const standFor = () =>
    surface.rowIds.map((row) => {
      const mark = layer.markOf(row)
      return mark?.kind === 'event' ? mark.id : mark?.count
    })
  let answers: EventColumns[]
  let surface: Surface
  let shell: FakeShell
  let layer: MarkLayer
  let offsets: Record<string, number>

  beforeEach(() => {
    answers = []
    surface = new Surface()
    shell = new FakeShell({
      'events.columns': () => ok(answers.shift() ?? columnsOf()),
    })
    offsets = {}
    const offsetMsOf = ({ cameraId, eventTypeId }: Pick<WallEvent, 'cameraId' | 'eventTypeId'>) =>
      offsets[`${cameraId} ${eventTypeId}`] ?? 0
    layer = new MarkLayer({ shell, surface, layer: 'hits', typeIndexOf, offsetMsOf })
  })

  it('are by camera and tag, and each is known by its row', async () => {
    answers = [
      columnsOf(event('a', 'c1', 'sale', 10), event('b', 'c2', 'door', 20), event('d', 'c1', 'sale', 30)),
    ]
    expect(await layer.load(question)).toBe('whole')
    expect(surface.marks).toEqual({ 'c1 0': [10, 30], 'c2 1': [20] })
    expect(standFor()).toEqual(['a', 'd', 'b'])
    expect(layer.markOf((surface.rowIds[0] ?? 0) - 1)).toBeUndefined()
  })

  it('are those of the newest question', async () => {
    answers = [columnsOf(event('a', 'c1', 'sale', 10)), columnsOf(event('b', 'c1', 'sale', 20))]
    expect(await Promise.all([layer.load(question), layer.load(question)])).toEqual(['in part', 'whole'])
    expect(surface.marks).toEqual({ 'c1 0': [20] })
  })

  it('are counted camera by camera where there are many', async () => {
    answers = [density({ sale: 3 }), density({ sale: 2 }), columnsOf(event('b', 'c2', 'door', 20))]
    expect(await layer.load(question)).toBe('whole')
    expect(shell.inputsOf('events.columns').map(({ cameraIds }) => cameraIds)).toEqual([
      ['c1', 'c2'],
      ['c1'],
      ['c2'],
    ])
    expect(surface.marks).toEqual({ 'c1 0': [225, 275], 'c2 1': [20] })
    expect(standFor()).toEqual([2, 2, 'b'])
  })

  it('are together no more than are told apart in a view, however many cameras there are', async () => {
    answers = [density({ sale: 3 })]
    const cameraIds = Array.from({ length: 36 }, (_, at) => `c${at}`)
    await layer.load({ ...question, cameraIds })
    const lanes = shell.inputsOf('events.columns').slice(1)
    expect(lanes.map((lane) => lane.cameraIds)).toEqual(cameraIds.map((id) => [id]))
    const together = lanes.reduce((sum, { maxEvents }) => sum + maxEvents, 0)
    expect(together).toBeLessThanOrEqual(eventDefaults.marks.single)
  })

  it('that are seen stay until all cameras have been counted anew', async () => {
    answers = [columnsOf(event('a', 'c1', 'sale', 10))]
    await layer.load(question)
    answers = [density({ sale: 3 }), density({ sale: 1 }), columnsOf(event('b', 'c2', 'door', 20))]
    const seen: Marked[] = []
    const ask = shell.answers['events.columns']
    shell.answers['events.columns'] = (input) => {
      seen.push(surface.marks)
      return ask?.(input) ?? ok(columnsOf())
    }
    await layer.load(question)
    expect(seen).toEqual([{ 'c1 0': [10] }, { 'c1 0': [10] }, { 'c1 0': [10] }])
    expect(surface.marks).toEqual({ 'c1 0': [250], 'c2 1': [20] })
  })

  it('that take the place of others are made lane by lane, while other lanes are still asked for', async () => {
    answers = [columnsOf(event('a', 'c1', 'sale', 10))]
    await layer.load(question)
    const cameraIds = Array.from({ length: 6 }, (_, at) => `c${at}`)
    answers = [density({}), ...cameraIds.map(() => density({ sale: 1 }))]
    const runs = vi.spyOn(CountedLane.prototype, 'runs')
    const madeWhenAsked: number[] = []
    const ask = shell.answers['events.columns']
    shell.answers['events.columns'] = (input) => {
      madeWhenAsked.push(runs.mock.calls.length)
      return ask?.(input) ?? ok(columnsOf())
    }
    await layer.load({ ...question, cameraIds })
    expect(madeWhenAsked.slice(-3)).toEqual([1, 2, 3])
    expect(Object.keys(surface.marks)).toEqual(cameraIds.map((id) => `${id} 0`))
  })

  it('that arrive while a question is under way stay, though its answer was given before', async () => {
    answers = [columnsOf(event('a', 'c1', 'sale', 10)), columnsOf(event('a', 'c1', 'sale', 10))]
    await layer.load(question)
    const loading = layer.load(question)
    layer.arrived([event('b', 'c1', 'sale', 40)])
    expect(await loading).toBe('whole')
    expect(surface.marks).toEqual({ 'c1 0': [10, 40] })
    expect(standFor()).toEqual(['a', 'b'])
  })

  it('grow by what arrives, once', async () => {
    answers = [columnsOf(event('a', 'c1', 'sale', 10))]
    await layer.load(question)
    layer.arrived([
      event('c', 'c1', 'sale', 50),
      event('b', 'c1', 'sale', 40),
      event('a', 'c1', 'sale', 10),
      event('x', 'c1', 'unknown', 60),
    ])
    expect(surface.marks).toEqual({ 'c1 0': [10, 40, 50] })
  })

  it('begin anew after so many where they arrive but cannot be searched', async () => {
    shell.answers['events.columns'] = () => fail(wallError('events_unavailable'))
    expect(await layer.load(question)).toBe('refused')
    const most = eventDefaults.marks.single
    expect(layer.arrived(Array.from({ length: most }, (_, at) => event(`${at}`, 'c1', 'sale', at)))).toBe(
      false,
    )
    expect(await layer.load(question)).toBe('refused')
    expect(surface.rowIds).toHaveLength(most)
    const last = [event('last', 'c1', 'sale', 30)]
    expect(layer.arrived(last)).toBe(true)
    const loading = layer.load(question)
    layer.arrived([event('meanwhile', 'c1', 'sale', 40)])
    expect(await loading).toBe('refused')
    expect(standFor()).toEqual(['meanwhile'])
    expect(layer.arrived(last)).toBe(false)
  })

  it('that are more than are told apart are drawn so far, and counted to the last', async () => {
    const most = eventDefaults.marks.perBucket
    answers = [density({}), density({ sale: most + 700, door: 2 })]
    await layer.load({ ...question, cameraIds: ['c1'] })
    expect(surface.marks['c1 0']).toHaveLength(most)
    expect([...layer.countsIn('c1', 250, 260)]).toEqual([
      ['sale', most + 700],
      ['door', 2],
    ])
    expect([...layer.countsIn('c1', 300, 310)]).toEqual([])
    expect([...layer.countsIn('c2', 250, 260)]).toEqual([])
  })

  it('that were counted count what arrives, once', async () => {
    answers = [density({}), density({ sale: 2 })]
    await layer.load({ ...question, cameraIds: ['c1'] })
    const arrived = [event('x', 'c1', 'sale', 210), event('y', 'c1', 'door', 910)]
    layer.arrived(arrived)
    layer.arrived(arrived)
    expect(surface.marks).toEqual({ 'c1 0': [225, 275, 210], 'c1 1': [910] })
    expect(standFor()).toEqual([3, 3, 3, 1])
    expect([...layer.countsIn('c1', 200, 299)]).toEqual([['sale', 3]])
    expect([...layer.countsIn('c1', 900, 950)]).toEqual([['door', 1]])
  })

  it('stand where their camera saw them, each by the clock of its source, and are asked for by that', async () => {
    offsets = { 'c1 sale': 60_000, 'c2 sale': -500 }
    const [sale, door] = [event('a', 'c1', 'sale', 70_000), event('b', 'c1', 'door', 20_000)]
    answers = [columnsOf(sale, door)]
    await layer.load(question)
    layer.arrived([event('c', 'c1', 'sale', 75_000), event('d', 'c2', 'sale', 9_500)])
    expect(surface.marks).toEqual({ 'c1 0': [10_000, 15_000], 'c1 1': [20_000], 'c2 0': [10_000] })
    expect(layer.markOf(surface.rowIds[0] ?? 0)).toMatchObject({ id: 'a', timestampMs: 70_000 })
  })

  it('that were counted are drawn and counted where their camera saw them', async () => {
    offsets = { 'c1 sale': 100 }
    answers = [density({}), density({ sale: 2, door: 1 })]
    await layer.load({ ...question, cameraIds: ['c1'] })
    layer.arrived([event('x', 'c1', 'sale', 310)])
    expect(surface.marks).toEqual({ 'c1 0': [125, 175, 210], 'c1 1': [250] })
    expect([...layer.countsIn('c1', 150, 199)]).toEqual([['sale', 2]])
    expect([...layer.countsIn('c1', 200, 299)]).toEqual([
      ['sale', 1],
      ['door', 1],
    ])
    expect(layer.markOf(surface.rowIds[0] ?? 0)).toMatchObject({ startMs: 200, endMs: 300 })
  })
})
