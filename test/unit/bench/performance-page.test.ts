import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { partOf, performancePage, readmeWith, sectionOf } from '#test/bench/performance/performance-page.ts'
import { ratioPlot } from '#test/bench/performance/ratio-plot.ts'
import { readmeLines, type Section, sections } from '#test/bench/performance/sections.ts'
import type { Row } from '#test/bench/report.ts'
import type { KeptResult } from '#test/bench/results.ts'
import { NEVER, summarize } from '#test/bench/statistics.ts'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8')
const machine = { cores: 2, cpu: 'Some CPU', memoryGb: 8, node: 'v24.0.0' }
const section: Section = { bench: 'live', title: 'Live', beside: 'Beside a bare page.' }
const kept = (...rows: Row[]): KeptResult => ({ bench: 'live', rows, machine, day: '2026-01-31' })
const row = (wall: number, baseline: number, more: Partial<Row> = {}): Row => ({
  what: 'CPU',
  unit: '%',
  wall: summarize([wall]),
  baseline: summarize([baseline]),
  ...more,
})

describe('a row of the page', () => {
  it.each([
    ['a cost that is smaller', row(50, 100), '0.5× | ahead |'],
    ['a rate that is larger', row(200, 100, { isMoreBetter: true }), '2× | ahead |'],
    ['a rate that is smaller', row(50, 100, { isMoreBetter: true }), '0.5× | behind: not explained yet |'],
    ['nearly the same', row(101, 100), '1.01× | level |'],
    ['a negative median', row(-1.15, -1.09), '| -1.15 % | -1.09 % |  |  |'],
    ['a slope', row(1.2, 1, { hasNoRatio: true }), '| 1.2 % | 1 % |  |  |'],
  ])('says of %s where it stands', (_, one, words) => {
    expect(sectionOf(section, kept(one))).toContain(words)
  })

  it('gives the reason that fits when it is behind', () => {
    const reasons = [
      ['memory', 'another one'],
      ['CPU', 'it draws more'],
    ] as const
    expect(sectionOf({ ...section, reasons }, kept(row(200, 100)))).toContain('2× | behind: it draws more |')
  })

  it('gives a reason that speaks of figures only where they bear it', () => {
    const reasons = [['', 'it draws more', ({ wall }: Row) => wall.n > 1]] as const
    const words = (one: Row) => sectionOf({ ...section, reasons }, kept(one))
    expect(words(row(0, 100, { wall: summarize([200, 200]) }))).toContain('behind: it draws more |')
    expect(words(row(200, 100))).toContain('behind: not explained yet |')
  })

  it('has the range of its values, and their tail when there are enough of them', () => {
    const few = row(0, 0, { wall: summarize([10, 20, 90]) })
    const many = row(0, 0, { wall: summarize(Array.from({ length: 21 }, (_, at) => at)) })
    expect(sectionOf(section, kept(few))).toContain('| 20 % (10–90; n = 3) |')
    expect(sectionOf(section, kept(many))).toContain('| 10 % (0–20, p95 19; n = 21) |')
  })
})

it.each([
  ['never', [NEVER, NEVER, NEVER], '| 50 % | none of 3 |  | the baseline never came |'],
  ['sometimes', [100, NEVER, NEVER], '| 50 % | – % (100–100; n = 1 of 3) |  |  |'],
  ['mostly', [100, 200, NEVER], '| 50 % | 200 % (100–200; n = 2 of 3) | 0.25× | ahead |'],
])('a row has a ratio where the median of both sides came: the baseline %s', (_, values, cells) => {
  expect(sectionOf(section, kept(row(50, 0, { baseline: summarize(values) })))).toContain(cells)
})

it('a wall that never came is behind a baseline that did', () => {
  const never = summarize([NEVER, NEVER, NEVER])
  expect(sectionOf(section, kept(row(0, 100, { wall: never })))).toContain(
    '| none of 3 | 100 % |  | behind: did not come in time |',
  )
  expect(sectionOf(section, kept(row(0, 0, { wall: never, baseline: never })))).toContain(
    '| none of 3 | none of 3 |  | the baseline never came |',
  )
})

it.each([
  ['1080p: release → exact picture', 50, 'has often loaded it before'],
  ['1080p, 100 ms more: release → exact picture', 50, 'has often loaded it before'],
  ['360p, 100 ms more: lag while dragging', 1, 'the nearest key frame'],
  ['360p, 100 ms more: lag while dragging', 50, 'fewer of them can be late'],
])('dragging has its reasons for the row %s of %i values', (what, count, why) => {
  const drags = sections.find(({ bench }) => bench === 'scrub-far')
  if (drags === undefined) throw new Error('no section')
  const wall = summarize(Array(count).fill(200))
  expect(sectionOf(drags, kept(row(0, 100, { what, wall })))).toMatch(new RegExp(`behind: [^|]*${why}`))
})

describe('the page', () => {
  it('keeps what was not measured again, and replaces what was', () => {
    const [live, memory] = sections
    if (live === undefined || memory === undefined) throw new Error('no sections')
    const both = new Map([
      ['live', kept(row(50, 100))],
      ['memory', kept(row(60, 100))],
    ])
    const before = performancePage('', [live, memory], both)
    const after = performancePage(before, [live, memory], new Map([['live', kept(row(70, 100))]]))
    expect(partOf(after, 'memory')).toBe(partOf(before, 'memory'))
    expect(partOf(after, 'live')).toContain('0.7×')
    expect(partOf(after, 'live')).not.toContain('0.5×')
  })

  it('that is committed was made by the generator', () => {
    const page = read('docs/performance.md')
    expect(performancePage(page, sections, new Map())).toBe(page)
  })
})

describe("README's table of figures", () => {
  it.each(readmeLines)('is in step with the page: $label', ({ label, bench }) => {
    const line = read('README.md')
      .split('\n')
      .find((one) => one.startsWith(`| ${label} |`))
    const ratio = line?.split('|').at(-2)?.trim()
    expect(ratio).toMatch(/^[\d.]+×$/)
    expect(partOf(read('docs/performance.md'), bench)).toMatch(new RegExp(`\\| ${ratio}[ ;]`))
  })

  it.each([
    ['measured', {}, '50 % | 100 % | 0.5×'],
    ['never there, of the wall', { wall: summarize([NEVER, NEVER, NEVER]) }, 'none of 3 came | 100 % | '],
    [
      'mostly not there, of the baseline',
      { baseline: summarize([9, NEVER, NEVER]) },
      '50 % | 1 of 3 came | ',
    ],
  ])('takes over what was %s', (_, more: Partial<Row>, cells) => {
    const [first] = readmeLines
    if (first === undefined) throw new Error('no lines')
    const results = new Map([['live', kept(row(50, 100, { what: first.row, ...more }))]])
    expect(readmeWith(`| ${first.label} | 1 % | 2 % | 9× |\n`, results)).toBe(
      `| ${first.label} | ${cells} |\n`,
    )
  })
})

it('a plot has a bar for each row that has a ratio, and only for those', () => {
  const { baseline: _, ...alone } = row(1, 1)
  const plot = ratioPlot('Live', [row(50, 100, { what: 'a < b' }), row(200, 100), row(-1, 2), alone])
  expect(plot?.match(/<rect x/g)).toHaveLength(2)
  expect(plot).toContain('a &lt; b')
  expect(ratioPlot('Live', [row(-1, 2), alone])).toBeUndefined()
})
