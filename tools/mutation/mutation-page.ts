import type { MutatedFolder } from './folders.ts'
import { verdictOf } from './verdicts.ts'

interface Place {
  readonly line: number
  readonly column: number
}

interface Mutant {
  readonly mutatorName: string
  readonly replacement: string
  readonly location: { readonly start: Place; readonly end: Place }
  readonly status:
    | 'Killed'
    | 'Timeout'
    | 'Survived'
    | 'NoCoverage'
    | 'Ignored'
    | 'RuntimeError'
    | 'CompileError'
}

/** As Stryker keeps it: https://github.com/stryker-mutator/mutation-testing-elements. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>
}

export interface Survivor {
  readonly file: string
  readonly line: number
  readonly kind: string
  /** What stands before it, from two lines above on. */
  readonly before: string
  readonly original: string
  readonly replacement: string
  /** No unit test runs it. */
  readonly isUntested: boolean
}

const mutantsOf = (report: MutationReport) => Object.values(report.files).flatMap(({ mutants }) => mutants)
const isKilled = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout'
const isSurvivor = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage'
const isOpen = (survivor: Survivor) => verdictOf(survivor) === undefined

const oneLine = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 89)}…` : line
}

const percent = (part: number, all: number) => (all === 0 ? '–' : `${((part / all) * 100).toFixed(1)} %`)

function survivorsOf(report: MutationReport): Survivor[] {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants
      .filter(isSurvivor)
      .map(({ mutatorName, replacement, location: { start, end }, status }) => {
        const covered = lines.slice(start.line - 1, end.line)
        const last = covered.length - 1
        const above = lines.slice(Math.max(0, start.line - 3), start.line - 1)
        const before = [...above, lines[start.line - 1]?.slice(0, start.column - 1)].join('\n')
        covered[last] = covered[last]?.slice(0, end.column - 1) ?? ''
        covered[0] = covered[0]?.slice(start.column - 1) ?? ''
        return {
          file,
          line: start.line,
          kind: mutatorName,
          before,
          original: covered.join('\n'),
          replacement,
          isUntested: status === 'NoCoverage',
        }
      })
      .toSorted((a, b) => a.line - b.line)
  })
}

/** For the terminal, a line each: the survivors that have no verdict. */
export function openMutants(report: MutationReport): string[] {
  return survivorsOf(report)
    .filter(isOpen)
    .map(({ file, line, original, replacement, isUntested }) => {
      const change = `${oneLine(original)} → ${oneLine(replacement)}`
      return `${file}:${line}  ${change}${isUntested ? '  (not covered)' : ''}`
    })
}

interface MeasuredFolder {
  readonly folder: MutatedFolder
  readonly report: MutationReport | undefined
  /** Not stopped midway. */
  readonly isWhole: boolean
  /** Day and commit of the last run. */
  readonly measured?: string | undefined
}

function rowOf({ folder, report, isWhole, measured = '' }: MeasuredFolder): string {
  if (report === undefined) return `| \`${folder.sources}\` | not run yet | | | | | |`
  const killed = mutantsOf(report).filter(isKilled).length
  const survivors = survivorsOf(report)
  const open = survivors.filter(isOpen)
  const counts = new Map<string, number>()
  for (const verdict of survivors.map(verdictOf)) {
    if (verdict !== undefined) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  }
  const verdicts = [...counts].toSorted(([, a], [, b]) => b - a)
  const cells = [
    `\`${folder.sources}\`${isWhole ? '' : ', part of it'}`,
    killed + survivors.length,
    percent(killed, killed + survivors.length),
    open.length,
    open.filter(({ isUntested }) => isUntested).length,
    verdicts.map(([verdict, count]) => `${verdict}: ${count}`).join('; '),
    measured,
  ]
  return `| ${cells.join(' | ')} |`
}

/** `docs/mutation.md`. */
export function mutationPage(folders: readonly MeasuredFolder[]): string {
  const mutants = folders.flatMap(({ report }) => (report === undefined ? [] : mutantsOf(report)))
  const killed = mutants.filter(isKilled).length
  const all = killed + mutants.filter(isSurvivor).length
  const left = folders.flatMap(({ folder: { sources, without = {} } }) =>
    Object.entries(without).map(([pattern, why]) => `| \`${sources}/${pattern}\` | ${why} |`),
  )
  return `# Mutation tests

[Stryker](https://stryker-mutator.io) changes code that makes decisions, one change (*mutant*) at a time, and runs the unit tests beside it. A mutant is killed when a test fails or hangs. What only \`conformance\`, \`e2e\` or the tests of other folders would notice survives. Code that runs once, while its module is loaded, is changed in \`src-renderer/keyboard\` alone: each such mutant needs all tests.

\`npm run mutation -- FOLDER\` (or a file; without one, all folders) tests what is new since the last run, lists the open mutants with file and line, and makes this page. \`--write\` lists and makes the page from earlier runs.

*Open*: a test should kill it and none does. *Needs no test*: by the rules of \`tools/mutation/verdicts.ts\`. *Part of it*: the last run of the whole folder was stopped.

| folder | mutants | killed | open | of these not covered | needs no test | measured |
|---|---|---|---|---|---|---|
${folders.map(rowOf).join('\n')}
| all that have run | ${all} | ${percent(killed, all)} | | | | |

| left out | why |
|---|---|
${left.join('\n')}
`
}
