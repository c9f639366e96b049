import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Axis, axisOf } from '#renderer/timeline/axis/axis.ts'
import type { PlacedLabel } from '#renderer/timeline/axis/place-labels.ts'
import { spokenInstant } from '#renderer/timeline/axis/time-words.ts'
import { earliestMs, latestMs, zone, zoneNames } from './zones.ts'

/** Inter at 12.5 px is narrower. */
const measure = (text: string) => text.length * 7.5
const texts = (labels: readonly PlacedLabel[]) => labels.map(({ text }) => text)
const around = (name: string, instant: string, msPerPx: number, widthPx = 800): Axis =>
  axisOf({ centerMs: Date.parse(instant), msPerPx }, widthPx, zone(name), measure)

const gaps = (labels: readonly PlacedLabel[]) =>
  labels.slice(1).map(({ px }, at) => px - (labels[at]?.px ?? 0) - (labels[at]?.widthPx ?? 0))
/** The rows of dates where midnight lies so many pixels from the left edge. */
const contextAt = (px: number) =>
  texts(
    axisOf(
      { centerMs: Date.parse('2026-11-20T23:00:00Z') + (400 - px) * 10_000, msPerPx: 10_000 },
      800,
      zone('Europe/Berlin'),
      measure,
    ).context,
  )

describe('an axis', () => {
  it('never lets two labels touch, in any zone, at any instant and zoom', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zoneNames),
        fc.integer({ min: earliestMs, max: latestMs }),
        fc.double({ min: Math.log(10), max: Math.log(3_600_000), noNaN: true }),
        fc.integer({ min: 60, max: 4_000 }),
        (name, centerMs, zoom, widthPx) => {
          const axis = axisOf({ centerMs, msPerPx: Math.exp(zoom) }, widthPx, zone(name), measure)
          for (const gap of [...gaps(axis.labels), ...gaps(axis.context)])
            expect(gap).toBeGreaterThanOrEqual(10)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('marks both hours that look the same with their offset', () => {
    expect(texts(around('Europe/Berlin', '2026-10-25T01:00:00Z', 30_000).labels)).toEqual([
      '00:00',
      '01:00',
      '02:00 +2',
      '02:00 +1',
      '03:00',
      '04:00',
    ])
  })

  it('draws a line where the local day begins, and writes its date below', () => {
    const axis = around('Asia/Kathmandu', '2026-11-20T18:15:00Z', 10_000)
    expect(axis.bordersPx).toEqual([400])
    expect(axis.labels.find(({ isBorder }) => isBorder)).toMatchObject({ px: 400, text: '00:00' })
    expect(texts(axis.context)).toEqual(['Fri 20 Nov 2026', 'Sat 21 Nov 2026'])
  })

  it('gives the place at the left edge up for a date that comes close to it', () => {
    expect(contextAt(200)).toEqual(['Fri 20 Nov 2026', 'Sat 21 Nov 2026'])
    expect(contextAt(100)).toEqual(['Sat 21 Nov 2026'])
    expect(contextAt(-10)).toEqual(['Sat 21 Nov 2026'])
  })

  it('begins a day at one where a zone skips midnight', () => {
    const axis = around('America/Sao_Paulo', '2018-11-04T03:00:00Z', 10_000)
    expect(axis.labels.find(({ isBorder }) => isBorder)?.text).toBe('01:00')
  })

  it('names days, and months below them, when hours are too many', () => {
    const axis = around('Europe/Berlin', '2026-10-31T23:00:00Z', 900_000)
    expect(texts(axis.labels)).toContain('Sun 1 Nov')
    expect(texts(axis.context)).toEqual(['October 2026', 'November 2026'])
  })

  it('says an instant in words, an ambiguous one with its offset', () => {
    const berlin = zone('Europe/Berlin')
    expect(spokenInstant(berlin, Date.parse('2026-11-20T13:32:07Z'))).toBe(
      '14:32:07, Friday 20 November 2026, Europe/Berlin',
    )
    expect(spokenInstant(berlin, Date.parse('2026-10-25T01:30:00Z'))).toBe(
      '02:30:00 (UTC+1), Sunday 25 October 2026, Europe/Berlin',
    )
  })
})
