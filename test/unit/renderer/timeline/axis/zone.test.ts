import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Zone } from '#renderer/timeline/axis/zone.ts'
import { earliestMs, latestMs, temporal, zone, zoneNames } from './zones.ts'

const hourMs = 3_600_000
const anyZone = fc.constantFrom(...zoneNames)
const anyMs = fc.integer({ min: earliestMs, max: latestMs })

describe('a zone', () => {
  it('is known by its name, blanks around it do not matter, and is undefined when nobody knows it', () => {
    expect(Zone.named(temporal, ' Europe/Berlin\n')?.id).toBe('Europe/Berlin')
    expect(Zone.named(temporal, 'Europe/Atlantis')).toBeUndefined()
    expect(Zone.named(temporal, '')).toBeUndefined()
    expect(Zone.utc(temporal).periodAt(0).offsetMs).toBe(0)
  })

  it('has the offset that Temporal says, at every instant, whatever was asked before', () => {
    fc.assert(
      fc.property(anyZone, fc.array(anyMs, { minLength: 1, maxLength: 20 }), (name, instants) => {
        const one = zone(name)
        for (const ms of instants) {
          const { offsetNanoseconds } = temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name)
          expect(one.periodAt(ms).offsetMs).toBe(offsetNanoseconds / 1_000_000)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('begins every local day where Temporal says', () => {
    fc.assert(
      fc.property(anyZone, anyMs, (name, ms) => {
        const one = zone(name)
        const start = temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name).startOfDay()
        expect(one.startOfDay(one.dayAt(ms))).toBe(start.epochMilliseconds)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Asia/Kathmandu', '2026-03-29', 24],
    ['America/Sao_Paulo', '2018-11-04', 23],
  ])('counts the hours of a day: %s, %s has %d', (name, date, hours) => {
    const one = zone(name)
    const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000)
    expect((one.startOfDay(day + 1) - one.startOfDay(day)) / hourMs).toBe(hours)
  })

  it.each([
    // Berlin: 02:00–03:00 comes twice; the hour before and the hour after do not.
    ['Europe/Berlin', '2026-10-24T23:59:59.999Z', false],
    ['Europe/Berlin', '2026-10-25T00:00:00Z', true],
    ['Europe/Berlin', '2026-10-25T00:59:59Z', true],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', true],
    ['Europe/Berlin', '2026-10-25T01:59:59.999Z', true],
    ['Europe/Berlin', '2026-10-25T02:00:00Z', false],
    // Spring repeats nothing.
    ['Europe/Berlin', '2026-03-29T01:00:00Z', false],
    ['America/New_York', '2026-11-01T05:30:00Z', true],
    ['America/New_York', '2026-11-01T07:00:00Z', false],
    // Lord Howe goes back by half an hour: 01:30–02:00 comes twice.
    ['Australia/Lord_Howe', '2026-04-04T14:29:59Z', false],
    ['Australia/Lord_Howe', '2026-04-04T14:30:00Z', true],
    ['Australia/Lord_Howe', '2026-04-04T15:29:59Z', true],
    ['Australia/Lord_Howe', '2026-04-04T15:30:00Z', false],
    ['Asia/Kathmandu', '2026-10-25T00:30:00Z', false],
  ])('knows the repeated hour: %s, %s: %s', (name, instant, isRepeated) => {
    expect(zone(name).isRepeated(Date.parse(instant))).toBe(isRepeated)
  })

  it('calls an instant repeated exactly when another one looks the same on the local clock', () => {
    fc.assert(
      fc.property(anyZone, anyMs, (name, ms) => {
        const one = zone(name)
        const local = temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name).toPlainDateTime()
        const earlier = local.toZonedDateTime(name, { disambiguation: 'earlier' }).epochMilliseconds
        const later = local.toZonedDateTime(name, { disambiguation: 'later' }).epochMilliseconds
        expect(one.isRepeated(ms)).toBe(earlier !== later)
      }),
      { numRuns: 300 },
    )
  })
})
