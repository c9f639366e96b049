import { beforeEach, describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { WallEvent, WallEventTag } from '#contract/wall/events.ts'
import { EventController } from '#renderer/events/event-controller.ts'
import { connected, FakeShell } from '../fake-shell.ts'

const sale: WallEventTag = {
  id: 'tag-sale',
  name: 'sale',
  fields: [
    { name: 'amount', type: 'decimal', unit: 'EUR' },
    { name: 'items', type: 'integer' },
    { name: 'card', type: 'boolean' },
    { name: 'void', type: 'boolean' },
    { name: 'text', type: 'text' },
  ],
}
const event: WallEvent = {
  id: 'e1',
  cameraId: 'camera-3',
  eventTypeId: 'tag-sale',
  timestampMs: 5_000,
  fields: { text: '1 x Beer\n2 x Wine', void: false, card: true, items: 3, amount: 12.5, till: 'A' },
}

const turn = () => new Promise<void>((resolve) => setTimeout(resolve))

describe('what shows of events share', () => {
  let shell: FakeShell
  let eventController: EventController
  let offsets: Record<string, number>

  beforeEach(async () => {
    offsets = {}
    shell = new FakeShell({ 'events.tags': () => ok({ tags: [sale], source: 'platform' }) })
    eventController = new EventController({
      shell,
      clockOffsetsMs: () => offsets,
      cameraClockOffsetMs: (cameraId) => (cameraId === 'camera-9' ? 200 : undefined),
      isVisible: () => true,
    })
    await turn()
  })

  it('is one line of what an event says, fields in the order of the tag', () => {
    expect(eventController.textOf(event)).toBe('12.50 EUR · 3 items · card · 1 x Beer, 2 x Wine · A')
    expect(eventController.rowsOf(event).map(({ field, words }) => `${field} ${words}`)).toEqual([
      'amount 12.50',
      'items 3',
      'card yes',
      'void no',
      'text 1 x Beer\n2 x Wine',
      'till A',
    ])
  })

  it('is a hue for each tag, and grey for a tag that nobody knows', () => {
    expect(eventController.colourOf('tag-sale')).toBe('var(--event-1)')
    expect(eventController.colourOf('other')).toBe('var(--text-faint)')
    const { background, clipPath } = eventController.markOf('tag-sale')
    expect(background).toBe('var(--event-1)')
    expect(clipPath).toMatch(/^polygon\(10% 0%,/)
  })

  it('is the instant that the cameras saw, where the clock of the source is off', () => {
    offsets['tag-sale camera-3'] = 1_500
    expect(eventController.pictureMsOf(event)).toBe(3_500)
    expect(eventController.pictureMsOf({ ...event, cameraId: 'camera-4' })).toBe(5_000)
  })

  it('is seen later by a recorder whose clock is ahead, unless its source has an offset of its own', () => {
    expect(eventController.pictureMsOf({ ...event, cameraId: 'camera-9' })).toBe(5_200)
    offsets['tag-sale camera-9'] = 0
    expect(eventController.pictureMsOf({ ...event, cameraId: 'camera-9' })).toBe(5_000)
  })

  it('is asked of sources whose clocks go alike at once', async () => {
    shell.answers['events.tags'] = () => ok({ source: 'platform', tags: [sale, { ...sale, id: 'tag-door' }] })
    await eventController.refresh()
    const cameraIds = ['camera-3', 'camera-4']
    expect(eventController.sourcesOf(cameraIds, [])).toMatchObject([
      { offsetMs: 0, cameraIds, eventTypeIds: [] },
    ])
    offsets['tag-sale camera-3'] = 1_500
    expect(eventController.sourcesOf([...cameraIds, 'camera-9'], [])).toMatchObject([
      { offsetMs: 1_500, cameraIds: ['camera-3'], eventTypeIds: ['tag-sale'] },
      { offsetMs: 0, cameraIds: ['camera-3'], eventTypeIds: ['tag-door'] },
      { offsetMs: 0, cameraIds: ['camera-4'], eventTypeIds: [] },
      { offsetMs: -200, cameraIds: ['camera-9'], eventTypeIds: [] },
    ])
    expect(eventController.sourcesOf(cameraIds, ['tag-door'])).toMatchObject([
      { offsetMs: 0, cameraIds, eventTypeIds: ['tag-door'] },
    ])
  })

  it('is one watch of the shell for all that listen, each of which hears its own', async () => {
    const received: string[] = []
    const stop = eventController.watch({ cameraIds: ['camera-3'], eventTypeIds: [] }, () =>
      received.push('three'),
    )
    eventController.watch({ cameraIds: ['camera-4'], eventTypeIds: [] }, () => received.push('four'))
    eventController.watch({ cameraIds: ['camera-3'], eventTypeIds: [] }, () => received.push('three, too'))
    await turn()
    expect(shell.inputsOf('events.watch')).toEqual([
      {
        watches: [
          { cameraIds: ['camera-3'], eventTypeIds: [] },
          { cameraIds: ['camera-4'], eventTypeIds: [] },
        ],
        isVisible: true,
      },
    ])
    shell.push('events.arrived', { chunk: 1, events: [event], skipped: 0 })
    expect(received).toEqual(['three', 'three, too'])
    expect(shell.inputsOf('events.taken')).toEqual([{ chunk: 1 }])
    stop()
    await turn()
    expect(shell.inputsOf('events.watch')).toHaveLength(1)
  })

  it('is told to the shell again after the link was lost', async () => {
    eventController.watch({ cameraIds: [], eventTypeIds: [] }, () => undefined)
    await turn()
    shell.link(false)
    shell.link(true)
    await turn()
    expect(shell.inputsOf('events.watch')).toHaveLength(2)
  })

  const arrive = (eventTypeId: string) =>
    shell.push('events.arrived', { chunk: 1, events: [{ ...event, eventTypeId }], skipped: 0 })

  it('asks once for a tag that the platform does not list, however many events it has', async () => {
    for (let arrived = 0; arrived < 3; arrived += 1) {
      arrive('tag-gone')
      await turn()
    }
    expect(shell.inputsOf('events.tags')).toHaveLength(2)
    arrive('tag-new')
    await turn()
    expect(shell.inputsOf('events.tags')).toHaveLength(3)
  })

  it('knows the tags also when events come faster than they are listed', async () => {
    const { promise, resolve } = Promise.withResolvers<never>()
    shell.answers['events.tags'] = () => promise as never
    arrive('tag-door')
    resolve(ok({ tags: [{ ...sale, id: 'tag-door' }], source: 'platform' }) as never)
    shell.answers['events.tags'] = () => new Promise<never>(() => undefined) as never
    arrive('tag-door')
    await turn()
    expect(eventController.tagOf('tag-door')).toBeDefined()
  })

  it('asks for the tags again once the platform answers', async () => {
    shell.answers['events.tags'] = () => fail(wallError('unreachable'))
    await eventController.refresh()
    expect(eventController.store.getState().error?.code).toBe('unreachable')
    shell.answers['events.tags'] = () => ok({ tags: [sale], source: 'settings' })
    shell.push('connection', connected)
    await turn()
    expect(eventController.store.getState()).toMatchObject({ error: undefined, source: 'settings' })
  })

  it('asks for the tags again when there is an event of one that it does not know', async () => {
    const parcel: WallEventTag = { id: 'tag-parcel', name: 'parcel', fields: [] }
    shell.answers['events.tags'] = () => ok({ tags: [parcel], source: 'platform' })
    shell.push('events.arrived', { chunk: 1, events: [event], skipped: 0 })
    await turn()
    expect(eventController.nameOf(parcel.id)).not.toBe('parcel')
    shell.push('events.arrived', {
      chunk: 2,
      events: [{ ...event, eventTypeId: parcel.id, fields: {} }],
      skipped: 0,
    })
    await turn()
    expect(eventController.nameOf(parcel.id)).toBe('parcel')
  })

  it('leaves nothing behind', () => {
    eventController.dispose()
    expect(shell.listenerCount).toBe(0)
  })
})
