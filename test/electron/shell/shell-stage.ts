/* oxlint-disable typescript/no-unsafe-type-assertion -- what crosses two processes has lost its types */
import { randomInt } from 'node:crypto'
import type { CallInput, CallName, CallOutput, PushName, PushPayload } from '#contract/wall/calls.ts'
import type { Result } from '#contract/result.ts'
import type { WallError } from '#contract/errors.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { FakeWall } from '../../conformance/shell/fake-wall.ts'
import type { ShellStage } from '../../conformance/shell/wall-shell-suite.ts'
import type { ElectronApp } from '../electron-app.ts'

/**
 * The suite's stage over two other processes. What the suite does without waiting (subscribing, pushing, sending)
 * is done in its order, one after the other.
 */
export class ElectronShellStage implements ShellStage {
  readonly #app: ElectronApp
  readonly #pushes = new Map<string, (payload: unknown) => void>()
  readonly #frames = new Set<(frame: Uint8Array) => void>()
  readonly #calls: FakeWall['calls'] = []
  readonly #relays: FakeWall['relays'] = []
  #last: Promise<unknown> = Promise.resolve()
  /** The driver takes no function back from a page, so each stage has its own. */
  readonly #teller = `tellStage${randomInt(1e12)}`
  #lastId = 0

  constructor(app: ElectronApp) {
    this.#app = app
  }

  /** A fresh page on a fresh wall. */
  async start(): Promise<void> {
    const { electron, page } = this.#app
    await electron.evaluate(() => {
      globalThis.stageWall.calls.length = 0
      globalThis.stageWall.relays.length = 0
    })
    await page.exposeFunction(this.#teller, (what: string, payload: unknown) => this.#hear(what, payload))
    await page.reload()
    await page.evaluate((teller) => {
      window.tellTest = (what, payload) =>
        (window as unknown as Record<string, Window['tellTest']>)[teller]?.(what, payload) ??
        Promise.resolve()
      window.pageShell.relay.onFrame((frame) => {
        // Text is what crosses to the driver quickly.
        const letters = Array.from(frame, (byte) => String.fromCharCode(byte))
        void window.tellTest('relay', btoa(letters.join('')))
      })
    }, this.#teller)
  }

  readonly wall: ShellStage['wall'] = {
    calls: this.#calls,
    relays: this.#relays,
    push: <Name extends PushName>(name: Name, payload: PushPayload<Name>) =>
      this.#inOrder(() =>
        this.#app.electron.evaluate(
          (_electron, [pushed, value]) => globalThis.stageWall.push(pushed, value as PushPayload<PushName>),
          [name, payload] as [PushName, unknown],
        ),
      ),
  }

  readonly shell: WallShell = {
    call: async <Name extends CallName>(name: Name, input: CallInput<Name>) => {
      await this.#last
      const result = await this.#app.page.evaluate(
        ([called, value]) => window.pageShell.call(called as CallName, value as CallInput<CallName>),
        [name, input] as [string, unknown],
      )
      await this.#look()
      return result as Result<CallOutput<Name>, WallError>
    },
    subscribe: (name, listener) => {
      const id = String(++this.#lastId)
      this.#pushes.set(id, listener as (payload: unknown) => void)
      this.#inOrder(() =>
        this.#app.page.evaluate(
          ([pushed, key]) => {
            window.stops[key] = window.pageShell.subscribe(
              pushed,
              (payload) => void window.tellTest(key, payload),
            )
          },
          [name, id] as const,
        ),
      )
      return () => this.#inOrder(() => this.#app.page.evaluate((key) => window.stops[key]?.(), id))
    },
    onLink: () => () => {},
    relay: {
      send: (frame) =>
        this.#inOrder(() =>
          this.#app.page.evaluate(
            (bytes) =>
              window.pageShell.relay.send(Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))),
            Buffer.from(frame).toString('base64'),
          ),
        ),
      onFrame: (listener) => {
        this.#frames.add(listener)
        return () => this.#frames.delete(listener)
      },
    },
  }

  async dispose(): Promise<void> {
    await this.#last
  }

  #inOrder(act: () => Promise<unknown>): void {
    this.#last = this.#last.then(act)
  }

  async #hear(what: string, payload: unknown): Promise<void> {
    if (what !== 'relay') return this.#pushes.get(what)?.(payload)
    if (this.#relays.length === 0) await this.#look()
    for (const listener of this.#frames) listener(Uint8Array.from(Buffer.from(payload as string, 'base64')))
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
