import { expect, test } from 'vitest'
import { batchEventSchema } from '#contract/platform/events.ts'
import { DemoDay, type DemoDayOptions } from '#site/events/demo/demo-day.ts'
import type { KeyedEvent } from '#site/events/demo/demo-platform.ts'
import { demoSources } from '#site/events/demo/demo-sources.ts'

const DAY_MS = 86_400_000
/** A Wednesday, 12:00 in Berlin. */
const nowMs = Date.UTC(2026, 10, 18, 11)

/** Takes what is inserted, and remembers it as a platform does. */
async function stand({ cameras = 16, seed = 'tessera', days = 30, before = [] as KeyedEvent[] } = {}) {
  const inserted: KeyedEvent[] = []
  const platform: DemoDayOptions['platform'] = {
    orgId: 'org-1',
    cameras: async () =>
      Array.from({ length: cameras }, (_, at) => ({
        id: `cam-${at + 1}`,
        name: '',
        number: at + 1,
        group: '',
        timezone: 'Europe/Berlin',
      })),
    tags: async () => ['sale', 'weighing', 'door'].map((name) => ({ id: `${name}-id`, name, fields: [] })),
    newestMs: async (cameraId, eventTypeId) =>
      before.findLast((event) => event.cameraId === cameraId && event.eventTypeId === eventTypeId)?.timestamp,
    insert: async (events) => {
      inserted.push(...events)
      return 0
    },
  }
  const day = await DemoDay.of({ platform, seed, days })
  return { day, inserted }
}

const local = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Berlin',
  weekday: 'short',
  hour: '2-digit',
})
const hourOf = ({ timestamp }: KeyedEvent) => local.format(timestamp).split(', ')

test('four weeks have 200 000 events and more, every one of them in its time', async () => {
  const { day, inserted } = await stand({ days: 7 })
  expect(await day.fill(nowMs)).toBe(inserted.length)
  expect(inserted.length * 4).toBeGreaterThan(200_000)
  expect(inserted.length * 4).toBeLessThan(260_000)
  expect(inserted.every(({ timestamp }) => timestamp > nowMs - 7 * DAY_MS && timestamp <= nowMs)).toBe(true)
  expect(new Set(inserted.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(inserted.length)
})

test('each source is as the interface wants it, in the order of time', async () => {
  const { day, inserted } = await stand({ days: 2 })
  await day.fill(nowMs)
  for (const event of inserted.slice(0, 2_000))
    expect(batchEventSchema.safeParse(event).error).toBeUndefined()
  const ofEach = Map.groupBy(inserted, ({ cameraId }) => cameraId)
  expect(ofEach.size).toBe(demoSources.length)
  for (const events of ofEach.values()) {
    const instants = events.map(({ timestamp }) => timestamp)
    expect(instants).toEqual(instants.toSorted((a, b) => a - b))
  }
})

test('the tills sell on every day and at every hour, less at night and on Sundays, most at noon', async () => {
  const { day, inserted } = await stand({ days: 7 })
  await day.fill(nowMs)
  const sales = inserted.filter(({ eventTypeId }) => eventTypeId === 'sale-id').map(hourOf)
  const inHour = (wanted: number) => sales.filter(([, hour]) => Number(hour) === wanted).length
  const onDay = (wanted: string) => sales.filter(([weekday]) => weekday === wanted).length
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) expect(onDay(day)).toBeGreaterThan(0)
  for (let hour = 0; hour < 24; hour += 1) expect(inHour(hour)).toBeGreaterThan(0)
  expect(onDay('Sun')).toBeLessThan(onDay('Mon') * 0.6)
  expect(inHour(3)).toBeLessThan(inHour(12) * 0.2)
  expect(inHour(12)).toBeGreaterThan(inHour(20) * 1.5)
  expect(inHour(12)).toBeGreaterThan(inHour(14))
})

test('a receipt adds up', async () => {
  const { day, inserted } = await stand({ days: 2 })
  await day.fill(nowMs)
  for (const { fields } of inserted.filter(({ eventTypeId }) => eventTypeId === 'sale-id').slice(0, 500)) {
    const lines = String(fields['text']).split('\n')
    const cents = lines.reduce((sum, line) => sum + Math.round(Number(line.split('  ').at(-1)) * 100), 0)
    const pieces = lines.reduce((sum, line) => sum + Number(line.split(' x ')[0]), 0)
    expect(Math.round(Number(fields['amount']) * 100)).toBe(cents)
    expect(fields['items']).toBe(pieces)
  }
})

test('the same seed is the same month, another one another', async () => {
  const months = await Promise.all(
    ['tessera', 'tessera', 'other'].map(async (seed) => {
      const { day, inserted } = await stand({ days: 2, seed })
      await day.fill(nowMs)
      return inserted.map(({ timestamp, fields }) => JSON.stringify([timestamp, fields])).join('\n')
    }),
  )
  expect(months[1]).toBe(months[0])
  expect(months[2]).not.toBe(months[0])
})

const keys = (events: readonly KeyedEvent[]) => events.map(({ idempotencyKey }) => idempotencyKey).toSorted()

test('what is there already is not sent again, what is missing is', async () => {
  const whole = await stand({ days: 3 })
  await whole.day.fill(nowMs)
  const untilMs = nowMs - 2 * DAY_MS
  const before = whole.inserted
    .filter(({ timestamp }) => timestamp <= untilMs)
    .toSorted((one, other) => one.timestamp - other.timestamp)
  const rest = await stand({ days: 3, before })
  await rest.day.fill(nowMs)
  expect(keys([...before, ...rest.inserted])).toEqual(keys(whole.inserted))
  const complete = await stand({ days: 3, before: whole.inserted })
  await complete.day.fill(nowMs)
  expect(complete.inserted).toEqual([])
})

test('live there is something at every hour', async () => {
  const { day } = await stand()
  const sundayNight = Date.UTC(2026, 10, 15, 2) / 60_000
  const hour = Array.from({ length: 60 }, (_, at) => day.live(sundayNight + at)).flat()
  expect(new Set(hour.map(({ eventTypeId }) => eventTypeId)).size).toBe(3)
  expect(hour.length).toBeGreaterThan(200)
})

test('a source without its camera says nothing', async () => {
  const { day, inserted } = await stand({ cameras: 2, days: 3 })
  await day.fill(nowMs)
  expect(new Set(inserted.map(({ cameraId }) => cameraId))).toEqual(new Set(['cam-1', 'cam-2']))
})
