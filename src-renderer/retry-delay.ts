/**
 * The wait before try `attempt` (0 is the first repetition), spread by ± `jitter` of itself so that many
 * do not come back at once. The last delay repeats: nobody gives up.
 */
export function retryDelayMs(
  delaysMs: readonly number[],
  attempt: number,
  jitter: number,
  random: () => number,
): number {
  const delayMs = delaysMs[Math.min(attempt, delaysMs.length - 1)] ?? 0
  return delayMs * (1 + jitter * (2 * random() - 1))
}
