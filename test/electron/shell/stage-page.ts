/* oxlint-disable typescript/no-unsafe-type-assertion -- what crosses two processes has lost its types */
import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { CallInput, CallName, CallOutput } from '#contract/wall/calls.ts'
import type { Result } from '#contract/result.ts'
import type { WallError } from '#contract/errors.ts'
import type { WallShell } from '#contract/wall/shell.ts'

/** What the stage does for its pages: one thing after the other, and a look at main where the suite may want one. */
export interface StageOptions {
  inOrder(act: () => Promise<unknown>): void
  settled(): Promise<unknown>
  look(): Promise<void>
}

/** A page's shell, reached from another process. */
export class StagePage {
  readonly #page: Page
  readonly #options: StageOptions
  readonly #pushes = new Map<string, (payload: unknown) => void>()
  readonly #frames = new Set<(frame: Uint8Array) => void>()
  /** The driver takes no function back from a page, so each stage has its own. */
  readonly #binding = `stageBinding${randomInt(1e12)}`
  #lastId = 0

  constructor(page: Page, options: StageOptions) {
    this.#page = page
    this.#options = options
  }

  /** Loads the page anew. */
  async start(): Promise<void> {
    const page = this.#page
    await page.exposeFunction(this.#binding, (what: string, payload: unknown) =>
      this.#onMessage(what, payload),
    )
    await page.reload()
    await page.evaluate((binding) => {
      window.sendToTest = (what, payload) =>
        (window as unknown as Record<string, Window['sendToTest']>)[binding]?.(what, payload) ??
        Promise.resolve()
      window.pageShell.relay.onFrame((frame) => {
        // Text is what crosses to the driver quickly.
        const letters = Array.from(frame, (byte) => String.fromCharCode(byte))
        void window.sendToTest('relay', btoa(letters.join('')))
      })
    }, this.#binding)
  }

  readonly shell: WallShell = {
    call: async <Name extends CallName>(name: Name, input: CallInput<Name>) => {
      await this.#options.settled()
      const result = await this.#page.evaluate(
        ([called, value]) => window.pageShell.call(called as CallName, value as CallInput<CallName>),
        [name, input] as [string, unknown],
      )
      await this.#options.look()
      return result as Result<CallOutput<Name>, WallError>
    },
    subscribe: (name, listener) => {
      const id = String(++this.#lastId)
      this.#pushes.set(id, listener as (payload: unknown) => void)
      this.#options.inOrder(() =>
        this.#page.evaluate(
          ([pushed, key]) => {
            window.stops[key] = window.pageShell.subscribe(
              pushed,
              (payload) => void window.sendToTest(key, payload),
            )
          },
          [name, id] as const,
        ),
      )
      return () => this.#options.inOrder(() => this.#page.evaluate((key) => window.stops[key]?.(), id))
    },
    onLink: () => () => {},
    relay: {
      send: (frame) =>
        this.#options.inOrder(() =>
          this.#page.evaluate(
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

  async #onMessage(what: string, payload: unknown): Promise<void> {
    if (what !== 'relay') return this.#pushes.get(what)?.(payload)
    await this.#options.look()
    for (const listener of this.#frames) listener(Uint8Array.from(Buffer.from(payload as string, 'base64')))
  }
}
