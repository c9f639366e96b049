import { expect, test } from 'vitest'
import type { PlatformAddress } from '#contract/wall/connection.ts'
import { platformOverridesSchema } from '#contract/platform/assumptions.ts'
import { type OccupancyDefinition, occupancyDefinitionSchema } from '#contract/wall/occupancy.ts'
import { json } from '../support/fake-platform.ts'
import { platformStand } from './client-stand.ts'

const at = (hour: number) => Date.UTC(2026, 10, 20, hour)
const range = { startMs: at(10), endMs: at(34) }
const definition = occupancyDefinitionSchema.parse({ entrancesAndExits: ['door-1', 'hall'] })

const stand = (
  overrides: Partial<NonNullable<PlatformAddress['overrides']>> = {},
  occupancyCredential?: string,
) =>
  platformStand({
    key: 'the-key',
    occupancyCredential,
    overrides: platformOverridesSchema.parse(overrides),
  })

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
  platform.answer(200, { average: 1, maximum: 2 })
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
  platform.answer(200, { average: 1, maximum: 2 })
  await client.occupancy.report(definition, range)
  expect(client.health().findings.occupancyCredential?.verdict ?? 'untested').toBe(verdict)
})

test('people, intervals and weekdays go by the words that the operator has typed for them', async () => {
  const { platform, client } = await stand({
    peopleValue: 'VISITORS',
    dayValue: 'DAILY',
    weekValue: 'WEEKLY',
    weekdayValues: 'Sun, Mon, Tue, Wed, Thu, Fri, Sat',
  })
  platform.answer(200, { average: 1, maximum: 2, unit: 'VISITORS' })
  const weekly = { ...definition, resetInterval: 'WEEK', resetDay: 'TUESDAY' } as const
  for (const one of [definition, weekly])
    expect(await client.occupancy.report(one, range)).toMatchObject({ value: { average: 1, maximum: 2 } })
  expect(platform.seen.map(({ body }): unknown => JSON.parse(body))).toMatchObject([
    { objectType: 'VISITORS', resetInterval: 'DAILY' },
    { objectType: 'VISITORS', resetInterval: 'WEEKLY', resetDay: 'Tue' },
  ])
})

test('a refusal carries the member and the words of the platform', async () => {
  const { platform, client } = await stand()
  const message = 'resetZoneIds: is required when resetValueMode is BY_ZONE_COUNTING.'
  platform.answer(400, { error: { code: 'invalid_value', message, field: 'resetZoneIds' } })
  const answer = await client.occupancy.report(definition, range)
  expect(answer).toMatchObject({ ok: false, error: { error: { code: 'refused', member: 'resetZoneIds' } } })
  expect(answer.ok ? '' : answer.error.error.message).toContain(message)
})

test.each([
  ['a platform that takes it', 'Bearer a.b.c', ['Bearer a.b.c']],
  ['then the key, to one that takes that alone', 'Bearer the-key', ['Bearer a.b.c', 'Bearer the-key']],
])('dictionaries are asked for with the credential of occupancy: %s', async (_which, taken, sent) => {
  const { platform, client, verdicts } = await stand({}, 'a.b.c')
  platform.respondWith(({ headers }, response) =>
    headers.authorization === taken ? json(response, 200, ['door-1']) : json(response, 401, {}),
  )
  expect(await client.dictionaries.entrances()).toMatchObject({ ok: true, value: [{ id: 'door-1' }] })
  expect(platform.seen.map(({ headers }) => headers.authorization)).toEqual(sent)
  expect(verdicts).toEqual([])
})

test('429 is tried again after what Retry-After says', async () => {
  const { platform, client } = await stand()
  platform.respondWith((_, response) => {
    if (platform.seen.length > 1) return json(response, 200, { average: 1, maximum: 2 })
    return json(response, 429, {}, { 'retry-after': '1' })
  })
  expect(await client.occupancy.report(definition, range)).toMatchObject({ ok: true })
})
