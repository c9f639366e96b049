/** A delay table with jitter, as data. The last delay repeats for ever. */
export interface RetryDelays {
  readonly delaysMs: readonly number[]
  /** 0.2 spreads a delay over ±20 %, so that many owners do not return in one moment. */
  readonly jitter: number
}

/**
 * How long to wait before try number `attempt` (0 = the first repetition).
 * `random` is uniform in [0, 1).
 */
export function retryInMs(table: RetryDelays, attempt: number, random: () => number): number {
  const last = table.delaysMs.length - 1
  const delayMs = table.delaysMs[Math.min(Math.max(0, attempt), last)] ?? 0
  return Math.round(delayMs * (1 + table.jitter * (2 * random() - 1)))
}
