import { expect, onTestFinished, test } from 'vitest'
import type { PlatformAddress } from '#contract/wall/connection.ts'
import { platformOverridesSchema } from '#contract/platform/assumptions.ts'
import { type OccupancyDefinition, occupancyDefinitionSchema } from '#contract/wall/occupancy.ts'
import { FakePlatform, json } from '../support/fake-platform.ts'
import { clientStand } from './client-stand.ts'

const at = (hour: number) => Date.UTC(2026, 10, 20, hour)
const range = { startMs: at(10), endMs: at(34) }
const definition = occupancyDefinitionSchema.parse({ entrancesAndExits: ['door-1', 'hall'] })

const bucket = (hour: number) => ({
  start: at(hour),
  end: at(hour + 1),
  average: hour,
  maximum: hour + 1,
})

async function stand(
  overrides: Partial<NonNullable<PlatformAddress['overrides']>> = {},
  occupancyCredential?: string,
) {
  const platform = await FakePlatform.start()
  const { client, verdicts } = clientStand({
    key: 'the-key',
    occupancyCredential,
    address: { baseUrl: platform.url, overrides: platformOverridesSchema.parse(overrides) },
  })
  onTestFinished(async () => {
    client.dispose()
    await platform.dispose()
  })
  return { platform, client, verdicts }
}

test.each([
  ['in full', { average: 12.5, maximum: 40, maximumAt: at(11), buckets: [], resets: [] }],
  ['in another spelling', { avg: 12.5, max: 40 }],
  ['in a third one, as text', { averageOccupancy: '12.5', maxOccupancy: '40' }],
  ['under data', { data: { average: 12.5, maximum: 40 } }],
  ['under result', { result: { avg: 12.5, maximum: 40, resets: null } }],
])('an answer is read %s', async (_how, body) => {
  const { platform, client } = await stand()
  platform.answers((_, response) => json(response, 200, body))
  const answer = await client.occupancy.report(definition, range)
  expect(answer).toMatchObject({ ok: true, value: { average: 12.5, maximum: 40 } })
})

test('curve and resets are read in their order, without what cannot be read', async () => {
  const { platform, client } = await stand()
  platform.answers((_, response) =>
    json(response, 200, {
      average: 1,
      maximum: 2,
      maximumAt: at(11),
      buckets: [bucket(12), { start: 'soon' }, { ...bucket(11), entrances: 3, exits: 1 }],
      resets: [{ at: at(12), value: 0, rule: 'DAY 12:00' }, { at: at(11) }, 7],
    }),
  )
  const answer = await client.occupancy.report(definition, range)
  expect(answer.ok ? answer.value : answer.error).toEqual({
    average: 1,
    maximum: 2,
    maximumAtMs: at(11),
    buckets: [
      { startMs: at(11), endMs: at(12), average: 11, maximum: 12, entrances: 3, exits: 1 },
      { startMs: at(12), endMs: at(13), average: 12, maximum: 13 },
    ],
    resets: [{ atMs: at(11) }, { atMs: at(12), value: 0, rule: 'DAY 12:00' }],
  })
})

test.each([{}, [], { average: 3 }, { average: 'many', maximum: 4 }, { average: -1, maximum: 4 }])(
  'an answer without average and maximum is not understood: %j',
  async (body) => {
    const { platform, client } = await stand()
    platform.answers((_, response) => json(response, 200, body))
    const answer = await client.occupancy.report(definition, range)
    expect(answer).toMatchObject({ ok: false, error: { error: { code: 'bad_answer' } } })
  },
)

test.each<[string, Partial<OccupancyDefinition>, object]>([
  [
    'of a day',
    { resetTime: '04', resetDay: 'MONDAY', resetZoneIds: ['hall'] },
    {
      resetMode: 'TIME',
      resetInterval: 'DAY',
      resetTime: '04',
      resetValueMode: 'FIXED',
      resetToValue: 0,
    },
  ],
  [
    'of a week, to what zones count',
    { resetInterval: 'WEEK', resetDay: 'MONDAY', resetValueMode: 'BY_ZONE_COUNTING', resetZoneIds: ['hall'] },
    {
      resetMode: 'TIME',
      resetInterval: 'WEEK',
      resetTime: '00',
      resetDay: 'MONDAY',
      resetValueMode: 'BY_ZONE_COUNTING',
      resetZoneIds: ['hall'],
    },
  ],
  [
    'of a schedule',
    { resetMode: 'SCHEDULE', resetScheduleId: 'open', resetToValue: 3 },
    { resetMode: 'SCHEDULE', resetScheduleId: 'open', resetValueMode: 'FIXED', resetToValue: 3 },
  ],
])('only what counts is sent: a reset %s', async (_what, change, reset) => {
  const { platform, client } = await stand()
  platform.answers((_, response) => json(response, 200, { average: 1, maximum: 2 }))
  await client.occupancy.report({ ...definition, ...change }, range)
  expect(JSON.parse(platform.seen[0]?.body ?? '')).toEqual({
    entrancesAndExits: ['door-1', 'hall'],
    objectType: 'PEOPLE',
    timeRange: { start: range.startMs, end: range.endMs },
    timezone: 'UTC',
    ...reset,
  })
})

test.each([
  ['the key', undefined, 'confirmed'],
  ['the key, entered twice', 'the-key', 'confirmed'],
  ['another credential', 'a-token', 'untested'],
])('an answer to %s says of the assumption that the report takes it: %s', async (_what, own, verdict) => {
  const { platform, client } = await stand({}, own)
  platform.answers((_, response) => json(response, 200, { average: 1, maximum: 2 }))
  await client.occupancy.report(definition, range)
  expect(client.health().findings.occupancyCredential?.verdict ?? 'untested').toBe(verdict)
})

test('path and members go by the names that the operator has typed', async () => {
  const { platform, client } = await stand({
    paths: { occupancyReport: '/v2/people' },
    rangeStartMember: 'from',
    rangeEndMember: 'to',
    timezoneMember: 'tz',
  })
  platform.answers((_, response) => json(response, 200, { average: 1, maximum: 2 }))
  await client.occupancy.report(definition, range)
  const [asked] = platform.seen
  expect(asked?.path).toBe('/v2/people')
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({
    timeRange: { from: range.startMs, to: range.endMs },
    tz: 'UTC',
  })
})

test('values go by the words that the operator has typed', async () => {
  const { platform, client } = await stand({
    peopleValue: 'VISITORS',
    dayValue: 'DAILY',
    weekValue: 'WEEKLY',
    weekdayValues: 'Sun, Mon, Tue, Wed, Thu, Fri, Sat',
  })
  platform.answers((_, response) => json(response, 200, { average: 1, maximum: 2, unit: 'VISITORS' }))
  const weekly = { ...definition, resetInterval: 'WEEK', resetDay: 'TUESDAY' } as const
  for (const one of [definition, weekly])
    expect(await client.occupancy.report(one, range)).toMatchObject({ value: { average: 1, maximum: 2 } })
  expect(platform.seen.map(({ body }): unknown => JSON.parse(body))).toMatchObject([
    { objectType: 'VISITORS', resetInterval: 'DAILY' },
    { objectType: 'VISITORS', resetInterval: 'WEEKLY', resetDay: 'Tue' },
  ])
})

test('answers are read by the names that the operator has typed', async () => {
  const members = {
    reportBuckets: 'curve',
    bucketStart: 'from',
    bucketEnd: 'to',
    bucketEntrances: 'came',
    bucketExits: 'went',
    resetAt: 'time',
    resetValue: 'count',
    resetRule: 'why',
    dictionaryName: 'title',
    dictionaryCameras: 'seenBy',
    zoneCapacity: 'holds',
    scheduleTimezone: 'tz',
    scheduleRules: 'hours',
  }
  const { platform, client } = await stand({ members })
  const curve = [{ from: at(10), to: at(11), average: 1, maximum: 2, came: 3, went: 1 }]
  const resets = [{ time: at(10), count: 4, why: 'DAY 10:00' }]
  platform.answers((_, response) => json(response, 200, { average: 1, maximum: 2, curve, resets }))
  expect(await client.occupancy.report(definition, range)).toMatchObject({
    value: {
      buckets: [{ startMs: at(10), endMs: at(11), entrances: 3, exits: 1 }],
      resets: [{ atMs: at(10), value: 4, rule: 'DAY 10:00' }],
    },
  })
  const rules = [{ days: ['MONDAY'], from: '08:00', until: '18:00' }]
  const entry = { id: 'e', title: 'Entry', seenBy: 'c1', holds: 8, tz: 'UTC', hours: rules }
  platform.answers((_, response) => json(response, 200, [entry]))
  const source = { id: 'e', name: 'Entry', cameraIds: ['c1'] }
  expect(await client.dictionaries.entrances()).toMatchObject({ value: [source] })
  expect(await client.dictionaries.zones()).toMatchObject({ value: [{ ...source, capacity: 8 }] })
  expect(await client.dictionaries.schedules()).toMatchObject({ value: [{ timezone: 'UTC', rules }] })
})

test('a refusal carries the member and the words of the platform', async () => {
  const { platform, client } = await stand()
  const message = 'resetZoneIds: is required when resetValueMode is BY_ZONE_COUNTING.'
  platform.answers((_, response) =>
    json(response, 400, { error: { code: 'invalid_value', message, field: 'resetZoneIds' } }),
  )
  const answer = await client.occupancy.report(definition, range)
  expect(answer).toMatchObject({ ok: false, error: { error: { code: 'refused', member: 'resetZoneIds' } } })
  expect(answer.ok ? '' : answer.error.error.message).toContain(message)
})

test.each([
  [401, 'key_rejected'],
  [403, 'not_allowed'],
  [404, 'occupancy_unavailable'],
  [405, 'occupancy_unavailable'],
  [500, 'platform_failed'],
  [501, 'occupancy_unavailable'],
])('a status %i is %s, and says nothing of the key or the connection', async (status, code) => {
  const { platform, client, verdicts } = await stand()
  platform.answers((_, response) => json(response, status, {}))
  const answer = await client.occupancy.report(definition, range)
  expect(answer).toMatchObject({ ok: false, error: { error: { code } } })
  expect(verdicts).toEqual([])
  if (status < 500) expect(client.health().lastError).toBeUndefined()
})

test.each([401, 403])(
  'a status %i to a dictionary says nothing of the key or the connection',
  async (status) => {
    const { platform, client, verdicts } = await stand()
    platform.answers((_, response) => json(response, status, {}))
    expect(await client.dictionaries.zones()).toMatchObject({ ok: false })
    expect(platform.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer the-key'])
    expect([verdicts, client.health().lastError]).toEqual([[], undefined])
  },
)

test.each([
  ['a platform that takes it', 'Bearer a.b.c', ['Bearer a.b.c']],
  ['then the key, to one that takes that alone', 'Bearer the-key', ['Bearer a.b.c', 'Bearer the-key']],
])('dictionaries are asked for with the credential of occupancy: %s', async (_which, taken, sent) => {
  const { platform, client, verdicts } = await stand({}, 'a.b.c')
  platform.answers(({ headers }, response) =>
    headers.authorization === taken ? json(response, 200, ['door-1']) : json(response, 401, {}),
  )
  expect(await client.dictionaries.entrances()).toMatchObject({ ok: true, value: [{ id: 'door-1' }] })
  expect(platform.seen.map(({ headers }) => headers.authorization)).toEqual(sent)
  expect(verdicts).toEqual([])
})

test('429 is tried again after what Retry-After says', async () => {
  const { platform, client } = await stand()
  platform.answers((_, response) => {
    if (platform.seen.length > 1) return json(response, 200, { average: 1, maximum: 2 })
    return json(response, 429, {}, { 'retry-after': '1' })
  })
  expect(await client.occupancy.report(definition, range)).toMatchObject({ ok: true })
})

test.each([
  ['items', { items: [{ id: 'hall', name: 'Hall', capacity: 250, cameraIds: ['c1', 'c1', 'c2'] }] }],
  ['a bare array, one camera', [{ _id: 'hall', name: 'Hall', capacity: 250, cameraIds: ['c1', 'c2'] }]],
  [
    'zones under data',
    { data: { zones: [{ id: 'hall', name: ' Hall ', capacity: 250, cameraIds: ['c1', 'c2'] }] } },
  ],
])('zones are read from %s', async (_how, body) => {
  const { platform, client } = await stand()
  platform.answers((_, response) => json(response, 200, body))
  const zones = await client.dictionaries.zones()
  expect(zones.ok ? zones.value : zones.error).toEqual([
    { id: 'hall', name: 'Hall', capacity: 250, cameraIds: ['c1', 'c2'] },
  ])
})

test('bare ids are entrances; a schedule whose rules are not all understood promises nothing', async () => {
  const { platform, client } = await stand()
  platform.answers((_, response) => json(response, 200, ['door-1', 'door-2', 'door-1']))
  const entrances = await client.dictionaries.entrances()
  expect(entrances.ok ? entrances.value.map(({ id, name }) => [id, name]) : entrances.error).toEqual([
    ['door-1', 'door-1'],
    ['door-2', 'door-2'],
  ])
  const rule = { days: ['MONDAY'], from: '08:00', until: '18:00' }
  platform.answers((_, response) =>
    json(response, 200, [
      { id: 'open', name: 'Open', timezone: 'Europe/Berlin', rules: [rule] },
      { id: 'odd', name: 'Odd', timezone: 'Europe/Berlin', rules: [rule, { every: 'full moon' }] },
    ]),
  )
  const schedules = await client.dictionaries.schedules()
  expect(schedules.ok ? schedules.value.map(({ id, rules }) => [id, rules.length]) : schedules.error).toEqual(
    [
      ['open', 1],
      ['odd', 0],
    ],
  )
})
