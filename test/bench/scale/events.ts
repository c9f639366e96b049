import { kinds } from '../events/questions.ts'
import { type SearchTimes, searchTimes } from '../events/search-times.ts'
import { quantile } from '../statistics.ts'
import type { Growth } from './growth.ts'

/** The site's answers to the questions of `bench -- events`, over histories of more and more events. */
export async function eventGrowth(sizes: readonly number[], questions: number): Promise<Growth[]> {
  const found: SearchTimes[] = []
  for (const events of sizes) found.push(await searchTimes({ events, questions }))
  return kinds.map((kind) => ({
    what: `events, ${kind}`,
    sizes,
    costsMs: found.map((times) => quantile(times[kind].site, 0.5)),
  }))
}
