/* oxlint-disable typescript/no-unsafe-type-assertion -- what crosses two processes has lost its types */
import type { Page } from 'playwright-core'
import type { PushName, PushPayload } from '#contract/wall/calls.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { FakeWall } from '../../conformance/shell/fake-wall.ts'
import type { SecondPage, ShellStage } from '../../conformance/shell/wall-shell-suite.ts'
import { type ElectronApp, untilLoaded } from '../electron-app.ts'
import { StagePage, type StageOptions } from './stage-page.ts'

/**
 * The suite's stage over two other processes. What the suite does without waiting (subscribing, pushing, sending)
 * is done in its order, one after the other.
 */
export class ElectronShellStage implements ShellStage {
  readonly shell: WallShell
  readonly #app: ElectronApp
  readonly #first: StagePage
  readonly #calls: FakeWall['calls'] = []
  readonly #relays: FakeWall['relays'] = []
  #last: Promise<unknown> = Promise.resolve()
  #second: Page | undefined

  readonly #options: StageOptions = {
    inOrder: (act) => {
      this.#last = this.#last.then(act)
    },
    settled: () => this.#last,
    look: () => this.#look(),
  }

  constructor(app: ElectronApp) {
    this.#app = app
    this.#first = new StagePage(app.page, this.#options)
    this.shell = this.#first.shell
  }

  /** A fresh page on a fresh wall. */
  async start(): Promise<void> {
    await this.#app.electron.evaluate(() => {
      globalThis.stageWall.calls.length = 0
      globalThis.stageWall.relays.length = 0
    })
    await this.#first.start()
  }

  readonly wall: ShellStage['wall'] = {
    calls: this.#calls,
    relays: this.#relays,
    push: <Name extends PushName>(name: Name, payload: PushPayload<Name>, monitor?: number) =>
      this.#options.inOrder(() =>
        this.#app.electron.evaluate(
          (_electron, [pushed, value, to]) =>
            globalThis.stageWall.push(pushed, value as PushPayload<PushName>, to),
          [name, payload, monitor] as [PushName, unknown, number | undefined],
        ),
      ),
  }

  async openSecond(): Promise<SecondPage> {
    const { electron } = this.#app
    const [page] = await Promise.all([
      electron.waitForEvent('window'),
      electron.evaluate(() => globalThis.openSecondPage()),
    ])
    this.#second = page
    // What begins by a reload would take its first load for that.
    const second = new StagePage(await untilLoaded(page), this.#options)
    await second.start()
    return { shell: second.shell, close: () => page.close() }
  }

  openMonitors(): Promise<readonly number[]> {
    return this.#app.electron.evaluate(() => globalThis.stageWall.openMonitors)
  }

  async dispose(): Promise<void> {
    await this.#last
    await this.#second?.close()
  }

  /** What main has seen, into the arrays that the suite looks at. */
  async #look(): Promise<void> {
    const seen = await this.#app.electron.evaluate(() => ({
      calls: globalThis.stageWall.calls,
      relays: globalThis.stageWall.relays.length,
    }))
    this.#calls.splice(0, this.#calls.length, ...seen.calls)
    this.#relays.splice(
      0,
      this.#relays.length,
      ...(Array.from({ length: seen.relays }, () => ({})) as FakeWall['relays']),
    )
  }
}
