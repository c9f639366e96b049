const minuteMs = 60_000

/** As the wall opens windows, where all of it is recorded: an hour, a quarter of it before. Epoch milliseconds. */
export function windowAround(atMs: number): { startMs: number; endMs: number } {
  return { startMs: atMs - 15 * minuteMs, endMs: atMs + 45 * minuteMs }
}
