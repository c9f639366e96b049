import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { type MutationReport, mutationPage, openMutants } from '../../../../tools/mutation/mutation-page.ts'

type Mutant = MutationReport['files'][string]['mutants'][number]

const folder = { sources: 'src-site/counter', tests: ['test/unit/site/counter'] }
const mutant = (status: Mutant['status'], change: Partial<Mutant> = {}): Mutant => ({
  mutatorName: 'EqualityOperator',
  replacement: 'count <= most',
  location: { start: { line: 2, column: 5 }, end: { line: 2, column: 17 } },
  status,
  ...change,
})
const reportOf = (
  mutants: readonly Mutant[],
  source = 'begin\nif (count < most) return',
): MutationReport => ({
  files: { 'src-site/counter/count.ts': { source, mutants } },
})
const pageOf = (report: MutationReport, isWhole = true) =>
  mutationPage([{ folder, report, isWhole, measured: '2026-01-31, abcdef01' }])

it('the score is the share of killed mutants', () => {
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'RuntimeError'] as const
  expect(pageOf(reportOf(statuses.map((status) => mutant(status))))).toContain(
    '| `src-site/counter` | 4 | 50.0 % | 2 | 1 |  | 2026-01-31, abcdef01 |',
  )
})

it('a folder whose run was stopped says so, and one that has not run has no score', () => {
  expect(pageOf(reportOf([mutant('Killed')]), false)).toContain(
    '| `src-site/counter`, part of it | 1 | 100.0 % |',
  )
  expect(mutationPage([{ folder, report: undefined, isWhole: false }])).toContain(
    '| `src-site/counter` | not run yet |',
  )
})

it('an open mutant is listed with its place and both texts, in one line', () => {
  expect(openMutants(reportOf([mutant('Survived'), mutant('Killed')]))).toEqual([
    'src-site/counter/count.ts:2  count < most → count <= most',
  ])
  expect(openMutants(reportOf([mutant('NoCoverage', { replacement: 'a ||\n  b' })]))).toEqual([
    'src-site/counter/count.ts:2  count < most → a || b  (not covered)',
  ])
})

it('the page that is committed adds up', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/mutation.md'), 'utf8')
  const row = /^\| `(src-\S+)`.* \| (\d+) \| (\S+) % \| (\d+) \| \d+ \| (.*) \| \S+, \w+ \|$/gm
  const rows = [...page.matchAll(row)]
  expect(rows).not.toEqual([])
  for (const [, sources, all, score, openCount, verdicts = ''] of rows) {
    const judged = [...verdicts.matchAll(/: (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
    const killed = Number(all) - Number(openCount) - judged
    expect([sources, ((killed / Number(all)) * 100).toFixed(1)]).toEqual([sources, score])
  }
})

/** What the page says of a survivor in that source, and of nothing else. */
function verdictOn(source: string, original: string, change: Partial<Mutant>): string {
  const before = source.slice(0, source.indexOf(original)).split('\n')
  const start = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  const location = { start, end: { ...start, column: start.column + original.length } }
  const report = reportOf([mutant('Survived', { ...change, location })], source)
  return /\| 0\.0 % \| (.*) \| 2026/.exec(pageOf(report))?.[1] ?? ''
}

const open = '1 | 0 | '
const inLog = '0 | 0 | texts of logs and exceptions: 1'
it.each([
  ["log.warn(\n  { err },\n  'the disk is full',\n)", "'the disk is full'", inLog],
  ["throw new Fault('too large')", "'too large'", inLog],
  ["log.warn({ err })\nreturn fail('the disk is full')", "'the disk is full'", open],
  ["names.join(', ')", "', '", open],
])('words are those of a log where they go into one, and nowhere else: %s', (source, original, verdict) => {
  expect(verdictOn(source, original, { mutatorName: 'StringLiteral', replacement: '""' })).toBe(verdict)
})

const edge = '0 | 0 | different at one exact value of a measured quantity: 1'
it.each([
  ['ageMs < mostMs', 'ageMs <= mostMs', edge],
  ['ageMs >= mostMs', 'ageMs > mostMs', edge],
  ['ageMs < mostMs', 'ageMs >= mostMs', open],
  ['ageMs > 0', 'ageMs >= 0', open],
  ['count < most', 'count <= most', open],
])('the edge of what is measured is one exact value: `%s` and `%s`', (original, replacement, verdict) => {
  expect(verdictOn(original, original, { replacement })).toBe(verdict)
})

it('sources that are left out are named with the reason', () => {
  const without = { 'names.ts': 'names alone' }
  expect(mutationPage([{ folder: { ...folder, without }, report: { files: {} }, isWhole: true }])).toContain(
    '| `src-site/counter/names.ts` | names alone |',
  )
})
