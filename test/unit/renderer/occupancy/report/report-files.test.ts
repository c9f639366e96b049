import { describe, expect, it, test } from 'vitest'
import type { OccupancyAnswer } from '#contract/wall/occupancy.ts'
import { curveOf } from '#renderer/occupancy/report/curve.ts'
import { camerasOfReport, capacityOfZones, sourcesTitle } from '#renderer/occupancy/report/report-cameras.ts'
import {
  type ReportFileOptions,
  reportFileName,
  reportTable,
} from '#renderer/occupancy/report/report-table.ts'
import {
  bucketWords,
  isEmptyAnswer,
  rangeWords,
  resetGroups,
  resetWords,
  ruleWords,
} from '#renderer/occupancy/report/report-words.ts'
import { zone } from '../../timeline/axis/zones.ts'

const hourMs = 3_600_000
const berlin = zone('Europe/Berlin')
/** The hour that is there twice: 02:00 in summer and in winter time. */
const startMs = Date.parse('2026-10-25T00:00:00Z')
const bucket = (hour: number, maximum: number) => ({
  startMs: startMs + hour * hourMs,
  endMs: startMs + (hour + 1) * hourMs,
  average: maximum / 2,
  maximum,
  entrances: maximum,
  exits: 1,
})
const answer: OccupancyAnswer = {
  average: 3.25,
  maximum: 9,
  maximumAtMs: startMs + hourMs + 1,
  buckets: [bucket(0, 4), bucket(1, 9)],
  resets: [{ atMs: startMs + 2 * hourMs - 1, value: 0, rule: '=cmd()' }],
}
const file: ReportFileOptions = {
  answer,
  range: { startMs, endMs: startMs + 2 * hourMs },
  zone: berlin,
  capacity: 8,
  title: 'Shop / “ground floor”',
}

const reset = (hour: number, value: number, rule: string) => ({
  atMs: startMs + hour * hourMs,
  value,
  rule,
})
const range = (from: string, until: string) => ({ startMs: Date.parse(from), endMs: Date.parse(until) })
const source = (id: string, cameraIds: string[], capacity?: number) => ({
  id,
  name: id,
  cameraIds,
  ...(capacity === undefined ? {} : { capacity }),
})

describe('the table of a report', () => {
  it('has a line a piece, with the offset of each instant', () => {
    const lines = reportTable(file).split('\r\n')
    expect(lines[0]).toContain(
      'start,end,start_epoch_ms,end_epoch_ms,average,maximum,entrances,exits,capacity,resets',
    )
    expect(lines[1]).toBe(
      `2026-10-25T02:00:00.000+02:00,2026-10-25T02:00:00.000+01:00,${startMs},${startMs + hourMs},2,4,4,1,8,`,
    )
    expect(lines[2]).toContain('2026-10-25T02:00:00.000+01:00,2026-10-25T03:00:00.000+01:00')
    expect(lines).toHaveLength(4)
  })

  it('calculates nothing in a spreadsheet, whatever a platform calls its rules', () => {
    const [, , last = ''] = reportTable(file).split('\r\n')
    expect(last).toContain('to 0 =cmd()')
    expect(last.split(',').filter((cell) => /^["']?[=+@]/.test(cell))).toEqual([])
  })

  it('has one line where a platform tells no curve', () => {
    const { buckets: _, resets: __, ...bare } = answer
    expect(reportTable({ ...file, answer: bare }).split('\r\n')).toHaveLength(3)
  })

  it('is called after the report and its days, in letters that every file system takes', () => {
    expect(reportFileName(file, 'csv')).toBe('occupancy Shop ground floor 2026-10-25.csv')
    const twoDays = { ...file, title: '/', range: { startMs, endMs: startMs + 30 * hourMs } }
    expect(reportFileName(twoDays, 'png')).toBe('occupancy 2026-10-25 to 2026-10-26.png')
  })
})

describe('what a report says', () => {
  test.for<[string | undefined, string]>([
    ['DAY 04:00', 'every day at 04:00'],
    ['WEEK MONDAY 04:00', 'every Monday at 04:00'],
    ['SCHEDULE Opening hours', 'by the schedule “Opening hours”'],
    ['AT_FULL_MOON', 'AT_FULL_MOON'],
    [undefined, 'by a rule that the platform does not name'],
  ])('%s resets %s', ([rule, words]) => expect(ruleWords(rule)).toBe(words))

  it('tells resets by their rule, with what the counter took', () => {
    const groups = resetGroups([
      reset(0, 0, 'DAY 02:00'),
      reset(1, 3, 'SCHEDULE Late'),
      reset(24, 0, 'DAY 02:00'),
    ])
    expect(groups.map((group) => resetWords(group, berlin, startMs))).toEqual([
      'To 0 every day at 02:00 · 2 times, last Mon 26 Oct 01:00:00 CET',
      'To 3 by the schedule “Late” · once, Sun 25 Oct 02:00:00 CET',
    ])
    expect(resetGroups([reset(0, 0, 'DAY 02:00'), reset(1, 5, 'DAY 02:00')])[0]?.value).toBeUndefined()
  })

  it('reads a piece of the curve aloud', () => {
    expect(bucketWords(bucket(0, 4), zone('UTC'), undefined)).toBe(
      'Sun 25 Oct 00:00–01:00 · 2 on average · 4 at most · 4 in · 1 out',
    )
    expect(bucketWords(bucket(1, 9), zone('UTC'), 8)).toContain('9 at most · 1 too many')
  })

  it('names a range by its days', () => {
    expect(rangeWords(range('2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00'), berlin)).toBe(
      'Sun 25 Oct 2026 00:00 – 24:00',
    )
    expect(rangeWords(range('2026-10-25T08:00Z', '2026-10-26T09:30Z'), zone('UTC'))).toBe(
      'Sun 25 Oct 2026 08:00 – Mon 26 Oct 2026 09:30',
    )
  })

  it('knows when nobody was counted', () => {
    expect(isEmptyAnswer({ average: 0, maximum: 0 })).toBe(true)
    expect(isEmptyAnswer({ average: 0, maximum: 0, buckets: [bucket(0, 0)] })).toBe(false)
    expect(isEmptyAnswer(answer)).toBe(false)
  })
})

describe('a curve', () => {
  it('holds each value to the end of its piece, and is open where a piece is missing', () => {
    expect(curveOf([bucket(0, 4), bucket(1, 9), bucket(3, 2)])).toMatchObject({
      atMs: [0, 1, 2, 3, 4].map((hour) => startMs + hour * hourMs),
      maximum: [4, 9, null, 2, 2],
    })
    expect(curveOf([]).atMs).toEqual([])
  })
})

const of = (sources: string[]) => ({ cameraIds: [], definition: { entrancesAndExits: sources } })

describe('cameras of a report', () => {
  const known = {
    entrances: [source('north', ['1', '2']), source('south', ['3'])],
    zones: [source('hall', ['2', '4'], 80), source('shop', [], 40), source('yard', [])],
  }

  it('are those that see a source best, of every source first', () => {
    expect(camerasOfReport(of(['north', 'hall', 'south', 'unknown']), known)).toEqual(['1', '2', '3', '4'])
    expect(camerasOfReport(of([]), known)).toEqual([])
    expect(camerasOfReport({ ...of(['north']), cameraIds: ['5'] }, known)).toEqual(['5'])
  })

  it('and its title are those of its sources', () => {
    expect(sourcesTitle(['north', 'hall'], known)).toBe('north, hall')
    expect(sourcesTitle(['north', 'south', 'hall', 'typed in'], known)).toBe('north, south and 2 more')
    expect(sourcesTitle(['typed in'], undefined)).toBe('typed in')
  })

  it('and zones hold together what each holds, as far as all say so', () => {
    expect(capacityOfZones(['north', 'hall', 'shop'], known)).toBe(120)
    expect(capacityOfZones(['hall', 'yard', 'shop'], known)).toBeUndefined()
    expect(capacityOfZones(['north'], known)).toBeUndefined()
  })
})
