import type { Logger } from 'pino'

/** Removes what is old, now and then, until the returned function is called. What fails is tried again the next time. */
export function sweepEvery(
  everyMs: number,
  sweep: () => Promise<void>,
  what: string,
  log: Logger,
): () => void {
  const timer = setInterval(() => {
    sweep().catch((err: unknown) => log.warn({ err }, `old ${what} could not be removed; it is tried again`))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
