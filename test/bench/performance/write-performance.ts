import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptResult } from '../results.ts'
import { performancePage, readmeWith } from './performance-page.ts'
import { ratioPlot } from './ratio-plot.ts'
import { sections } from './sections.ts'

/** `docs/performance.md`, its plots and README's table, of the runs that are kept. */
export function writePerformance(root: string, resultsDir: string): void {
  const results = new Map(
    sections.flatMap(({ bench }) => {
      const kept = keptResult(resultsDir, bench)
      return kept === undefined ? [] : [[bench, kept] as const]
    }),
  )
  const page = join(root, 'docs/performance.md')
  writeFileSync(page, performancePage(readFileSync(page, 'utf8'), sections, results))
  const readme = join(root, 'README.md')
  writeFileSync(readme, readmeWith(readFileSync(readme, 'utf8'), results))
  const plots = join(root, 'docs/performance')
  mkdirSync(plots, { recursive: true })
  for (const { bench, title } of sections) {
    const plot = ratioPlot(title, results.get(bench)?.rows ?? [])
    if (plot !== undefined) writeFileSync(join(plots, `${bench}.svg`), plot)
  }
}
