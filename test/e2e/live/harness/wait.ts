import type { Page } from 'playwright-core'
import type { ConnectionStatus } from '#contract/wall/connection.ts'

export async function untilState(page: Page, tile: number, state: string): Promise<void> {
  await page.waitForFunction(
    ({ tile: index, state: wanted }) => window.stage.wall.observe(index).state === wanted,
    { tile, state },
    { timeout: 30_000 },
  )
}

export async function untilStates(page: Page, states: readonly string[]): Promise<void> {
  await page.waitForFunction((wanted) => window.stage.states().join() === wanted, states.join(), {
    timeout: 30_000,
  })
}

/** How long a page has stood still at a time, from now on: it could not do or say anything while it did. */
export async function watchStalls(page: Page): Promise<{ longestMs(): Promise<number> }> {
  const stalls = await page.evaluateHandle(() => {
    const seen = { longestMs: 0 }
    let dueAt = performance.now()
    setInterval(() => {
      seen.longestMs = Math.max(seen.longestMs, performance.now() - dueAt)
      dueAt = performance.now() + 50
    }, 50)
    return seen
  })
  return { longestMs: async () => (await stalls.jsonValue()).longestMs }
}

/** A report of main's about a connection that is well, with a key of this name. */
export function connectedStatus(keyName: string): ConnectionStatus {
  return {
    source: 'configured',
    platforms: [],
    key: { state: 'present', name: keyName },
    reach: 'ok',
    ticketsPerMinute: 0,
    findings: {},
  }
}
