import type { RenderProcessGoneDetails, WebContents } from 'electron'
import type { Notice } from '#contract/exact-words.ts'
import type { AreaLog } from '../core/log/logger.ts'
import type { Time } from '../core/time.ts'
import {
  endsInARow,
  type PageEnd,
  type PageEndReason,
  recovered,
  recoveryAfter,
  recoveryDefaults,
} from './recovery-policy.ts'
import { type AskedContents, HangWatch } from './recovery-hang-watch.ts'

export interface CrashRecoveryOptions extends Time {
  readonly log: AreaLog
  readonly kill: (pid: number) => void
  /** For the page that comes back: what happened, in words. */
  readonly leaveNotice: (monitor: number, notice: Notice) => void
}

/** `BrowserWindow`, as far as it is watched here. */
export interface WatchedWindow {
  readonly webContents: AskedContents &
    Pick<WebContents, 'reload' | 'forcefullyCrashRenderer' | 'getOSProcessId'>
  isDestroyed(): boolean
}

export interface WatchOptions {
  /** Its history goes on in the window that replaces this one. */
  readonly monitor: number
  readonly window: WatchedWindow
  /** Destroys the window and opens, and has watched, another one in its place. */
  readonly recreate: () => void
}

/** Arguments of `did-fail-load`: event, Chromium's net error, its name, the address, whether it is the main frame. */
type LoadFailure = [event: unknown, code: number, why: string, url: string, isMainFrame: boolean]

/** A load that another one has replaced. */
const ABORTED = -3

interface Watch {
  readonly end: (reason: PageEndReason) => void
  readonly stop: () => void
}

/** Brings back the page of a window that did not load, or whose renderer has died or hangs, for as long as the window is there. */
export class CrashRecovery {
  readonly #options: CrashRecoveryOptions
  readonly #ends = new Map<number, readonly PageEnd[]>()
  readonly #watches = new Set<Watch>()

  constructor(options: CrashRecoveryOptions) {
    this.#options = options
  }

  /** Returns the function that ends the watch; a window that is closed on purpose ends with it. */
  watch({ monitor, window, recreate }: WatchOptions): () => void {
    const { log, timers, clock } = this.#options
    const { webContents: contents } = window
    let cancel: (() => void) | undefined
    let cancelKill: (() => void) | undefined
    /** Why we ended the page ourselves. */
    let because: PageEndReason | undefined
    const onEnd = (reason: PageEndReason, about: { exitCode?: number; why?: string }): void => {
      cancel?.()
      const recovery = this.#ended(monitor, { reason, atMs: clock.monotonicMs() })
      if (recovery.how === 'nothing') return
      const { how, delayInMs } = recovery
      log.warn('A page has stopped.', { monitor, reason, ...about, how, delayInMs })
      this.#options.leaveNotice(monitor, recovered(reason, new Date(clock.wallMs())))
      cancel = timers.after(delayInMs, () => {
        if (window.isDestroyed()) return
        if (how === 'reload') contents.reload()
        else recreate()
      })
    }
    const onGone = (_event: unknown, { reason, exitCode }: RenderProcessGoneDetails): void => {
      const last = because ?? reason
      because = undefined
      onEnd(last, { exitCode })
    }
    const onLoadFailed = (...[, code, why, , isMainFrame]: LoadFailure): void => {
      if (isMainFrame && code !== ABORTED) onEnd('load-failed', { why })
    }
    // A page that is not found is loaded all the same, as that answer.
    const onNavigated = (_event: unknown, _url: string, status: number): void => {
      if (status >= 400) onEnd('load-failed', { why: String(status) })
    }
    // Also after a reload by hand, which was quicker.
    const onLoading = (): void => {
      cancel?.()
      because = undefined
    }
    const end = (reason: PageEndReason): void => {
      log.warn('A page is ended to be loaded again.', { monitor, reason })
      because = reason
      // 0 is no process, and to a signal our own and all of its group: then the page is on its way back already.
      const pid = contents.getOSProcessId()
      cancelKill?.()
      cancelKill = timers.after(recoveryDefaults.killAfterMs, () => {
        if (pid > 0 && !window.isDestroyed() && contents.getOSProcessId() === pid) this.#options.kill(pid)
      })
      // On Linux the process is only asked to, which one that was stopped does not hear.
      contents.forcefullyCrashRenderer()
    }
    const hangs = new HangWatch({ contents, timers, onHung: () => end('hung') })
    contents.on('did-start-loading', onLoading)
    contents.on('render-process-gone', onGone)
    contents.on('did-fail-load', onLoadFailed)
    contents.on('did-navigate', onNavigated)
    const stop = (): void => {
      if (!this.#watches.delete(watch)) return
      cancel?.()
      cancelKill?.()
      hangs.dispose()
      contents.off('did-start-loading', onLoading)
      contents.off('render-process-gone', onGone)
      contents.off('did-fail-load', onLoadFailed)
      contents.off('did-navigate', onNavigated)
      contents.off('destroyed', stop)
    }
    contents.on('destroyed', stop)
    const watch = { end, stop }
    this.#watches.add(watch)
    return stop
  }

  /**
   * Chromium's network process has died. It comes back by itself, the sockets of the pictures do not. A mere reload
   * would hang in taking them down.
   */
  networkLost(): void {
    for (const { end } of this.#watches) end('network-lost')
  }

  dispose(): void {
    for (const { stop } of this.#watches) stop()
  }

  #ended(monitor: number, end: PageEnd): ReturnType<typeof recoveryAfter> {
    const ends = endsInARow([...(this.#ends.get(monitor) ?? []), end], end.atMs)
    this.#ends.set(monitor, ends)
    return recoveryAfter(ends, end.atMs)
  }
}
