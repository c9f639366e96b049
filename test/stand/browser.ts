import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'

const disabledFeatures = [
  // Each window of a headless Chromium loads two hidden pages for its address bar, which a wall's window does not have:
  // most of what a page costs.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // A process that each window has ready for a next one; Electron makes none either.
  'SpareRendererForSitePerProcess',
  // As the shells do.
  'WebRtcHideLocalIpsWithMdns',
  // Of two lists Chromium takes the last: these are Playwright's.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** What two pages must have in common to be compared. */
export const pageSwitches: readonly string[] = [
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
  `--disable-features=${disabledFeatures.join()}`,
]

/** The same switches as the shells give (`scripts/start`): figures and tests see what an operator sees. */
export const wallSwitches: readonly string[] = [
  ...pageSwitches,
  '--force-fieldtrials=WebRTC-RtcEventLogKillSwitch/Enabled/',
]

export function chromiumPath(): string {
  const candidates = [process.env['TESSERA_CHROMIUM'], '/usr/lib/chromium/chromium', '/usr/bin/chromium']
  const found = candidates.find((path) => path !== undefined && existsSync(path))
  if (!found) throw new Error('No Chromium: run `npm run setup`, or name one in TESSERA_CHROMIUM.')
  return found
}

export function launchBrowser(
  executablePath = chromiumPath(),
  options: Pick<LaunchOptions, 'handleSIGTERM'> = {},
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    chromiumSandbox: false,
    args: [...wallSwitches],
    ...options,
  })
}

/** What a test does with a browser that others have, too. */
export type SharedBrowser = Pick<Browser, 'newContext' | 'newPage' | 'close'>

let running: Promise<Browser> | undefined

/**
 * One for all test files of a process. Contexts share no more than that, and `close` closes those of this call. A program,
 * which has to end, has its own.
 */
export async function sharedBrowser(): Promise<SharedBrowser> {
  if (process.env['VITEST'] === undefined) return launchBrowser()
  // One that could not be launched is the failure of who asked, not of all files after it.
  if (running === undefined) (running = launchForProcess()).catch(() => (running = undefined))
  const browser = await running
  const contexts: BrowserContext[] = []
  return {
    newContext: async (options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      return context
    },
    newPage: async (options) => {
      const page = await browser.newPage(options)
      contexts.push(page.context())
      return page
    },
    close: async () => {
      for (const context of contexts) await context.close()
    },
  }
}

async function launchForProcess(): Promise<Browser> {
  // Playwright would close it, too, and have the process stay: Vitest ends its processes by this.
  const browser = await launchBrowser(chromiumPath(), { handleSIGTERM: false })
  process.once('SIGTERM', () => void browser.close().finally(() => process.exit()))
  browser.once('disconnected', () => (running = undefined))
  return browser
}
