import type { WebContents } from 'electron'
import type { Timers } from '../core/time.ts'
import { recoveryDefaults } from './recovery-policy.ts'

/** A window's contents, as far as they are asked for a sign of life. */
export type AskedContents = Pick<
  WebContents,
  'on' | 'off' | 'executeJavaScript' | 'isDestroyed' | 'isDevToolsOpened'
>

export interface HangWatchOptions {
  readonly contents: AskedContents
  readonly timers: Timers
  /** Once; the watch goes on with the next page. */
  readonly onHung: () => void
}

/**
 * Finds out that a page is alive and does nothing: its script never returns, or it was stopped. Chromium's own
 * `unresponsive` says so only after a key or a click, and on a wall there may be none for days.
 */
export class HangWatch {
  readonly #options: HangWatchOptions
  /** Either the time to ask again, or the patience with the answer. */
  #calledOff: (() => void) | undefined
  /** Answers of a page that has gone meanwhile count for nothing. */
  #question = 0
  #isWaiting = false

  constructor(options: HangWatchOptions) {
    this.#options = options
    const { contents } = options
    contents.on('did-start-loading', this.#onLoading)
    contents.on('did-stop-loading', this.#onAlive)
    contents.on('unresponsive', this.#onUnresponsive)
    contents.on('responsive', this.#onAlive)
    contents.on('render-process-gone', this.#onGone)
    this.#onAlive()
  }

  dispose(): void {
    const { contents } = this.#options
    this.#onGone()
    contents.off('did-start-loading', this.#onLoading)
    contents.off('did-stop-loading', this.#onAlive)
    contents.off('unresponsive', this.#onUnresponsive)
    contents.off('responsive', this.#onAlive)
    contents.off('render-process-gone', this.#onGone)
  }

  readonly #onAlive = (): void => {
    this.#isWaiting = false
    this.#question += 1
    this.#next(recoveryDefaults.askEveryMs, () => this.#ask())
  }

  readonly #onLoading = (): void => this.#wait(recoveryDefaults.loadGraceInMs)

  readonly #onUnresponsive = (): void => {
    // A page that is already being waited for gets no extra time.
    if (!this.#isWaiting) this.#wait(recoveryDefaults.hangGraceInMs)
  }

  readonly #onGone = (): void => {
    this.#isWaiting = false
    this.#question += 1
    this.#calledOff?.()
  }

  #ask(): void {
    const { contents } = this.#options
    if (contents.isDestroyed()) return
    this.#wait(recoveryDefaults.hangGraceInMs)
    const question = this.#question
    const answered = (): void => {
      if (question === this.#question) this.#onAlive()
    }
    // A refusal is a sign of life, too.
    contents.executeJavaScript('0').then(answered, answered)
  }

  #wait(graceInMs: number): void {
    this.#isWaiting = true
    this.#question += 1
    this.#next(graceInMs, () => {
      const { contents, onHung } = this.#options
      // A programmer at a breakpoint.
      if (contents.isDestroyed() || contents.isDevToolsOpened()) return this.#onAlive()
      this.#onGone()
      onHung()
    })
  }

  #next(delayInMs: number, run: () => void): void {
    this.#calledOff?.()
    this.#calledOff = this.#options.timers.after(delayInMs, run)
  }
}
