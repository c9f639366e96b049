import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { TestSite } from '../conformance/start-site.ts'
import { WallPage } from '../stand/wall-page.ts'
import { ElectronApp, type LaunchOptions, startOf } from './electron-app.ts'
import { builtProduct } from './product.ts'
import { Screen } from './screen.ts'
import { findSmokeHost, type SmokeHost } from './smoke-host.ts'

/** The product with a screen and a data folder of its own. */
export class ElectronStage<Shown extends Screen = Screen> {
  readonly app = builtProduct()
  readonly host: SmokeHost
  readonly screen: Shown
  dataDir: string
  #running: ElectronApp | undefined

  constructor(host: SmokeHost, screen: Shown, dataDir: string) {
    this.host = host
    this.screen = screen
    this.dataDir = dataDir
  }

  /** What was launched last. */
  get running(): ElectronApp {
    if (this.#running === undefined) throw new Error('nothing was launched')
    return this.#running
  }

  get wall(): WallPage {
    return new WallPage(this.running.page)
  }

  async launch(
    flags: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<ElectronApp> {
    this.#running = await ElectronApp.launch(this.#options(flags, env))
    return this.#running
  }

  /** Arguments and surroundings of a start that nobody drives. */
  orderOf(flags: readonly string[], env: Readonly<Record<string, string>> = {}) {
    return startOf(this.#options(flags, env))
  }

  /** Starts it without a driver, also beside one that runs. */
  start(flags: readonly string[], surroundings: Readonly<Record<string, string>> = {}): ChildProcess {
    const { args, env } = this.orderOf(flags, surroundings)
    return spawn(this.host.executable, args, { env, stdio: process.env['LOG'] ? 'inherit' : 'ignore' })
  }

  async close(): Promise<void> {
    await this.#running?.close()
    this.#running = undefined
  }

  async dispose(): Promise<void> {
    await this.close()
    await this.screen.dispose()
    await rm(this.dataDir, { recursive: true, force: true })
  }

  #options(flags: readonly string[], env: Readonly<Record<string, string>>): LaunchOptions {
    const { host, app, screen, dataDir } = this
    return { host, app, screen, dataDir, flags, env }
  }
}

export function newDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'tessera-electron-'))
}

/** Flags of a wall that has nothing to be asked but its key. */
export function wallOf(site: Pick<TestSite, 'baseUrl' | 'liveViewUrl'>, tiles: number): string[] {
  return ['--platform', site.baseUrl, '--live-view-url', site.liveViewUrl, '--layout', String(tiles)]
}

/** A stage for the `describe` that calls this. Where there is no Electron, or for another reason, its tests are skipped. */
export function onStage(prepare: (stage: ElectronStage) => Promise<void> | void, whyNot?: string): void {
  onStageWith(() => Screen.start(), prepare, whyNot)
}

export function onStageWith<Shown extends Screen>(
  startScreen: () => Promise<Shown>,
  prepare: (stage: ElectronStage<Shown>) => Promise<void> | void,
  whyNot?: string,
): void {
  const host = findSmokeHost()
  const reason = typeof host === 'string' ? host : whyNot
  let stage: ElectronStage<Shown> | undefined
  beforeEach((context) => {
    if (reason !== undefined) context.skip(reason)
  })
  beforeAll(async () => {
    if (typeof host === 'string' || reason !== undefined) return
    const [screen, dataDir] = await Promise.all([startScreen(), newDataDir()])
    stage = new ElectronStage(host, screen, dataDir)
    await prepare(stage)
  })
  afterAll(() => stage?.dispose())
}
