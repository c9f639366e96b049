import { tileCount } from './fault-stand.ts'
import { complaintOf, type Outcome, type summaryOf } from './fault-run.ts'

const head = `# What a wall goes through

Written by \`npm run faults -- --write\`: one fault after the other is injected while a wall of nine tiles runs in a browser, on a local site with a real media server. Ten times a second the pixels of each tile are compared with what it says: a tile that says LIVE has to show its camera, at most four seconds old, and one that says PAUSED the instant that it names. Three contradictions in a row count as a lie.

*Told* is when the last of the tiles concerned showed the fault, where they have to; *back* is from the end of the fault until all nine tiles are as they should be, without a reload; *others* is the longest time without a new picture on a tile that the fault did not concern, sampled every 100 ms.

| scenario | what happens | for | tiles | told | back | others |
|---|---|---|---|---|---|---|
`

/** The document of a run. */
export function faultTable(outcomes: readonly Outcome[], summary: ReturnType<typeof summaryOf>): string {
  const rows = outcomes.map((outcome) => {
    const { scenario, shownInMs, recoveredInMs, otherStallMs } = outcome
    const { name, what, forMs, concerns, mode, sees } = scenario
    const shown = sees === undefined ? 'nothing to tell' : ms(shownInMs)
    const others = mode === 'LIVE' && concerns.length < tileCount ? ms(otherStallMs) : ''
    const tiles = concerns.length === 0 ? 'none' : concerns.length === tileCount ? 'all' : concerns.join(', ')
    const back = complaintOf(outcome) ?? ms(recoveredInMs)
    return `| \`${name}\` | ${what} | ${ms(forMs)} | ${tiles} | ${shown} | ${back} | ${others} |`
  })
  return `${head}${rows.join('\n')}\n\nIts last line: \`${JSON.stringify(summary)}\`. Milliseconds are of one run on two cores without a GPU.\n`
}

function ms(value: number | undefined): string {
  return value === undefined ? 'never' : `${Math.round(value)} ms`
}
