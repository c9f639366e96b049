import type { Machine } from './results.ts'
import { countOf, round, summarize, type Summary } from './statistics.ts'

export interface BenchResult {
  readonly bench: string
  /** As they were printed. */
  readonly rows: readonly Row[]
  /** A group of figures has a name of its own. */
  readonly figures: Readonly<Record<string, number | Readonly<Record<string, number>>>>
  readonly baseline: Readonly<Record<string, number>>
  readonly ratio: Readonly<Record<string, number>>
}

export interface Row {
  readonly what: string
  readonly wall: Summary
  readonly baseline?: Summary
  readonly unit: string
  /** A rate, not a cost. */
  readonly isMoreBetter?: true
  /** A slope: what may be negative, or nearly nothing, has no ratio. */
  readonly hasNoRatio?: true
}

/** Of samples; the baseline's where it has any. */
export function rowOf(
  what: string,
  unit: string,
  wall: readonly number[],
  baseline?: readonly number[],
): Row {
  return { what, unit, wall: summarize(wall), ...(baseline && { baseline: summarize(baseline) }) }
}

/** NaN where there is none. */
export function ratioOf({ wall, baseline, hasNoRatio }: Row): number {
  if (baseline === undefined || hasNoRatio || Math.min(wall.median, baseline.median) < 0) return Number.NaN
  return wall.median / baseline.median
}

export const hasRatio = (row: Row) => Number.isFinite(ratioOf(row))

function text(summary: Summary | undefined, unit: string): string {
  if (summary === undefined) return '–'
  const { median, min, max, n } = summary
  if (n === 0) return countOf(summary)
  return `${round(median, 1)} ${unit} (${round(min, 1)}–${round(max, 1)}, n=${countOf(summary)})`
}

/** A table for people; medians with their range. */
export function printTable(rows: readonly Row[]): readonly Row[] {
  const cells = rows.map((row) => [
    row.what,
    text(row.wall, row.unit),
    text(row.baseline, row.unit),
    hasRatio(row) ? `${round(ratioOf(row))}×` : '',
  ])
  const all = [['', 'wall', 'baseline', 'ratio'], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  for (const row of all) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    )
  }
  return rows
}

function rounded(record: BenchResult['figures']): BenchResult['figures'] {
  const entries = Object.entries(record).map(([name, value]) => [
    name,
    typeof value === 'number' ? round(value) : rounded(value),
  ])
  return Object.fromEntries(entries)
}

/** The last line of every bench: one JSON object. */
export function printResult(result: BenchResult, machine: Machine): void {
  console.log(
    JSON.stringify({
      bench: result.bench,
      figures: rounded(result.figures),
      baseline: rounded(result.baseline),
      ratio: rounded(result.ratio),
      machine,
    }),
  )
}
