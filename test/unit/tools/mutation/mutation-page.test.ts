import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { type MutationReport, mutationPage } from '#tools/mutation/mutation-page.ts'

type Mutant = MutationReport['files'][string]['mutants'][number]

const folder = { sources: 'src-site/counter', tests: ['test/unit/site/counter'] }
const mutant = (status: Mutant['status'], change: Partial<Mutant> = {}): Mutant => ({
  mutatorName: 'EqualityOperator',
  replacement: 'count <= most',
  location: { start: { line: 2, column: 5 }, end: { line: 2, column: 17 } },
  status,
  ...change,
})
const pageOf = (mutants: readonly Mutant[], isWhole = true) =>
  mutationPage([
    {
      folder,
      report: {
        files: { 'src-site/counter/count.ts': { source: 'begin\nif (count < most) return', mutants } },
      },
      isWhole,
      measured: '2026-01-31, abcdef01',
    },
  ])

it('the score is what was noticed of what could have been', () => {
  const page = pageOf([
    mutant('Killed'),
    mutant('Timeout'),
    mutant('Survived'),
    mutant('NoCoverage'),
    mutant('Ignored'),
    mutant('RuntimeError'),
  ])
  expect(page).toContain('| `src-site/counter` | 50.0 % | 4 | 1 | 1 | 2026-01-31, abcdef01 |')
})

it('a folder whose run was stopped says so, and one that has not run has no score', () => {
  expect(pageOf([mutant('Killed')], false)).toContain('| `src-site/counter`, part of it | 100.0 % |')
  expect(mutationPage([{ folder, report: undefined, isWhole: false }])).toContain(
    '| `src-site/counter` | not run yet |',
  )
})

it('what nobody noticed is listed with its place, both texts and a verdict', () => {
  expect(pageOf([mutant('Survived')])).toContain(
    '| count.ts:2 | `count < most` | `count <= most` | open: a test that comes there does not see it |',
  )
  expect(pageOf([mutant('Killed')])).not.toContain('count.ts')
})

it('the page that is committed lists as many changes as it counts', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/mutation.md'), 'utf8')
  const folders = [...page.matchAll(/^\| `(src-\S+)`.* % \| \d+ \| (\d+) \| (\d+) \| \S+, \w+ \|$/gm)]
  expect(folders).not.toEqual([])
  for (const [, folder = '', survived, untested] of folders) {
    const [, list = ''] = page.split(`\n## ${folder}\n`)
    const rows = list.split('\n## ')[0]?.match(/^\| \S+:\d+ \|/gm) ?? []
    expect([folder, rows.length]).toEqual([folder, Number(survived) + Number(untested)])
  }
})

/** The verdict on a change of that source, and nothing else in it. */
function verdictOn(source: string, original: string, change: Partial<Mutant>): string {
  const before = source.slice(0, source.indexOf(original)).split('\n')
  const start = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  const location = { start, end: { ...start, column: start.column + original.length } }
  const mutants = [mutant('Survived', { ...change, location })]
  const report: MutationReport = { files: { 'src-site/counter/count.ts': { source, mutants } } }
  const page = mutationPage([{ folder, report, isWhole: true }])
  return page.split('\n').at(-2)?.split(' | ').at(-1)?.replace(' |', '') ?? ''
}

it.each([
  ["log.warn(\n  { err },\n  'the disk is full',\n)", "'the disk is full'", /^words of a log/],
  ["throw new Fault('too large')", "'too large'", /^words of a log/],
  ["log.warn({ err })\nreturn fail('the disk is full')", "'the disk is full'", /^open/],
  ["names.join(', ')", "', '", /^open/],
])('words are those of a log where they go into one, and nowhere else: %s', (source, original, verdict) => {
  expect(verdictOn(source, original, { mutatorName: 'StringLiteral', replacement: '""' })).toMatch(verdict)
})

it.each([
  ['ageMs < mostMs', 'ageMs <= mostMs', /^another answer at one exact value/],
  ['ageMs >= mostMs', 'ageMs > mostMs', /^another answer at one exact value/],
  ['ageMs < mostMs', 'ageMs >= mostMs', /^open/],
  ['ageMs > 0', 'ageMs >= 0', /^open/],
  ['count < most', 'count <= most', /^open/],
])('the edge of what is measured is one exact value: `%s` and `%s`', (original, replacement, verdict) => {
  expect(verdictOn(original, original, { replacement })).toMatch(verdict)
})

it('text of several lines is one line of a table, and breaks out of no cell', () => {
  const page = pageOf([mutant('Survived', { replacement: 'a ||\n  `b`' })])
  expect(page).toContain('`a \\|\\| ʼbʼ`')
})

it('sources that are left out are named with the reason', () => {
  const without = { 'names.ts': 'names alone' }
  expect(mutationPage([{ folder: { ...folder, without }, report: { files: {} }, isWhole: true }])).toContain(
    'Left out: `names.ts` (names alone).',
  )
})
