/** Far below the best hit only scattered letters are left. */
const MIN_SHARE_OF_BEST = 0.1

/** What scores anything at all, the best first. */
export function topScored<Entry>(
  entries: readonly Entry[],
  scoreOf: (entry: Entry) => number,
  mostEntries: number,
): Entry[] {
  const scored = entries.map((entry) => ({ entry, score: scoreOf(entry) }))
  const best = Math.max(...scored.map(({ score }) => score), 0)
  return scored
    .filter(({ score }) => score > 0 && score >= best * MIN_SHARE_OF_BEST)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostEntries)
    .map(({ entry }) => entry)
}
