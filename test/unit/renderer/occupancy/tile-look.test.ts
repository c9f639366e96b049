import { describe, expect, it, onTestFinished } from 'vitest'
import { wallError, type WallErrorCode } from '#contract/errors.ts'
import type { OccupancyReading } from '#contract/wall/occupancy.ts'
import { loadLanguage } from '#renderer/language/language.ts'
import { resetTimesOf } from '#renderer/occupancy/reset-times.ts'
import { fillOf, occupancyLook } from '#renderer/occupancy/tile-look.ts'
import { zone } from '../timeline/axis/zones.ts'
import { reportOf } from './report-of.ts'

const nowMs = Date.parse('2026-11-20T14:00:00Z')
const definition = { entrancesAndExits: ['hall'], timezone: 'Europe/Berlin', resetTime: '04' }
const report = reportOf('r1', { definition, capacity: 50 })
const reading: OccupancyReading = {
  reportId: 'r1',
  askedAtMs: nowMs - 4_000,
  now: 36.6,
  answer: {
    average: 12.345,
    maximum: 61,
    maximumAtMs: Date.parse('2026-11-19T12:30:00Z'),
    resets: [{ atMs: Date.parse('2026-11-20T03:00:00Z'), value: 0, rule: 'DAY 04:00' }],
  },
  trend: [],
}

function look(change: Partial<OccupancyReading> = {}, of = report, wall = 'Europe/Berlin') {
  const resets = resetTimesOf(of.definition, [], nowMs)
  const needs = { report: of, dictionaries: undefined, resets, zone: zone(wall), nowMs }
  return occupancyLook({ ...needs, reading: { ...reading, ...change } })
}

function factsOf(...given: Parameters<typeof look>) {
  return Object.fromEntries(look(...given).facts.map(({ name, text }) => [name, text]))
}

describe('an occupancy tile', () => {
  it('says its time in words of the language', async () => {
    onTestFinished(() => loadLanguage('en'))
    const today = { kind: 'between', from: { day: 'today' }, until: { day: 'today' } } as const
    const words = () =>
      [today, ...[1, 3].map((amount) => ({ kind: 'last', amount, unit: 'd' }) as const)].map(
        (window) => look({}, { ...report, window }).window,
      )
    expect(words()).toEqual(['Today', 'last day', 'last 3 d'])
    await loadLanguage('de')
    expect(words()).toEqual(['Heute', 'letzter Tag', 'letzte 3 Tage'])
    await loadLanguage('es')
    expect(words()).toEqual(['Hoy', 'último día', 'últimos 3 d'])
  })

  it('says now, average, maximum and when, the last reset and the next one with its rule', () => {
    expect(look()).toMatchObject({ now: '37', window: 'last 24 h', ageMs: 4_000, problem: undefined })
    expect(factsOf()).toEqual({
      average: '12.3',
      maximum: '61, Thu 13:30',
      'last reset': '04:00, to 0',
      'next reset': 'Sat 04:00 · every day',
    })
  })

  it('counts its age by this computer, and its days by the platform', () => {
    const needs = { report, reading, dictionaries: undefined, resets: undefined, zone: zone('UTC') }
    const { ageMs, facts } = occupancyLook({ ...needs, nowMs: nowMs + 86_400_000, aheadMs: 86_400_000 })
    expect([ageMs, facts[2]?.text]).toEqual([4_000, 'Fri 04:00, to 0'])
  })

  it('names the zone of its times where that is not the wall’s', () => {
    expect(look().zone).toBeUndefined()
    expect(look({}, report, 'Asia/Tokyo').zone).toBe('CET')
    expect(factsOf({}, report, 'Asia/Tokyo')).toMatchObject({ 'last reset': '04:00, to 0' })
  })

  it('names the date of what is further away than a week', () => {
    const maximumAtMs = Date.parse('2026-11-09T12:30:00Z')
    const facts = factsOf({ answer: { average: 1, maximum: 2, maximumAtMs } })
    expect(facts['maximum']).toBe('2, Mon 9 Nov 13:30')
  })

  it('works out the last reset where the platform tells none', () => {
    expect(factsOf({ answer: { average: 1, maximum: 2 } })).toMatchObject({
      maximum: '2',
      'last reset': '04:00, to 0',
    })
  })

  it('takes the later one of what the platform tells of a window and what the rule says', () => {
    const resets = [{ atMs: Date.parse('2026-11-19T03:00:00Z'), value: 7, rule: 'DAY 04:00' }]
    const answer = { average: 1, maximum: 2, resets }
    expect(factsOf({ answer })['last reset']).toBe('04:00, to 0')
    const odd = [...resets, { atMs: Date.parse('2026-11-20T13:00:00Z'), value: 3 }]
    expect(factsOf({ answer: { ...answer, resets: odd } })['last reset']).toBe('14:00, to 3')
  })

  it('names the schedule that resets it', () => {
    const rules = [{ days: ['SATURDAY' as const], from: '08:00', until: '09:00' }]
    const schedules = [{ id: 'open', name: 'Open', timezone: 'Europe/Berlin', rules }]
    const definition = { ...report.definition, resetMode: 'SCHEDULE', resetScheduleId: 'open' } as const
    const resets = resetTimesOf(definition, schedules, nowMs)
    const needs = { reading, dictionaries: undefined, resets, zone: zone('Europe/Berlin'), nowMs }
    const { facts } = occupancyLook({ ...needs, report: { ...report, definition } })
    expect(facts.at(-1)?.text).toBe('Sat 08:00 · “Open”')
  })

  it('says so when the reset follows a schedule that is not listed', () => {
    const definition = { ...report.definition, resetMode: 'SCHEDULE', resetScheduleId: 'open' } as const
    const facts = factsOf({ answer: { average: 1, maximum: 2 } }, { ...report, definition })
    expect(facts['last reset']).toBeUndefined()
    expect(facts['next reset']).toBe('by a schedule that the platform does not list')
  })

  it.each([
    [0, 'calm', undefined],
    [39, 'calm', undefined],
    [40, 'near', 'NEARLY FULL'],
    [50, 'full', 'FULL'],
    [62, 'over', '12 TOO MANY'],
  ])('with %i of 50 is %s, in words too', (now, level, chip) => {
    expect(fillOf(now, 50)).toMatchObject({ level, chip, words: `${now * 2} % of 50` })
  })

  it('draws a bar that holds whoever is too many, with the capacity in it', () => {
    expect(fillOf(100, 50)).toMatchObject({ share: 1, capacityShare: 0.5 })
    expect(fillOf(25, 50)).toMatchObject({ share: 0.5, capacityShare: 1 })
  })

  it('takes the capacity of its zones when none was typed, and of entrances none', () => {
    const { capacity: _none, ...without } = report
    const zones = [{ id: 'hall', name: 'Hall', capacity: 40, cameraIds: [] }]
    const dictionaries = { entrances: [], zones, schedules: [] }
    const needs = { reading, dictionaries, resets: undefined, zone: zone('UTC'), nowMs }
    expect(occupancyLook({ ...needs, report: without }).fill).toMatchObject({ capacity: 40 })
    const definition = { ...report.definition, entrancesAndExits: ['hall', 'door-1'] }
    expect(occupancyLook({ ...needs, report: { ...without, definition } }).fill).toBeUndefined()
  })

  it.each<[WallErrorCode, string]>([
    ['occupancy_unavailable', 'UNAVAILABLE'],
    ['no_key', 'NO KEY'],
    ['key_rejected', 'NO ACCESS'],
    ['not_allowed', 'NO ACCESS'],
    ['refused', 'REFUSED'],
    ['platform_failed', 'NO ANSWER'],
  ])('without any value says why: %s', (code, chip) => {
    const failed = { reportId: 'r1', trend: [], error: wallError(code, 'In words.') }
    const needs = { report, dictionaries: undefined, resets: undefined, zone: zone('UTC'), nowMs }
    expect(occupancyLook({ ...needs, reading: failed })).toMatchObject({
      now: '–',
      fill: undefined,
      ageMs: undefined,
      problem: { chip, text: 'In words.', tone: 'fault' },
    })
  })

  it.each([
    [44_000, undefined, undefined],
    [45_000, 'STALE', 'attention'],
    [299_000, 'STALE', 'attention'],
    [300_000, 'STALE', 'fault'],
  ])('after %i ms without an answer is %s', (ageMs, chip, tone) => {
    const { problem } = look({ askedAtMs: nowMs - ageMs })
    expect([problem?.chip, problem?.tone]).toEqual([chip, tone])
  })

  it('is not stale for rounds that take long: the last one, a pause of ten seconds, and the one under way', () => {
    const tookMs = 18_000
    const chipAt = (ageMs: number, took = tookMs) =>
      look({ askedAtMs: nowMs - ageMs, tookMs: took }).problem?.chip
    expect([chipAt(2 * tookMs + 10_000), chipAt(2 * tookMs + 45_000)]).toEqual([undefined, 'STALE'])
    expect(chipAt(300_000, 200_000), 'too old to act on').toBe('STALE')
  })

  it('says a failure at once, while its values are still new', () => {
    expect(look({ error: wallError('unreachable', 'Nobody answers.') }).problem).toEqual({
      chip: 'NO ANSWER',
      text: 'Nobody answers.',
      tone: 'attention',
    })
  })
})
