import { setTimeout as delay } from 'node:timers/promises'
import { seededDraw } from '#site/demo/seeded-random.ts'
import { startSite, type TestSite } from '#test/conformance/start-site.ts'
import { RoughPlatform, type RoughRule } from '#test/rough/rough-platform.ts'
import { launchBrowser } from '#test/stand/browser.ts'
import { plays, WallPage } from '#test/stand/wall-page.ts'
import { footageDir, startHost, type TestHost } from '#test/stand/wall-stand.ts'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { grown, type Sample, type Slope, slopeOf } from './growth.ts'
import { Inventory } from './inventory.ts'
import { countTimers } from './timers.ts'

/** `demoEvents`: a month of them. */
const wholeWall = { tiles: 9, cameras: 24, demoEvents: true }
/** With a camera for each tile of the largest layout. */
const smallWall: typeof wholeWall = { tiles: 4, cameras: 9, demoEvents: false }
const layouts = ['4', '9', '1+5'] as const
/** What begins is not what grows: caches fill, engines compile, and V8 keeps for itself what it has once used. */
const settledAfter = 0.5
/** A camera that is not on its tile by then is stuck; the longest fault is shorter. */
const patienceMs = 30_000

const importsOwnHeap = { NODE_OPTIONS: `--import ${new URL('own-heap.ts', import.meta.url).href}` }

const faults: readonly RoughRule[] = [
  { call: 'participants', percent: 50, trouble: { does: 'status', status: 500 } },
  { call: 'participants', trouble: { does: 'hang' } },
  { trouble: { does: 'delay', inMs: 2_000 } },
  { call: 'cameras', trouble: { does: 'body', type: 'text/html', bytes: '<html>Sign in</html>' } },
  { call: 'eventStream', trouble: { does: 'reset', when: 'before' } },
  { path: /\.m4s$/, percent: 50, trouble: { does: 'reset', when: 'before' } },
]

export interface SoakOptions {
  readonly forMs: number
  readonly seed: number
  readonly sampleEveryMs: number
  /** Enough to see that a soak goes on at all. */
  readonly isSmall: boolean
  readonly printLine: (line: string) => void
}

export interface Soaked {
  readonly hours: number
  readonly switches: number
  /** Tiles that did not come to what was typed. */
  readonly stuck: number
  readonly slopes: Readonly<Record<string, Slope>>
  readonly grew: readonly string[]
  readonly samples: readonly (Sample & { readonly hour: number })[]
}

/** A wall that is worked on without a pause, by keys and by lot, before a platform that fails now and then. */
export async function soak(options: SoakOptions): Promise<Soaked> {
  const stand = await SoakStand.start(options)
  try {
    return await stand.run(options)
  } finally {
    await stand.stop()
  }
}

class SoakStand {
  readonly #site: TestSite
  readonly #platform: RoughPlatform
  readonly #host: TestHost
  readonly #browser: Browser
  readonly #wall: WallPage
  readonly #size: typeof wholeWall
  readonly #draw: () => number
  #switches = 0
  #stuck = 0
  #printLine: (line: string) => void = () => undefined

  private constructor(
    parts: readonly [TestSite, RoughPlatform, TestHost, Browser, WallPage],
    size: typeof wholeWall,
    draw: () => number,
  ) {
    ;[this.#site, this.#platform, this.#host, this.#browser, this.#wall] = parts
    this.#size = size
    this.#draw = draw
  }

  static async start({ seed, isSmall }: SoakOptions): Promise<SoakStand> {
    const size = isSmall ? smallWall : wholeWall
    const { tiles, cameras, demoEvents } = size
    const [site, browser] = await Promise.all([
      startSite({ footageDir, cameras, demoEvents, env: importsOwnHeap }),
      launchBrowser(),
    ])
    const platform = await RoughPlatform.start(site.baseUrl, seed)
    const { liveViewUrl, account } = site
    const host = await startHost({
      site: { baseUrl: platform.url, liveViewUrl, account },
      flags: ['--layout', String(tiles)],
      env: importsOwnHeap,
    })
    const wall = new WallPage(await browser.newPage({ viewport: { width: 1_280, height: 720 } }))
    await wall.page.addInitScript(countTimers)
    await wall.open(host.url)
    await keepNoRequests(wall.page)
    await wall.until('LIVE', tiles)
    return new SoakStand([site, platform, host, browser, wall], size, seededDraw(seed))
  }

  async run({ forMs, sampleEveryMs, printLine }: SoakOptions): Promise<Soaked> {
    this.#printLine = printLine
    const inventory = await Inventory.of(this.#wall.page, {
      main: this.#host.child.process,
      site: this.#site.process,
    })
    const samples: (Sample & { hour: number })[] = []
    const startedAtMs = performance.now()
    const hour = () => (performance.now() - startedAtMs) / 3_600_000
    let sampleAtMs = startedAtMs
    while (performance.now() - startedAtMs < forMs) {
      if (performance.now() >= sampleAtMs) {
        sampleAtMs += sampleEveryMs
        // Like with like.
        await this.#rest()
        const sample = { hour: hour(), ...(await inventory.look()) }
        samples.push(sample)
        printLine(JSON.stringify({ switches: this.#switches, ...rounded(sample) }))
      }
      await this.#act()
    }
    const settled = samples.filter((sample) => sample.hour >= hour() * settledAfter)
    const names = Object.keys(settled[0] ?? {}).filter((name) => name !== 'hour')
    const slopes = Object.fromEntries(
      names.flatMap((name) => {
        const slope = slopeOf(
          settled.map((sample) => sample.hour),
          settled.map((sample) => (sample as Sample)[name] ?? 0),
        )
        return slope === undefined ? [] : [[name, slope] as const]
      }),
    )
    return {
      hours: hour(),
      switches: this.#switches,
      stuck: this.#stuck,
      slopes,
      grew: grown(slopes),
      samples,
    }
  }

  async stop(): Promise<void> {
    await this.#browser.close()
    await this.#host.stop()
    await this.#platform.stop()
    await this.#site.stop()
  }

  #among(count: number): number {
    return Math.floor(this.#draw() * count)
  }

  /** Mostly switches, so that an hour holds ten thousand of them; the rest takes seconds each. */
  async #act(): Promise<void> {
    const lot = this.#draw()
    if (lot < 0.95) return this.#switch()
    if (lot < 0.965) return this.#layout(layouts[this.#among(layouts.length)] ?? '9')
    if (lot < 0.975) return this.#playBack()
    if (lot < 0.985) return this.#search()
    if (lot < 0.99) return this.#openWindows()
    return this.#fail()
  }

  async #switch(): Promise<void> {
    const count = await this.#wall.page.locator('[data-tile]').count()
    const tile = 1 + this.#among(count)
    const camera = 1 + this.#among(this.#size.cameras)
    await this.#wall.show(tile, camera)
    this.#switches += 1
    await this.#until(`camera ${camera} on tile ${tile}`, [tile, camera])
  }

  async #layout(name: string): Promise<void> {
    await this.#wall.choose(`Layout: ${name}`, new RegExp(`^Layout: ${name.replace('+', '\\+')}\\b`))
    await this.#wall.page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  async #playBack(): Promise<void> {
    await this.#wall.press('s')
    await delay(1_500)
    for (const key of ['Shift+ArrowLeft', 'l', 'k', ',', 'Shift+ArrowLeft', 'Space']) {
      await this.#wall.press(key)
      await delay(300)
    }
    await this.#wall.press('Shift+Home')
    await this.#until('live again')
  }

  async #search(): Promise<void> {
    const { page } = this.#wall
    await this.#wall.press('/')
    await page.getByRole('combobox', { name: 'Search events' }).fill('sale amount>100 last:24h')
    await this.#wall.press('Enter', 'ArrowDown', 'Enter')
    await delay(1_000)
    await this.#wall.press('/', 'Escape', 'Shift+Home')
    await this.#until('live again')
  }

  async #openWindows(): Promise<void> {
    for (const key of ['?', 'Control+,', 'o', 'Shift+A', 'Shift+S', 'Shift+G']) {
      await this.#wall.press(key)
      await this.#wall.page.getByRole('dialog').first().waitFor()
      await this.#wall.press('Escape')
    }
  }

  async #fail(): Promise<void> {
    const rule = faults[this.#among(faults.length)]
    if (rule === undefined) return
    this.#platform.use(rule)
    await this.#wall.show(1, 1 + this.#among(this.#size.cameras))
    this.#switches += 1
    await delay(1_000 + this.#among(4_000))
    if (this.#draw() < 0.2) await this.#site.killMediaServer()
    this.#platform.use()
    await this.#until('all well after a fault')
  }

  /** As many live tiles as at first, nothing open. */
  async #rest(): Promise<void> {
    await this.#layout(String(this.#size.tiles))
    await this.#wall.press('Shift+Home')
    await this.#until('at rest')
  }

  /** Every tile plays, and the one that was typed shows its camera; otherwise it is counted, and the wall goes on. */
  async #until(what: string, wished?: readonly [tile: number, camera: number]): Promise<void> {
    const isSo = this.#wall.page.waitForFunction(
      ([good, want]) => {
        const all = [...document.querySelectorAll<HTMLElement>('[data-tile]')]
        if (want === undefined) return all.every(({ dataset }) => good.includes(dataset['state'] ?? ''))
        const one = all.find(({ dataset }) => dataset['tile'] === String(want[0]))
        return one?.dataset['camera'] === String(want[1]) && good.includes(one.dataset['state'] ?? '')
      },
      [[...plays], wished] as const,
      { timeout: patienceMs },
    )
    await isSo.catch(async () => {
      this.#stuck += 1
      const shown = await this.#wall.page.locator('[data-tile]').evaluateAll((all) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tiles are HTML
        (all as HTMLElement[]).map(({ dataset: { tile, camera, state } }) => `${tile}=${camera} ${state}`),
      )
      const windows = await this.#wall.page.getByRole('dialog').allInnerTexts()
      const open = windows.map((text) => `; open: ${text.split('\n', 1)[0]}`).join('')
      this.#printLine(`stuck: not ${what}: ${shown.join(', ')}${open}`)
    })
  }
}

/**
 * Chromium keeps a record of each request of a driven page in the page's own process, for a driver that asks for one: some
 * 30 MB an hour, and up to 200 MB of bodies. Playwright needs none once a page is open, and has no option for it.
 */
async function keepNoRequests(page: Page): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- private; a change of it ends the soak at once
  const { _connection: connection } = page as unknown as DrivenPage
  const { _mainFrameSession: session } = connection.toImpl(page).delegate
  const { _client: client } = session
  await client.send('Network.disable')
}

interface DrivenPage {
  readonly _connection: {
    toImpl: (page: Page) => {
      readonly delegate: { readonly _mainFrameSession: { readonly _client: Pick<CDPSession, 'send'> } }
    }
  }
}

function rounded(sample: Sample): Sample {
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, Number(value.toFixed(2))]))
}
