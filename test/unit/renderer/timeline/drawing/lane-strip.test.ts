import { describe, expect, it } from 'vitest'
import { LaneData } from '#renderer/timeline/columns/lane-data.ts'
import { timelineDefaults } from '#renderer/timeline/defaults.ts'
import { LaneStrip } from '#renderer/timeline/drawing/lane-strip.ts'
import { paletteOf, shades } from '#renderer/timeline/drawing/theme.ts'

const palette = paletteOf({
  background: '#000000',
  lane: '#101010',
  selectedLane: '#202020',
  coverage: '#404040',
  future: '#080808',
  line: '#303030',
  lineStrong: '#505050',
  text: '#ffffff',
  textDim: '#cccccc',
  hit: '#ffffee',
  events: ['#0000ff', '#ff0000'],
})
const gap = palette.coverage[0]
const footage = palette.coverage[shades - 1]
const row = { fromMs: 1_000, msPerPx: 10, widthPx: 100 }
const never = Number.POSITIVE_INFINITY

const bandPx = 9

function paint(lane: LaneData, nowMs = never) {
  const pixels = new Uint32Array(row.widthPx)
  new LaneStrip().paint(lane, row, nowMs, palette, pixels)
  return pixels
}

/** Rows of the band, a letter a pixel: `.` for none, then the type's number. */
function band(lane: LaneData): string[] {
  const pixels = new Uint32Array(row.widthPx * bandPx)
  new LaneStrip().paintEvents(lane, row, palette, { pixels, heightPx: bandPx, columnPx: 3 })
  const letter = (pixel: number) => (pixel === 0 ? '.' : String(palette.events.indexOf(pixel)))
  return Array.from({ length: bandPx }, (_, y) =>
    Array.from(pixels.subarray(y * row.widthPx, (y + 1) * row.widthPx), letter).join(''),
  )
}

const heightAt = (lane: LaneData, px: number) => band(lane).filter((line) => line[px] !== '.').length

function laneWith(typeId: number, startMs: number[]) {
  const lane = new LaneData()
  lane.coverage = Float64Array.from([0, 5_000])
  const chunk = { startMs: Float64Array.from(startMs), rowIds: new Uint32Array(startMs.length) }
  lane.addEvents(typeId, 'events', chunk)
  return lane
}

describe('the strip of a lane', () => {
  it('is in the colours of the theme, lowest byte red', () => {
    expect(footage).toBe(0xff404040)
    expect(palette.events[1]).toBe(0xff0000ff)
  })

  it('shows no gap where nobody has asked yet', () => {
    const lane = new LaneData()
    lane.coverage = Float64Array.from([0, 1_500])
    lane.coverageUntilMs = 1_500
    const pixels = paint(lane, 1_900)
    expect([49, 50, 89].map((px) => pixels[px])).toEqual([footage, palette.future, palette.future])
  })

  it('draws what lies outside of the range that was asked for as what nobody can say', () => {
    const lane = new LaneData()
    lane.coverage = Float64Array.from([1_400, 1_500])
    lane.coverageFromMs = 1_300
    lane.coverageUntilMs = 1_600
    const pixels = paint(lane, 1_600 + timelineDefaults.coverage.edgeMs)
    expect(new Set(pixels.subarray(30, 40))).toEqual(new Set([gap]))
    expect(new Set(pixels.subarray(40, 50))).toEqual(new Set([footage]))
    expect(new Set(pixels.subarray(50, 60))).toEqual(new Set([gap]))
    for (const outside of [pixels.subarray(0, 30), pixels.subarray(60)]) {
      expect(new Set(outside)).toEqual(new Set([palette.unknown, gap]))
    }
  })

  it('shows footage, gaps, and what has not happened yet', () => {
    const lane = new LaneData()
    lane.coverage = Float64Array.from([0, 1_200, 1_500, 1_800])
    const pixels = paint(lane, 1_900)
    expect([0, 19, 20, 49, 50, 79, 80, 89].map((px) => pixels[px])).toEqual([
      footage,
      footage,
      gap,
      gap,
      footage,
      footage,
      gap,
      gap,
    ])
    expect([pixels[90], pixels[99]]).toEqual([palette.future, palette.future])
  })

  it('never draws a pixel as full that has a gap in it, however short', () => {
    const lane = new LaneData()
    lane.coverage = Float64Array.from([0, 1_105, 1_105.5, 5_000])
    const pixels = paint(lane)
    expect(pixels[10]).not.toBe(footage)
    expect(pixels[11]).toBe(footage)
  })

  it('draws what nobody can say neither as footage nor as a gap', () => {
    const pixels = paint(new LaneData())
    expect(new Set(pixels)).toEqual(new Set([palette.unknown, gap]))
  })

  it('draws few events as the shape of their tag, around their instant', () => {
    const lane = laneWith(0, [1_200])
    lane.addEvents(1, 'events', { startMs: Float64Array.from([1_605]), rowIds: new Uint32Array(1) })
    const lines = band(lane).map((line) => [line.slice(14, 27), line.slice(54, 67)])
    expect(lines).toEqual([
      ['...0000000...', '......1......'],
      ['...0000000...', '.....111.....'],
      ['...0000000...', '....11111....'],
      ['...0000000...', '...1111111...'],
      ['...0000000...', '..111111111..'],
      ['...0000000...', '...1111111...'],
      ['...0000000...', '....11111....'],
      ['...0000000...', '.....111.....'],
      ['...0000000...', '......1......'],
    ])
  })

  it('cuts a shape at the edge of the picture', () => {
    expect(band(laneWith(0, [1_000]))[4]).toMatch(/^0{4}\.+$/)
    expect(band(laneWith(0, [1_999]))[4]).toMatch(/^\.+0{4}$/)
  })

  it('draws many events as columns, higher where there are more', () => {
    const dense = Array.from({ length: 100 }, (_, at) => 1_000 + at * 2).flatMap((ms) => [ms, ms])
    const lane = laneWith(0, [...dense, 1_905])
    expect([3, 4, 5].map((px) => heightAt(lane, px))).toEqual([8, 8, 8])
    expect([89, 90, 91, 92, 93].map((px) => heightAt(lane, px))).toEqual([0, 4, 4, 4, 0])
    expect(paint(lane)[5]).toBe(footage)
  })

  it('takes the hue of the most frequent type of a pixel', () => {
    const lane = laneWith(0, [1_100])
    lane.addEvents(1, 'events', { startMs: Float64Array.from([1_101, 1_102]), rowIds: new Uint32Array(2) })
    expect(band(lane)[4]?.[10]).toBe('1')
  })

  it('keeps hits apart from density', () => {
    const lane = laneWith(0, [1_100])
    expect(new LaneStrip().hits(lane, row)).toBeUndefined()
    lane.addEvents(0, 'hits', { startMs: Float64Array.from([1_305]), rowIds: new Uint32Array(1) })
    expect(new LaneStrip().hits(lane, row)?.[30]).toBe(1)
    expect(band(lane)[4]?.[30]).toBe('.')
  })
})
