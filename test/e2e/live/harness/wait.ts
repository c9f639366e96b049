import type { Page } from 'playwright-core'
import type { ConnectionStatus } from '../../../../src-contract/wall/connection.ts'

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
