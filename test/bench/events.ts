import { insertRates } from './events/insert-rates.ts'
import { type Kind, kinds } from './events/questions.ts'
import { searchTimes } from './events/search-times.ts'
import type { BenchOptions } from './main.ts'
import { type BenchResult, printTable, rowOf } from './report.ts'
import { quantile, summarize } from './statistics.ts'

const labels: Readonly<Record<Kind, string>> = {
  newest: 'newest 200 of nine cameras and two tags in a day',
  range: 'a number between two others, seven days, newest 200',
  contains: 'a text contains another, thirty days, newest 200',
  histogram: 'thirty days in 2 000 buckets',
}

/**
 * The site's events over HTTP: durable inserts of fifty clients against a raw loop of better-sqlite3 that commits each
 * event, and questions to a million events against the best of some hand-written SQL behind a bare server.
 */
export async function benchEvents({ quick }: BenchOptions): Promise<BenchResult> {
  const rates = await insertRates(quick ? { rounds: 1, forMs: 300 } : { rounds: 15, forMs: 1_000 })
  const times = await searchTimes(
    quick ? { events: 20_000, questions: 5 } : { events: 1_000_000, questions: 200 },
  )
  const raw = summarize(rates.raw)
  const perSecond = 'events/s'
  const rows = printTable([
    { ...rowOf('durable inserts, 50 clients', perSecond, rates.single, rates.raw), isMoreBetter: true },
    { ...rowOf('… in batches of 100', perSecond, rates.batch, rates.raw), isMoreBetter: true },
    ...kinds.map((kind) => rowOf(labels[kind], 'ms', times[kind].site, times[kind].bare)),
  ])

  const ofAll = (which: 'site' | 'bare', q: number, suffix: string) =>
    Object.fromEntries(kinds.map((kind) => [kind + suffix, quantile(times[kind][which], q)]))
  const searches = (which: 'site' | 'bare') => ({
    ...ofAll(which, 0.5, 'P50Ms'),
    ...ofAll(which, 0.95, 'P95Ms'),
  })
  const insertsPerSecond = quantile(rates.single, 0.5)
  const batchInsertsPerSecond = quantile(rates.batch, 0.5)
  return {
    bench: 'events',
    rows,
    figures: { insertsPerSecond, batchInsertsPerSecond, ...searches('site') },
    baseline: { insertsPerSecond: raw.median, ...searches('bare') },
    ratio: {
      insert: insertsPerSecond / raw.median,
      insertBatch: batchInsertsPerSecond / raw.median,
      ...Object.fromEntries(
        kinds.map((kind) => [kind, quantile(times[kind].site, 0.5) / quantile(times[kind].bare, 0.5)]),
      ),
    },
  }
}
