import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Browser } from 'playwright-core'
import { footageDefaults } from './footage-defaults.ts'
import { type FootageFault, footageFault } from './footage-fault.ts'
import { studioAssets } from './studio-assets.ts'
import type { StudioJob } from './studio-protocol.ts'
import { StudioServer } from './studio-server.ts'

export interface StudioRun {
  readonly jobs: readonly StudioJob[]
  /** How many results (layers or stills) make a job complete. */
  readonly resultsPerJob: number
  readonly chromiumPath?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** A rejection is a fault of the run; its message is told. */
  layerMade?(cameraNumber: number, widthPx: number, bytes: Uint8Array): Promise<void>
  stillMade?(cameraNumber: number, frameIndex: number, png: Uint8Array): Promise<void>
}

const browserArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page that nobody looks at must not be slowed down.
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
]

/** Lets headless Chromium draw and encode the jobs. `undefined` when every result has been handed over. */
export async function runStudio(run: StudioRun): Promise<FootageFault | undefined> {
  if (run.signal?.aborted === true) {
    return cancelled()
  }
  const outcome = Promise.withResolvers<FootageFault | undefined>()
  const waiting = [...run.jobs]
  let missing = run.jobs.length * run.resultsPerJob
  let silence: NodeJS.Timeout | undefined
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(
      () => outcome.resolve(footageFault('browser_failed', 'Chromium stopped drawing the demo footage.')),
      footageDefaults.silenceLimitMs,
    )
  }
  const received = async (store: Promise<void> | undefined) => {
    heard()
    await store
    missing -= 1
    if (missing === 0) {
      outcome.resolve(undefined)
    }
  }
  const lanes = Math.min(availableParallelism(), footageDefaults.maxLanes, run.jobs.length)
  const server = new StudioServer(await studioAssets(lanes), {
    nextJob: () => waiting.shift(),
    layerMade: (camera, widthPx, bytes) => received(run.layerMade?.(camera, widthPx, bytes)),
    stillMade: (camera, frame, png) => received(run.stillMade?.(camera, frame, png)),
    failed: (message) =>
      outcome.resolve(footageFault('browser_failed', `The demo footage could not be made: ${message}`)),
  })
  const abort = () => outcome.resolve(cancelled())
  run.signal?.addEventListener('abort', abort)
  let browser: Browser | undefined
  try {
    const address = await server.listen()
    const launched = await launchBrowser(run.chromiumPath)
    if ('code' in launched) {
      return launched
    }
    browser = launched
    browser.on('disconnected', () =>
      outcome.resolve(
        footageFault('browser_failed', 'Chromium ended while it was drawing the demo footage.'),
      ),
    )
    heard()
    const page = await browser.newPage()
    page.on('crash', () => outcome.resolve(footageFault('browser_failed', 'The drawing page crashed.')))
    await page.goto(address)
    return await outcome.promise
  } finally {
    clearTimeout(silence)
    run.signal?.removeEventListener('abort', abort)
    await browser?.close()
    await server.dispose()
  }
}

async function launchBrowser(chromiumPath: string | undefined): Promise<Browser | FootageFault> {
  // Loaded late for the same reason as the bundler.
  const { chromium } = await import('playwright-core')
  const executablePath = chromiumPath ?? process.env.TESSERA_CHROMIUM ?? chromium.executablePath()
  if (!existsSync(executablePath)) {
    return footageFault(
      'no_chromium',
      `There is no Chromium at ${executablePath}. Install one, or name it in TESSERA_CHROMIUM.`,
    )
  }
  // Chromium refuses its sandbox to root; only our own page is ever opened here.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  try {
    return await chromium.launch({ executablePath, args: [...browserArguments, ...sandbox] })
  } catch (cause) {
    const [reason] = String(cause).split('\n')
    return footageFault('browser_failed', `Chromium does not start: ${reason}`)
  }
}

function cancelled(): FootageFault {
  return footageFault('cancelled', 'Making the demo footage was stopped.')
}
