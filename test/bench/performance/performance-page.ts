import { hasRatio, ratioOf, type Row } from '../report.ts'
import type { KeptResult } from '../results.ts'
import { countOf, type Summary } from '../statistics.ts'
import { readmeLines, type Reason, type Section } from './sections.ts'

/** Nearer to 1 than this is a tie on a machine that is shared. */
const tie = 0.03
/** With fewer values a 95th percentile is the largest of them. */
const enoughForP95 = 20

/** Three digits tell runs apart, more only look exact. */
export function rounded(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  // Of less than a hundredth one digit says more than none.
  const text = String(Number(Math.abs(value) < 0.01 ? value.toPrecision(1) : value.toFixed(digits)))
  return text.replace(/\B(?=(\d{3})+$)/g, ' ')
}

function cell(summary: Summary | undefined, unit: string): string {
  if (summary === undefined) return ''
  const { median, min, max, p95, n, tries = n } = summary
  if (n === 0) return countOf(summary)
  const value = [rounded(median), unit].filter((part) => part !== '').join(' ')
  if (tries === 1) return value
  const tail = n >= enoughForP95 ? `, p95 ${rounded(p95)}` : ''
  return `${value} (${rounded(min)}–${rounded(max)}${tail}; n = ${countOf(summary)})`
}

const times = (row: Row) => (hasRatio(row) ? `${rounded(ratioOf(row))}×` : '')

export type Standing = 'ahead' | 'level' | 'behind'

export function standingOf(row: Row): Standing {
  const ratio = ratioOf(row)
  if (Math.abs(ratio - 1) <= tie) return 'level'
  return ratio < 1 !== (row.isMoreBetter === true) ? 'ahead' : 'behind'
}

function words(row: Row, { reasons = [] }: Section): string {
  const { wall, baseline } = row
  if (baseline?.n === 0) return 'the baseline never came'
  if (Number.isNaN(wall.median) && Number.isFinite(baseline?.median)) return 'behind: did not come in time'
  if (!hasRatio(row)) return ''
  const standing = standingOf(row)
  if (standing !== 'behind') return standing
  const fits = ([part, , isSo]: Reason) => row.what.includes(part) && isSo?.(row) !== false
  return `behind: ${reasons.find(fits)?.[1] ?? 'not explained yet'}`
}

/** One bench of the page. */
export function sectionOf(section: Section, { rows, machine, day }: KeptResult): string {
  const { bench, title, beside } = section
  const lines = rows.map(
    (row) =>
      `| ${row.what} | ${cell(row.wall, row.unit)} | ${cell(row.baseline, row.unit)} | ${times(row)} | ${words(row, section)} |`,
  )
  const plot = rows.some(hasRatio)
    ? [`![${title}: ratios to the baseline](performance/${bench}.svg)`, '']
    : []
  return [
    `## ${title}`,
    '',
    `${beside} \`npm run bench -- ${bench}\`; ${day}, ${machine.cores} cores of ${machine.cpu}, ${machine.memoryGb} GB, Node ${machine.node}.`,
    '',
    '| | wall | baseline | ratio | |',
    '|---|---|---|---|---|',
    ...lines,
    '',
    ...plot,
  ].join('\n')
}

const begin = (bench: string) => `<!-- bench: ${bench} -->`
const end = '<!-- end -->'

/** The part of a page that is a bench's, between its marks. */
export function partOf(page: string, bench: string): string | undefined {
  const from = page.indexOf(begin(bench))
  const until = page.indexOf(end, from)
  return from < 0 || until < 0 ? undefined : page.slice(from + begin(bench).length + 1, until)
}

/** What stands behind the benches, by hand: long runs. */
const byHand = '<!-- by hand -->'

/** A bench that was not run again stays as it is on the page before. */
export function performancePage(
  before: string,
  sections: readonly Section[],
  results: ReadonlyMap<string, KeptResult>,
): string {
  const parts = sections.flatMap((section) => {
    const kept = results.get(section.bench)
    const part = kept === undefined ? partOf(before, section.bench) : sectionOf(section, kept)
    return part === undefined ? [] : [`${begin(section.bench)}\n${part}${end}\n`]
  })
  return `# Performance

Made by \`npm run bench\` (all benches, some hours), or from earlier runs by \`npm run bench -- --write\`; \`npm run bench -- NAME\` runs one. Wall and baseline are measured in turn in the same run; each cell is the median, with the range of n values. Compare ratios: absolute times depend on the machine. A row that is behind says why.

${parts.join('\n')}
${byHand}${before.split(byHand)[1] ?? '\n'}`
}

/** README's table, with the lines of what was measured again. */
export function readmeWith(readme: string, results: ReadonlyMap<string, KeptResult>): string {
  return readmeLines.reduce((text, { label, bench, row: what }) => {
    const row = results.get(bench)?.rows.find((one) => one.what === what)
    if (row === undefined) return text
    const short = (summary: Summary) => {
      const { median, p95, n } = summary
      if (Number.isNaN(median)) return `${countOf(summary)} came`
      const tail = n >= enoughForP95 ? ` (p95 ${rounded(p95)})` : ''
      return [rounded(median), row.unit].filter((part) => part !== '').join(' ') + tail
    }
    const line = `| ${label} | ${short(row.wall)} | ${row.baseline ? short(row.baseline) : ''} | ${times(row)} |`
    return text
      .split('\n')
      .map((old) => (old.startsWith(`| ${label} |`) ? line : old))
      .join('\n')
  }, readme)
}
