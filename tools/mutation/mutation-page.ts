import type { MutatedFolder } from './folders.ts'
import { inCell, verdictOf } from './verdicts.ts'

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
  /** The line where it begins, without the space around it. */
  readonly lineText: string
  /** What stands before it, from two lines above on. */
  readonly before: string
  readonly original: string
  readonly replacement: string
  /** No unit test comes there at all. */
  readonly isUntested: boolean
}

interface Score {
  readonly noticed: number
  readonly all: number
}

const percent = ({ noticed, all }: Score) => (all === 0 ? '–' : `${((noticed / all) * 100).toFixed(1)} %`)

function scoreOf(mutants: readonly Mutant[]): Score {
  const noticed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const unnoticed = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').length
  return { noticed, all: noticed + unnoticed }
}

function survivorsOf(report: MutationReport): Survivor[] {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
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
          lineText: lines[start.line - 1]?.trim() ?? '',
          before,
          original: covered.join('\n'),
          replacement,
          isUntested: status === 'NoCoverage',
        }
      })
      .toSorted((a, b) => a.line - b.line)
  })
}

/** `docs/mutation.md`. */
export function mutationPage(
  reports: readonly {
    readonly folder: MutatedFolder
    readonly report: MutationReport | undefined
    /** Not stopped midway. */
    readonly isWhole: boolean
    /** Day and commit of the last run. */
    readonly measured?: string | undefined
  }[],
): string {
  const known = reports.flatMap(({ folder, report }) => (report === undefined ? [] : [{ folder, report }]))
  const rows = reports.map(({ folder, report, isWhole, measured = '' }) => {
    const mutants = report === undefined ? [] : Object.values(report.files).flatMap((file) => file.mutants)
    const score = scoreOf(mutants)
    const untested = mutants.filter(({ status }) => status === 'NoCoverage').length
    return report === undefined
      ? `| \`${folder.sources}\` | not run yet | | | | |`
      : `| \`${folder.sources}\`${isWhole ? '' : ', part of it'} | ${percent(score)} | ${score.all} | ${score.all - score.noticed - untested} | ${untested} | ${measured} |`
  })
  const all = scoreOf(
    known.flatMap(({ report }) => Object.values(report.files).flatMap((file) => file.mutants)),
  )
  const lists = known.map(({ folder, report }) => {
    const survivors = survivorsOf(report)
    const lines = survivors.map((one) => {
      const at = `${one.file.slice(folder.sources.length + 1)}:${one.line}`
      return `| ${at} | \`${inCell(one.original)}\` | \`${inCell(one.replacement)}\` | ${verdictOf(one)} |`
    })
    const without = Object.entries(folder.without ?? {}).map(
      ([pattern, why]) => `Left out: \`${pattern}\` (${why}).\n\n`,
    )
    return `## ${folder.sources}\n\n${without.join('')}| where | stands there | unnoticed instead | verdict |\n|---|---|---|---|\n${lines.join('\n')}\n`
  })
  return `# Mutation tests

Made by \`npm run mutation\`: each place of what decides is changed on purpose, one at a time, and the unit tests beside it run. The score is the share of changes that a test notices. Tests with servers and browsers (\`conformance\`, \`e2e\`), and those of other folders, do not count here: a change that only they notice is listed as unnoticed. What is decided once, as a module is loaded, is changed in \`src-renderer/keyboard\` alone: each such change runs all tests.

\`npm run mutation -- FOLDER\` goes on with what has changed, or was stopped; \`--write\` makes this page of what is known. Lines are those of the commit that a folder was measured at: its sources may have changed since.

| folder | score | changes | no test notices | no test comes there | measured |
|---|---|---|---|---|---|
${rows.join('\n')}
| all that have run | ${percent(all)} | ${all.all} | | | |

${lists.join('\n')}`
}
