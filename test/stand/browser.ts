import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The same switches as the shells give (`scripts/start`): figures and tests see what an operator sees. */
export const wallSwitches = [
  '--disable-rtc-smoothness-algorithm',
  '--js-flags=--expose-gc',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

export function chromiumPath(): string {
  const candidates = [process.env['TESSERA_CHROMIUM'], '/usr/lib/chromium/chromium', '/usr/bin/chromium']
  const found = candidates.find((path) => path !== undefined && existsSync(path))
  if (!found) throw new Error('No Chromium: run `npm run setup`, or name one in TESSERA_CHROMIUM.')
  return found
}

export function launchBrowser(executablePath = chromiumPath()): Promise<Browser> {
  return chromium.launch({
    executablePath,
    chromiumSandbox: false,
    args: wallSwitches,
  })
}
