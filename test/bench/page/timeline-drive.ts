/** A view that pans and zooms over thirty days, down to a minute and back, as a function of the time since its start. */
export function rangeAt(sinceMs: number, nowMs: number): { fromMs: number; untilMs: number } {
  const dayMs = 86_400_000
  const part = (sinceMs % 10_000) / 10_000
  const depth = 1 - Math.abs(2 * part - 1)
  const spanMs = Math.exp(Math.log(30 * dayMs) * (1 - depth) + Math.log(60_000) * depth)
  const centerMs = nowMs - 15 * dayMs + 10 * dayMs * Math.sin((sinceMs / 20_000) * 2 * Math.PI)
  return { fromMs: centerMs - spanMs / 2, untilMs: centerMs + spanMs / 2 }
}

export interface Driven {
  /** Frames of the page. */
  readonly frames: number
  readonly tookMs: number
  /** Of the page's thread; 0 when none was as long as 50 ms. */
  readonly longestBlockMs: number
}

/** Shows the range of every frame, for so long. */
export async function drive(
  durationMs: number,
  nowMs: number,
  show: (fromMs: number, untilMs: number) => void,
): Promise<Driven> {
  let longestBlockMs = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestBlockMs = Math.max(longestBlockMs, duration)
  })
  observer.observe({ type: 'longtask' })
  const startedAtMs = performance.now()
  let frames = 0
  let tookMs = 0
  while (tookMs < durationMs) {
    await new Promise((done) => requestAnimationFrame(done))
    tookMs = performance.now() - startedAtMs
    const { fromMs, untilMs } = rangeAt(tookMs, nowMs)
    show(fromMs, untilMs)
    frames++
  }
  // What the last frame caused is reported after it.
  await new Promise((done) => setTimeout(done, 200))
  observer.disconnect()
  return { frames, tookMs, longestBlockMs }
}

Object.assign(globalThis, { driveTimeline: drive })
