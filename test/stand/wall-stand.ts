import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import type { EmbeddedSite, FromShell } from '#contract/process/launch.ts'
import { type StartSiteOptions, startSite, type TestSite } from '../conformance/start-site.ts'
import { type SharedBrowser, sharedBrowser } from './browser.ts'
import { Child } from './child.ts'
import { oneGap } from './one-gap.ts'
import { WallPage } from './wall-page.ts'

const root = resolve(import.meta.dirname, '../..')

/** Of the local site. */
export const cameraId = (number: number) => `cam-${String(number).padStart(2, '0')}`

/** For every test that looks at pictures. */
export const footageDir = join(root, 'resources/demo')

/** A host process of the wall with a data folder of its own. */
export class TestHost {
  readonly child: Child
  readonly dataDir: string
  url = ''

  constructor(child: Child, dataDir: string) {
    this.child = child
    this.dataDir = dataDir
  }

  async stop(): Promise<void> {
    await this.child.stop()
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

type SiteToSignIn = Pick<EmbeddedSite, 'baseUrl' | 'liveViewUrl' | 'account'>

/** Starts the host and, given a site, signs it in there as the launcher would: the site may still be starting. */
export async function startHost(
  options: {
    site?: SiteToSignIn | Promise<SiteToSignIn>
    flags?: string[]
    dataDir?: string
    env?: Readonly<Record<string, string>> | undefined
    /** What runs it instead of Node itself. */
    execPath?: string
  } = {},
): Promise<TestHost> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'tessera-wall-')))
  const flags = ['--data', dataDir, '--renderer', join(root, 'out/renderer'), ...(options.flags ?? [])]
  const host = new TestHost(new Child('src-main/host/main.ts', flags, options.env, options.execPath), dataDir)
  if (options.site) {
    const { baseUrl, liveViewUrl, account } = await options.site
    host.child.send({ type: 'embedded-site', baseUrl, liveViewUrl, account } satisfies EmbeddedSite)
  }
  const ready = await host.child.message<Extract<FromShell, { type: 'ready' }>>('ready')
  if (!ready.url) throw new Error('the host did not say where it listens')
  host.url = ready.url
  return host
}

export interface WallStandOptions {
  readonly site?: StartSiteOptions
  /** At the start; `kept`: that of the wall document, no flag says another. */
  readonly layout?: number | 'kept'
  readonly hostFlags?: string[]
  /** Of the host. */
  readonly env?: Readonly<Record<string, string>>
}

/** Everything that an operator's wall needs, real: site with cameras and LiveKit, host, Chromium, page. */
export class WallStand {
  readonly site: TestSite
  readonly host: TestHost
  readonly browser: SharedBrowser

  constructor(site: TestSite, host: TestHost, browser: SharedBrowser) {
    this.site = site
    this.host = host
    this.browser = browser
  }

  static async start(options: WallStandOptions = {}): Promise<WallStand> {
    const layout = options.layout ?? 9
    // Of its own accord camera 4 has no footage around a change of the clock, which today may be.
    const flags = [
      ...oneGap(4, { agoMs: 3 * 3_600_000, lengthMs: 60_000 }).flags,
      ...(options.site?.flags ?? []),
    ]
    const site = startSite({ footageDir, ...options.site, flags })
    const hostFlags = [
      ...(layout === 'kept' ? [] : ['--layout', String(layout)]),
      ...(options.hostFlags ?? []),
    ]
    return new WallStand(
      ...(await Promise.all([
        site,
        startHost({ site, flags: hostFlags, env: options.env }),
        sharedBrowser(),
      ])),
    )
  }

  /** `prepare`: before the page is loaded. */
  async open({
    viewport = { width: 1280, height: 720 },
    monitor = 1,
    prepare = async (_context: BrowserContext): Promise<unknown> => undefined,
  } = {}): Promise<WallPage> {
    const context = await this.browser.newContext({ viewport })
    await prepare(context)
    const wall = new WallPage(await context.newPage())
    const url = new URL(this.host.url)
    if (monitor !== 1) url.searchParams.set('monitor', String(monitor))
    await wall.open(url.href)
    return wall
  }

  async dispose(): Promise<void> {
    await this.browser.close()
    await this.host.stop()
    await this.site.stop()
  }
}
