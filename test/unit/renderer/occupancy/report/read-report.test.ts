import { describe, expect, it, onTestFinished, test } from 'vitest'
import { occupancyRules } from '#contract/platform/occupancy.ts'
import { savedReportSchema } from '#contract/wall/occupancy.ts'
import { loadLanguage } from '#renderer/language/language.ts'
import { readReport } from '#renderer/occupancy/report/read-report.ts'
import { WindowReader } from '#renderer/occupancy/report/read-window.ts'
import { definitionOf, emptyForm, formOf, type ReportForm } from '#renderer/occupancy/report/report-form.ts'
import { zone } from '../../timeline/axis/zones.ts'

const reader = new WindowReader()
const nowMs = Date.parse('2026-11-20T14:00:00Z')
const complete: ReportForm = { ...emptyForm('Europe/Berlin'), sources: ['door', 'hall'] }
const known = {
  entrances: new Set(['door']),
  zones: new Set(['hall', 'shop']),
  schedules: new Set(['opening']),
}
const unknown = { entrances: undefined, zones: undefined, schedules: undefined }

const read = (change: Partial<ReportForm>, ids: typeof known | undefined = known) =>
  readReport({ ...complete, ...change }, { reader, zone: zone('America/New_York'), nowMs, known: ids })
const faults = (change: Partial<ReportForm>, ids?: typeof known) => {
  const answer = read(change, ids ?? known)
  return answer.ok ? [] : answer.error
}

describe('a report as it is filled in', () => {
  it('is complete with its sources alone', () => {
    expect(read({})).toMatchObject({
      ok: true,
      value: {
        definition: { entrancesAndExits: ['door', 'hall'], timezone: 'Europe/Berlin', resetTime: '00' },
      },
    })
  })

  it('says its rules in the language of the page', async () => {
    onTestFinished(() => loadLanguage('en'))
    await loadLanguage('de')
    const messages = [
      faults({ sources: [] }),
      faults({ sources: ['door', 'gone'] }),
      faults({ timezone: '' }),
      faults({ resetMode: 'SCHEDULE' }),
      faults({ resetMode: 'SCHEDULE', resetScheduleId: 'closing' }),
      faults({ resetToValue: '-1' }),
      faults({ resetValueMode: 'BY_ZONE_COUNTING' }),
      faults({ resetValueMode: 'BY_ZONE_COUNTING', resetZoneIds: ['gone'] }),
      faults({ window: 'last:2000d' }),
      faults({ window: 'today 21:00..22:00', capacity: 'x' }).slice(1),
    ].map(([fault]) => fault?.message)
    expect(messages[0]).toBe('entrancesAndExits: muss eine Liste von 1 bis 1000 IDs sein.')
    const english: readonly string[] = Object.values(occupancyRules)
    for (const message of messages) {
      expect(message).toMatch(/^[\w.]+: \S.*\.$/)
      expect(english).not.toContain(message?.replace(/^[\w.]+: (.*)\.$/, '$1'))
    }
  })

  test.for<[Partial<ReportForm>, string, string]>([
    [{ sources: [] }, 'entrancesAndExits', `entrancesAndExits: ${occupancyRules.sources}.`],
    [{ timezone: 'Europe/Atlantis' }, 'timezone', `timezone: ${occupancyRules.timezone}.`],
    [{ timezone: '' }, 'timezone', `timezone: ${occupancyRules.timezone}.`],
    [{ timezone: '+02:00' }, 'timezone', `timezone: ${occupancyRules.timezone}.`],
    [{ resetMode: 'SCHEDULE' }, 'resetScheduleId', `resetScheduleId: ${occupancyRules.scheduleRequired}.`],
    [
      { resetMode: 'SCHEDULE', resetScheduleId: 'closing' },
      'resetScheduleId',
      `resetScheduleId: ${occupancyRules.scheduleId}.`,
    ],
    [{ resetToValue: 'many' }, 'resetToValue', `resetToValue: ${occupancyRules.resetToValue}.`],
    [{ resetToValue: '-1' }, 'resetToValue', `resetToValue: ${occupancyRules.resetToValue}.`],
    [{ resetToValue: '1.000' }, 'resetToValue', `resetToValue: ${occupancyRules.resetToValue}.`],
    [
      { resetValueMode: 'BY_ZONE_COUNTING' },
      'resetZoneIds',
      `resetZoneIds: ${occupancyRules.zonesRequired}.`,
    ],
    [{ window: 'last:2000d' }, 'timeRange', `timeRange.end: ${occupancyRules.tooLong}.`],
    [{ window: 'yesterday 10:00..yesterday 10:00' }, 'timeRange', 'This ends before it begins.'],
    [{ window: '' }, 'timeRange', 'A time is missing, such as'],
    [{ window: 'until:yesterday' }, 'timeRange', 'A report needs a time that begins'],
    [{ window: 'sale' }, 'timeRange', '“sale” is not a time.'],
    [{ window: 'today yesterday' }, 'timeRange', 'A report has one time'],
    [{ capacity: '0' }, 'capacity', 'The capacity has to be'],
    [{ capacity: '1.5' }, 'capacity', 'The capacity has to be'],
  ])('%j breaks %s: %s', ([change, member, message]) => {
    const found = faults(change)
    expect(found.map((fault) => fault.member)).toEqual([member])
    expect(found[0]?.message).toContain(message)
  })

  it('names each id that the platform does not know', () => {
    expect(faults({ sources: ['door', 'dor', 'hall', 'x'] })).toEqual([
      { member: 'entrancesAndExits', at: 1, message: `entrancesAndExits.1: ${occupancyRules.source}.` },
      { member: 'entrancesAndExits', at: 3, message: `entrancesAndExits.3: ${occupancyRules.source}.` },
    ])
    expect(faults({ resetValueMode: 'BY_ZONE_COUNTING', resetZoneIds: ['shop', 'door'] })).toMatchObject([
      { member: 'resetZoneIds', at: 1 },
    ])
  })

  it('that lies ahead can be kept, and is not to be asked for yet', () => {
    const ahead = { member: 'timeRange', message: `timeRange.start: ${occupancyRules.future}.` }
    expect(read({ window: 'today 21:00..22:00' })).toMatchObject({ ok: true, value: { early: [ahead] } })
    expect(read({ window: 'today 14:00..22:00' })).toMatchObject({ ok: true, value: { early: [] } })
    expect(faults({ window: 'today 21:00..22:00', capacity: 'x' })).toMatchObject([
      { member: 'capacity' },
      ahead,
    ])
  })

  it('takes any id where nobody knows them', () => {
    const answer = readReport(
      { ...complete, sources: ['whatever'], resetMode: 'SCHEDULE', resetScheduleId: 'some' },
      { reader, zone: zone('UTC'), nowMs, known: unknown },
    )
    expect(answer.ok).toBe(true)
  })

  it.each<[keyof typeof known, Partial<ReportForm>]>([
    ['entrances', { sources: ['whatever'] }],
    ['zones', { sources: ['whatever'], resetValueMode: 'BY_ZONE_COUNTING', resetZoneIds: ['some'] }],
    ['schedules', { resetMode: 'SCHEDULE', resetScheduleId: 'some' }],
  ])('takes any id that may be one of the %s where nobody knows those', (list, change) => {
    const needs = { reader, zone: zone('UTC'), nowMs }
    const ids = { ...known, [list]: undefined }
    expect(readReport({ ...complete, ...change }, { ...needs, known: ids }).ok).toBe(true)
    expect(readReport({ ...complete, ...change }, { ...needs, known }).ok).toBe(false)
  })

  it('tells everything that is wrong at once', () => {
    const found = faults({
      sources: [],
      window: 'sale',
      resetMode: 'SCHEDULE',
      resetToValue: 'x',
      capacity: 'x',
    })
    expect(found.map(({ member }) => member).toSorted()).toEqual([
      'capacity',
      'entrancesAndExits',
      'resetScheduleId',
      'resetToValue',
      'timeRange',
    ])
  })

  it('sends no member that the chosen mode does not use', () => {
    const all: ReportForm = {
      ...complete,
      resetScheduleId: 'opening',
      resetZoneIds: ['shop'],
      resetInterval: 'WEEK',
      resetDay: 'MONDAY',
    }
    const sent = (change: Partial<ReportForm>) =>
      Object.keys(definitionOf({ ...all, ...change })).filter((member) => member.startsWith('reset'))
    expect(sent({})).toEqual([
      'resetMode',
      'resetInterval',
      'resetTime',
      'resetDay',
      'resetValueMode',
      'resetToValue',
    ])
    expect(sent({ resetInterval: 'DAY' })).not.toContain('resetDay')
    expect(sent({ resetMode: 'SCHEDULE', resetValueMode: 'BY_ZONE_COUNTING' })).toEqual([
      'resetMode',
      'resetScheduleId',
      'resetValueMode',
      'resetZoneIds',
    ])
  })

  it('reads its time in its own zone, over a change of the clocks too', () => {
    const answer = read({ window: '2026-10-25', timezone: 'Europe/Berlin' })
    const range = answer.ok ? answer.value.range : undefined
    expect(range && new Date(range.startMs).toISOString()).toBe('2026-10-24T22:00:00.000Z')
    expect(range && (range.endMs - range.startMs) / 3_600_000).toBe(25)
    const since = read({ window: 'since:08:00', timezone: 'Asia/Kathmandu' })
    expect(since.ok && since.value.range).toEqual({
      startMs: Date.parse('2026-11-20T08:00:00+05:45'),
      endMs: nowMs,
    })
  })

  test.for<Partial<ReportForm>>([
    {},
    { window: 'last:7d', capacity: '120', cameraIds: ['cam-01'] },
    { resetInterval: 'WEEK', resetDay: 'MONDAY', resetTime: '04', resetToValue: '12.5' },
    { resetMode: 'SCHEDULE', resetScheduleId: 'opening', window: 'since:monday' },
    { resetValueMode: 'BY_ZONE_COUNTING', resetZoneIds: ['shop'], window: '2026-11-20 08:00..18:00' },
  ])('comes back from the settings as it was: %j', (change) => {
    const before = { ...complete, ...change }
    const answer = read(change)
    if (!answer.ok) throw new Error(JSON.stringify(answer.error))
    const { definition, window, capacity, cameraIds } = answer.value
    const kept = savedReportSchema.parse(
      JSON.parse(JSON.stringify({ id: '1', name: 'Shop', definition, window, capacity, cameraIds })),
    )
    expect(formOf(kept)).toEqual(before)
  })
})
