import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHECK_EVERY_MS, IDLE_BEFORE_INSTALL_MS } from '#main/core/updates/defaults.ts'
import { checkDelayInMs, nextUpdateStep, type UpdateMoment } from '#main/core/updates/updates.ts'

/** With whole, half and quarter hours, both hemispheres, and a change of the clocks by half an hour. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
]
const anyHour = fc.integer({ min: 0, max: 23 })
const anyMoment: fc.Arbitrary<UpdateMoment> = fc.record({
  settings: fc.record({ mode: fc.constantFrom('off', 'ask', 'at-hour'), hour: anyHour }),
  wallMs: fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) }),
  zone: fc.constantFrom(...zones),
  idleMs: fc.integer({ min: 0, max: 2 * IDLE_BEFORE_INSTALL_MS }),
  isReady: fc.boolean(),
  isBusy: fc.boolean(),
  isCheckDue: fc.boolean(),
})

/** What a clock on the wall of that zone reads, by another way than the policy's. */
function clockReads(wallMs: number, zone: string): number {
  const text = new Date(wallMs).toLocaleString('sv-SE', { timeZone: zone })
  return Number(/ (\d\d):/.exec(text)?.[1])
}

const ready: UpdateMoment = {
  settings: { mode: 'at-hour', hour: 4 },
  wallMs: Date.UTC(2026, 10, 21, 4, 30),
  zone: 'UTC',
  idleMs: IDLE_BEFORE_INSTALL_MS,
  isReady: true,
  isBusy: false,
  isCheckDue: false,
}

test('it installs in the hour that was set, when nobody is at the keyboard', () => {
  expect(nextUpdateStep(ready)).toBe('install')
  expect(nextUpdateStep({ ...ready, idleMs: IDLE_BEFORE_INSTALL_MS - 1 })).toBe('nothing')
  expect(nextUpdateStep({ ...ready, isBusy: true })).toBe('nothing')
})

test('it never installs by itself at another time, in another mode, or while somebody works', () => {
  fc.assert(
    fc.property(anyMoment, (moment) => {
      if (nextUpdateStep(moment) !== 'install') return
      expect(moment.settings.mode).toBe('at-hour')
      expect(moment.isReady).toBe(true)
      expect(moment.isBusy).toBe(false)
      expect(moment.idleMs).toBeGreaterThanOrEqual(IDLE_BEFORE_INSTALL_MS)
      expect(clockReads(moment.wallMs, moment.zone ?? '')).toBe(moment.settings.hour)
    }),
    { numRuns: 2_000 },
  )
})

test('switched off it does nothing at all; otherwise it looks when a look is due and it does not install', () => {
  fc.assert(
    fc.property(anyMoment, (moment) => {
      const step = nextUpdateStep(moment)
      if (moment.settings.mode === 'off') expect(step).toBe('nothing')
      else expect(step === 'check').toBe(moment.isCheckDue && step !== 'install')
    }),
  )
})

/** In all these zones an hour begins and ends where a quarter of UTC does: its first and its last minute tell of it. */
const quarterEdges = Array.from({ length: 24 * 4 }, (_, quarter) => [quarter * 15, quarter * 15 + 14]).flat()
/** Of each whole hour in which it would install. */
const edgesOfAnHour = 4 * 2

/** First and last minutes of the quarters of a UTC day on which it would install. */
function edgesOf(day: number, zone: string, hour: number): number[] {
  return quarterEdges.filter(
    (minute) =>
      nextUpdateStep({
        ...ready,
        settings: { mode: 'at-hour', hour },
        wallMs: day + minute * 60_000,
        zone,
      }) === 'install',
  )
}

test.each([
  ['an ordinary day', Date.UTC(2026, 5, 10), 1],
  ['the day that skips it', Date.UTC(2026, 2, 29), 0],
  ['the day that repeats it', Date.UTC(2026, 9, 25), 2],
])('02:00 in Berlin on %s', (_, day, hours) => {
  expect(edgesOf(day, 'Europe/Berlin', 2)).toHaveLength(hours * edgesOfAnHour)
})

test('in every zone and at every hour an ordinary day has one hour for it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), anyHour, (zone, hour) => {
      expect(edgesOf(Date.UTC(2026, 5, 10), zone, hour)).toHaveLength(edgesOfAnHour)
    }),
    { numRuns: 12 },
  )
})

test('walls do not look in step, and sooner again after a failure', () => {
  fc.assert(
    fc.property(fc.float({ min: 0, max: Math.fround(0.999), noNaN: true }), (chance) => {
      expect(checkDelayInMs(true, chance)).toBeLessThan(checkDelayInMs(false, chance))
      expect(Math.abs(checkDelayInMs(false, chance) / CHECK_EVERY_MS - 1)).toBeLessThanOrEqual(0.13)
    }),
  )
})
