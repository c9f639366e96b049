import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { type StartSiteOptions, startSite, type TestSite } from '#test/conformance/start-site.ts'
import { freeTcpPort } from '#site/media/free-port.ts'
import { RoughDatagrams } from '#test/rough/rough-datagrams.ts'
import { type LineTrouble, RoughLine } from '#test/rough/rough-line.ts'
import { RoughPlatform } from '#test/rough/rough-platform.ts'
import { RoughNetwork } from '#test/rough/rough-network.ts'
import { chromiumPath, launchBrowser } from '#test/stand/browser.ts'
import { bundle } from '#test/stand/bundle.ts'
import { limitMemory, makeReadOnly } from '#test/stand/scarce-machine.ts'
import { TurnServer, turnSecret } from '#test/stand/turn-server.ts'
import { WallPage } from '#test/stand/wall-page.ts'
import { startHost, type TestHost } from '#test/stand/wall-stand.ts'
import { kindCameras, rareKeyFrameCamera, roughFootage } from './rough-footage.ts'
import { NamedServers } from './named-servers.ts'
import type { Mode, Watched, Wished } from './watch.ts'

export type Program = 'host' | 'site' | 'mediaServer'

/**
 * `tls`: the wall speaks to both servers by TLS, to the media server under a name. `network`: it stands on the other
 * side of a network that can be as bad as any; `far`: all of it passes a line that can be long; `ipv6`: it has no
 * IPv4.
 */
export const standKinds = ['plain', 'tls', 'network', 'far', 'ipv6'] as const
export type StandKind = (typeof standKinds)[number]

export const tileCount = 9
/** A wall of nine tiles in a browser, watched from its pixels, before a platform that misbehaves by rules. */
export class FaultStand {
  readonly rough: RoughPlatform
  /** To the media server's signalling; pictures go their own way. */
  readonly line: RoughLine
  readonly host: TestHost
  readonly wall: WallPage
  readonly named: NamedServers | undefined
  readonly network: RoughNetwork | undefined
  /** Of a stand of kind `far`: what pictures pass. */
  readonly #datagrams: RoughDatagrams | undefined
  readonly #turn: TurnServer | undefined
  readonly #browser: Browser
  readonly #dataDir: string
  readonly #siteOptions: StartSiteOptions
  site: TestSite
  /** A reload in the middle of a fault is no way to come back from it. */
  loads = 0
  #spare = tileCount
  /** How what was taken is given back. */
  readonly #taken: (() => void)[] = []

  private constructor(
    parts: Pick<FaultStand, 'site' | 'rough' | 'line' | 'host' | 'wall' | 'named' | 'network'> & {
      readonly browser: Browser
      readonly turn: TurnServer | undefined
      readonly datagrams: RoughDatagrams | undefined
    },
    dataDir: string,
    siteOptions: StartSiteOptions,
  ) {
    this.site = parts.site
    this.rough = parts.rough
    this.line = parts.line
    this.host = parts.host
    this.wall = parts.wall
    this.named = parts.named
    this.network = parts.network
    this.#turn = parts.turn
    this.#datagrams = parts.datagrams
    this.#browser = parts.browser
    this.#dataDir = dataDir
    this.#siteOptions = siteOptions
  }

  static async start(seed: number, kind: StandKind = 'plain'): Promise<FaultStand> {
    const dataDir = await mkdtemp(join(tmpdir(), 'tessera-faults-'))
    const mediaPort = await freeTcpPort('127.0.0.1')
    const isNetwork = kind === 'network' || kind === 'far' || kind === 'ipv6'
    const network = isNetwork ? await RoughNetwork.start({ isIPv6Only: kind === 'ipv6' }) : undefined
    const turn = kind === 'network' && network ? await TurnServer.start(network.here) : undefined
    // Until a scenario opens it: a tile whose picture came over TURN by chance would be concerned by faults of TCP.
    if (turn) await network?.close(turn.port)
    const line = await RoughLine.before(mediaPort, {}, seed, network?.here)
    const named = kind === 'tls' ? await NamedServers.start(dataDir) : undefined
    const liveViewUrl =
      (await named?.liveViewUrl(line.port)) ?? `ws://${network?.reached ?? '127.0.0.1'}:${line.port}`
    const siteOptions: StartSiteOptions = {
      footageDir: await roughFootage(),
      cameras: rareKeyFrameCamera,
      dataDir: join(dataDir, 'site'),
      flags: [
        '--media-port',
        String(mediaPort),
        '--live-view-url',
        liveViewUrl,
        ...(network ? ['--bind', network.here] : []),
        ...(turn ? ['--turn', turn.url] : []),
      ],
      ...(turn && { env: { TESSERA_TURN_SECRET: turnSecret } }),
    }
    const [site, browser, watch] = await Promise.all([
      startSite(siteOptions),
      launchBrowser(await network?.around(chromiumPath())),
      // One script: the page's own policy lets none in from elsewhere.
      bundle(join(import.meta.dirname, 'watch.ts'), 'iife'),
    ])
    const rough = await RoughPlatform.start(site.baseUrl, seed, network?.here)
    const platformUrl = new URL(rough.url)
    await network?.reach(line.port, Number(platformUrl.port))
    if (network) platformUrl.hostname = network.reached
    const datagrams = kind === 'far' && network ? await longLine(network, siteOptions, seed) : undefined
    const host = await startHost({
      site: {
        baseUrl: (await named?.platformUrl(rough.url)) ?? platformUrl.origin,
        liveViewUrl,
        account: site.account,
      },
      flags: ['--layout', String(tileCount)],
      dataDir: join(dataDir, 'wall'),
      ...(named && { env: named.env }),
      ...(network && { execPath: await network.around(process.execPath) }),
    })
    const page = await browser.newPage({ viewport: { width: 1_920, height: 1_080 } })
    const wall = new WallPage(page)
    await wall.open(host.url)
    const parts = { site, rough, line, host, browser, wall, named, network, turn, datagrams }
    const stand = new FaultStand(parts, dataDir, siteOptions)
    await wall.until('LIVE', tileCount)
    page.on('load', () => {
      stand.loads += 1
    })
    await page.evaluate(watch)
    return stand
  }

  /** Its own program is what it was: pictures go on for a while without it, which would look like having survived. */
  get isHostAlive(): boolean {
    const { exitCode, signalCode } = this.host.child.process
    return exitCode === null && signalCode === null
  }

  begin(wished: Wished, mode: Mode): Promise<void> {
    return this.wall.page.evaluate(([cameras, state]) => window.faultWatch.begin(cameras, state), [
      wished,
      mode,
    ] as const)
  }

  look(): Promise<Watched> {
    return this.wall.page.evaluate(() => window.faultWatch.look())
  }

  /** A camera that has not been on the wall for the longest time. */
  nextSpare(): number {
    this.#spare = this.#spare >= kindCameras ? tileCount + 1 : this.#spare + 1
    return this.#spare
  }

  /** Signalling and pictures take this way, and answers of the platform so much time; as it was when left out. */
  setDistance(trouble: LineTrouble = {}): void {
    this.line.use(trouble)
    this.#datagrams?.use(trouble)
    const inMs = trouble.roundTripMs ?? 0
    this.rough.use(...(inMs === 0 ? [] : [{ trouble: { does: 'delay', inMs } } as const]))
  }

  /** Resolves when the platform has been asked for its cameras, and has answered or not. */
  async askForCameras(): Promise<void> {
    const { page } = this.wall
    const again = await this.wall.askForCameras()
    await again.and(page.locator(':enabled')).waitFor()
    await this.wall.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  /** Resolves once every camera has its next ticket in hand, as the engineer is told. */
  async untilTicketsInHand(): Promise<void> {
    await this.wall.press('i')
    await this.wall.page
      .getByText(/\b(\d+) of \1 cameras,/)
      .first()
      .waitFor()
    await this.wall.press('i')
  }

  /** The data folder of its own program: nothing in it can be written until `giveBack`. */
  takeFolder(): void {
    this.#taken.push(makeReadOnly(join(this.#dataDir, 'wall')))
  }

  /** So much memory beside what it has, until `giveBack`. */
  async takeMemory(of: Program, bytes: number): Promise<void> {
    this.#taken.push(limitMemory(await this.#pidOf(of), bytes))
  }

  giveBack(): void {
    for (const give of this.#taken.splice(0)) give()
  }

  async signal(to: Program, signal: NodeJS.Signals): Promise<void> {
    process.kill(await this.#pidOf(to), signal)
  }

  /** Of its own program, the platform or the media server: it opens no further file or socket until `giveHandles`. */
  async takeHandles(of: Program): Promise<void> {
    const pid = await this.#pidOf(of)
    const open = await readdir(`/proc/${pid}/fd`)
    await limitHandles(pid, Math.max(...open.map(Number)) + 1)
  }

  async giveHandles(of: Program): Promise<void> {
    const pid = await this.#pidOf(of)
    const limits = await readFile(`/proc/${pid}/limits`, 'utf8')
    await limitHandles(pid, Number(/^Max open files +\d+ +(\d+)/m.exec(limits)?.[1]))
  }

  async #pidOf(of: Program): Promise<number> {
    if (of === 'host') return this.host.child.pid
    // A platform that stands still cannot be asked for the other one.
    const pid = of === 'site' ? this.site.process.pid : await this.site.mediaServerPid()
    if (pid === undefined) throw new Error(`there is no ${of}`)
    return pid
  }

  async restartSite(): Promise<void> {
    await this.site.kill()
    this.site = await startSite({ ...this.#siteOptions, port: Number(new URL(this.site.baseUrl).port) })
  }

  async stop(): Promise<void> {
    this.giveBack()
    await this.#browser.close()
    await this.host.stop()
    await Promise.all([this.rough.stop(), this.line.dispose(), this.named?.dispose()])
    await Promise.all([this.site.stop(), this.#turn?.dispose(), this.#datagrams?.dispose()])
    await this.network?.dispose()
    await rm(this.#dataDir, { recursive: true, force: true })
  }
}

/** Before the port of the media server's pictures, which it chooses itself. */
async function longLine(
  network: RoughNetwork,
  { dataDir = '' }: StartSiteOptions,
  seed: number,
): Promise<RoughDatagrams> {
  const config = await readFile(join(dataDir, 'media/livekit.yaml'), 'utf8')
  const datagrams = await RoughDatagrams.before(
    Number(/udp_port: (\d+)/.exec(config)?.[1]),
    network.here,
    seed,
  )
  await network.lead(datagrams.port)
  return datagrams
}

/** Of the limits that a process may raise again: it is a moment, not a verdict. */
async function limitHandles(pid: number, most: number): Promise<void> {
  await promisify(execFile)('prlimit', ['--pid', String(pid), `--nofile=${most}:`])
}
