import { expect, test } from 'vitest'
import { occupancyReportRequest } from '#contract/platform/occupancy.ts'
import { noon } from './event-stand.ts'
import { occupancyStand } from './occupancy-stand.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const good = { entrancesAndExits: ['front', 'hall'], timeRange: { start: noon - hourMs, end: noon } }
const atLeastAYear = 367 * dayMs

interface Violation {
  readonly name: string
  readonly body: Record<string, unknown>
  readonly field: string
  readonly message: RegExp
  readonly code: string
}

const broken = (
  field: string,
  message: RegExp,
  changes: Record<string, unknown>,
  code = 'invalid_value',
): Violation => ({
  name: `${field} ${JSON.stringify(changes).slice(0, 70)}`,
  body: { ...good, ...changes },
  field,
  message,
  code,
})
const required = /is required/
const aScheduleId = { resetScheduleId: 'hours' }
const aSource = /id of an entrance or exit, or of a counting zone/
const aRange = (start: unknown, end: unknown) => ({ timeRange: { start, end } })

/** As long as an id may be. */
const longIds = Array.from({ length: 1_000 }, (_, at) => String(at).padStart(200, '“'))

const violations = [
  broken('entrancesAndExits', required, { entrancesAndExits: undefined }),
  broken('entrancesAndExits', /list of 1 to 1000 ids/, { entrancesAndExits: 'front' }),
  broken('entrancesAndExits', /list of 1 to 1000 ids/, { entrancesAndExits: [] }),
  broken('entrancesAndExits', /list of 1 to 1000 ids/, { entrancesAndExits: Array(1_001).fill('front') }),
  broken('entrancesAndExits.0', aSource, { entrancesAndExits: [7] }),
  broken('entrancesAndExits.1', aSource, { entrancesAndExits: ['front', ''] }),
  broken('entrancesAndExits.1', aSource, { entrancesAndExits: ['front', 'nobody'] }),
  broken('entrancesAndExits.0', aSource, { entrancesAndExits: longIds, resetZoneIds: longIds }),
  // Of another organization, and of a schedule.
  broken('entrancesAndExits.0', aSource, { entrancesAndExits: ['gate'] }),
  broken('entrancesAndExits.0', aSource, { entrancesAndExits: ['hours'] }),
  broken('objectType', /has to be PEOPLE/, { objectType: 'VEHICLES' }),
  broken('objectType', /has to be PEOPLE/, { objectType: null }),
  broken('timeRange', required, { timeRange: undefined }),
  broken('timeRange', /object with start and end/, { timeRange: [1, 2] }),
  broken('timeRange.start', required, { timeRange: { end: noon } }),
  broken('timeRange.end', required, { timeRange: { start: 1 } }),
  broken(
    'timeRange.from',
    /no member timeRange.from/,
    { timeRange: { from: 1, end: noon } },
    'unknown_member',
  ),
  broken('timeRange.start', /whole number of milliseconds/, aRange('2026-01-01', noon)),
  broken('timeRange.start', /whole number of milliseconds/, aRange(1.5, noon)),
  broken('timeRange.start', /whole number of milliseconds/, aRange(-1, noon)),
  broken('timeRange.end', /whole number of milliseconds/, aRange(1, 8_640_000_000_000_001)),
  broken('timeRange.end', /after timeRange.start/, aRange(noon, noon)),
  broken('timeRange.end', /after timeRange.start/, aRange(noon, noon - 1)),
  broken('timeRange.end', /more than 366 days/, aRange(noon - atLeastAYear, noon)),
  broken('timeRange.start', /in the future/, aRange(noon + dayMs, noon + 2 * dayMs), 'range_in_future'),
  broken('timezone', /IANA name/, { timezone: 'Europe/Atlantis' }),
  broken('timezone', /IANA name/, { timezone: '+02:00' }),
  broken('timezone', /IANA name/, { timezone: '' }),
  broken('timezone', /IANA name/, { timezone: 2 }),
  broken('resetInterval', /DAY or WEEK/, { resetInterval: 'MONTH' }),
  broken('resetInterval', /DAY or WEEK/, { resetInterval: 'day' }),
  broken('resetTime', /hour from "00" to "23"/, { resetTime: '24' }),
  broken('resetTime', /hour from "00" to "23"/, { resetTime: '7' }),
  broken('resetTime', /hour from "00" to "23"/, { resetTime: 7 }),
  broken('resetDay', /one of SUNDAY, MONDAY/, { resetDay: 'SUN' }),
  broken('resetMode', /TIME or SCHEDULE/, { resetMode: 'NEVER' }),
  broken('resetScheduleId', /required when resetMode is SCHEDULE/, { resetMode: 'SCHEDULE' }),
  broken('resetScheduleId', /only when resetMode is SCHEDULE/, aScheduleId),
  broken('resetScheduleId', /only when resetMode is SCHEDULE/, { ...aScheduleId, resetMode: 'TIME' }),
  broken('resetScheduleId', /id of a saved schedule/, { resetMode: 'SCHEDULE', resetScheduleId: 'front' }),
  broken('resetScheduleId', /id of a saved schedule/, { resetMode: 'SCHEDULE', resetScheduleId: 3 }),
  broken('resetValueMode', /FIXED or BY_ZONE_COUNTING/, { resetValueMode: 'ZERO' }),
  broken('resetToValue', /number from 0/, { resetToValue: -1 }),
  broken('resetToValue', /number from 0/, { resetToValue: '0' }),
  broken('resetToValue', /number from 0/, { resetToValue: 1e10 }),
  broken('resetZoneIds', /required when resetValueMode is BY_ZONE_COUNTING/, {
    resetValueMode: 'BY_ZONE_COUNTING',
  }),
  broken('resetZoneIds', /required when resetValueMode is BY_ZONE_COUNTING/, {
    resetValueMode: 'BY_ZONE_COUNTING',
    resetZoneIds: [],
  }),
  broken('resetZoneIds', /list of 1 to 1000 ids/, { resetZoneIds: 'hall' }),
  broken('resetZoneIds.1', /id of a counting zone/, {
    resetValueMode: 'BY_ZONE_COUNTING',
    resetZoneIds: ['hall', 'front'],
  }),
  broken('resetZoneIds.0', /id of a counting zone/, { resetZoneIds: [null] }),
  broken('resetHour', /no member resetHour/, { resetHour: '04' }, 'unknown_member'),
]

test('each rule that is broken is 400, and its sentence names the member and the rule', async () => {
  const { ask } = await occupancyStand()
  for (const { name, body, field, message, code } of violations) {
    const { status, error } = await ask(body)
    expect([status, error?.code, error?.field], name).toEqual([400, code, field])
    expect(error?.message, name).toMatch(message)
    expect(error?.message, name).toContain(field)
  }
})

test('what a mode does not use is not judged, and every default is filled in', async () => {
  const { ask } = await occupancyStand()
  const unused = { resetZoneIds: ['front'], resetDay: 'MONDAY' }
  expect((await ask({ ...good, ...unused })).status).toBe(200)
  expect((await ask({ ...good, resetMode: 'SCHEDULE', ...aScheduleId, resetTime: '05' })).status).toBe(200)
  expect(
    (await ask({ ...good, resetValueMode: 'BY_ZONE_COUNTING', resetZoneIds: ['yard'], resetToValue: 3 }))
      .status,
  ).toBe(200)
  expect(occupancyReportRequest.parse(good)).toEqual({
    ...good,
    objectType: 'PEOPLE',
    timezone: 'UTC',
    resetInterval: 'DAY',
    resetTime: '00',
    resetDay: 'SUNDAY',
    resetMode: 'TIME',
    resetValueMode: 'FIXED',
    resetToValue: 0,
  })
})
