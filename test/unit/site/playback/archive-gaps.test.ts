import { describe, expect, it } from 'vitest'
import { clockChanges, demoGaps, gapsWithin } from '#site/playback/archive/archive-gaps.ts'

const at = (iso: string) => Date.parse(iso)
const year = { startMs: at('2026-01-01T00:00Z'), endMs: at('2027-01-01T00:00Z') }

describe('changes of the clocks', () => {
  it.each([
    ['Europe/Berlin', ['2026-03-29T01:00Z', '2026-10-25T01:00Z']],
    ['America/New_York', ['2026-03-08T07:00Z', '2026-11-01T06:00Z']],
    // Half an hour, at two in the morning of half-hour zones.
    ['Australia/Lord_Howe', ['2026-04-04T15:00Z', '2026-10-03T15:30Z']],
    ['Asia/Kathmandu', []],
    ['UTC', []],
  ])('of %s are found to the minute', (zone, expected) => {
    expect(clockChanges(zone, year)).toEqual(expected.map(at))
  })

  it('at the very edges of the range are found once', () => {
    const changeMs = at('2026-10-25T01:00Z')
    expect(clockChanges('Europe/Berlin', { startMs: changeMs - 60_000, endMs: changeMs })).toEqual([changeMs])
    expect(clockChanges('Europe/Berlin', { startMs: changeMs, endMs: changeMs + 60_000 })).toEqual([])
  })
})

describe('gaps of the archive', () => {
  it('cover a change of the clocks, from before until after', () => {
    const gaps = gapsWithin(demoGaps.get(4) ?? [], 'Europe/Berlin', year)
    expect(gaps).toContainEqual({ startMs: at('2026-10-25T00:30Z'), endMs: at('2026-10-25T01:45Z') })
    expect(gaps).toHaveLength(2)
  })

  it('are seen from a window that holds only their end', () => {
    const window = { startMs: at('2026-10-25T01:30Z'), endMs: at('2026-10-25T02:30Z') }
    expect(gapsWithin(demoGaps.get(4) ?? [], 'Europe/Berlin', window)).toEqual([
      { startMs: window.startMs, endMs: at('2026-10-25T01:45Z') },
    ])
  })

  it('lie a few minutes back at any time of the day for one camera', () => {
    for (let nowMs = year.startMs; nowMs < year.startMs + 86_400_000; nowMs += 97_000) {
      const tenMinutes = { startMs: nowMs - 600_000, endMs: nowMs }
      const gaps = gapsWithin(demoGaps.get(10) ?? [], 'UTC', tenMinutes)
      expect(gaps.reduce((sum, gap) => sum + gap.endMs - gap.startMs, 0)).toBe(20_000)
    }
  })

  it('are the same whatever window they are looked at through', () => {
    const rules = demoGaps.get(12) ?? []
    const whole = { startMs: year.startMs, endMs: year.startMs + 3_600_000 }
    const halves = [
      { ...whole, endMs: whole.startMs + 1_800_000 },
      { ...whole, startMs: whole.startMs + 1_800_000 },
    ]
    expect(halves.flatMap((half) => gapsWithin(rules, 'UTC', half))).toEqual(gapsWithin(rules, 'UTC', whole))
  })

  it('are everything for one camera, and nothing for the first three', () => {
    expect(gapsWithin(demoGaps.get(14) ?? [], 'UTC', year)).toEqual([year])
    for (const number of [1, 2, 3]) expect(demoGaps.has(number)).toBe(false)
  })
})
