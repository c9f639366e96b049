import { type WallError, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { UpdatedElsewhere, UpdateSettings, UpdateState } from '#contract/wall/updates.ts'
import type { AreaLog } from '../log/logger.ts'
import { type Random, readingReader, type Time } from '../time.ts'
import {
  CHECK_AFTER_FAILURE_IN_MS,
  CHECK_EVERY_MS,
  CHECK_JITTER,
  CHECK_LIMIT_MS,
  DOWNLOAD_SILENCE_MS,
  FIRST_CHECK_IN_MS,
  IDLE_BEFORE_INSTALL_MS,
  LOOK_EVERY_MS,
} from './defaults.ts'

/** How this installation gets newer versions. */
export type UpdateSource =
  | { readonly by: UpdatedElsewhere }
  | {
      readonly by: 'itself'
      /** Called at the first check, never at a start. */
      readonly openFeed: () => Promise<Result<UpdateFeed, WallError>>
      /** Milliseconds since the last input of keyboard or pointer. */
      readonly idleMs: () => number
    }

interface UpdatesOptions extends Time {
  readonly source: UpdateSource
  readonly settings: () => UpdateSettings
  /** An export runs, which a restart would end. */
  readonly isBusy: () => boolean
  readonly random: Random
  readonly log: AreaLog
  readonly zone?: string
}

/** Looks for newer versions, loads them in the background and installs them when the policy or the operator says so. */
export class Updates {
  readonly #options: UpdatesOptions
  readonly #listeners = new Set<(state: UpdateState) => void>()
  #state: UpdateState
  #nextCheckAtMs: number
  /** The one that looks. */
  #feed: UpdateFeed | undefined
  /** The one that has loaded what is ready. */
  #loaded: UpdateFeed | undefined
  #checking: Promise<Result<undefined, WallError>> | undefined
  #stopLooking = (): void => undefined

  constructor(options: UpdatesOptions) {
    this.#options = options
    const { source, clock, random } = options
    this.#nextCheckAtMs = clock.monotonicMs() + FIRST_CHECK_IN_MS * (1 + random())
    this.#state = source.by === 'itself' ? { state: 'none' } : { state: 'elsewhere', by: source.by }
    if (source.by === 'itself') this.#lookLater()
  }

  get state(): UpdateState {
    return this.#state
  }

  /** Returns the function that unsubscribes. */
  onChange(listener: (state: UpdateState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Looks now and loads what it finds. Calls meanwhile share the one that is under way. */
  check(): Promise<Result<undefined, WallError>> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  /** Installs what is loaded and restarts. Called for the operator or for the policy, never on its own. */
  async install(): Promise<Result<undefined, WallError>> {
    const { state } = this
    if (state.state !== 'ready' || this.#loaded === undefined) return fail(wallError('update_not_ready'))
    this.#options.log.info('Installing an update.', { version: state.version })
    this.#change({ state: 'installing', version: state.version })
    const installed = await this.#loaded.install()
    if (!installed.ok) this.#failed(installed.error)
    return installed
  }

  dispose(): void {
    this.#stopLooking()
    this.#listeners.clear()
  }

  #lookLater(): void {
    this.#stopLooking = this.#options.timers.after(LOOK_EVERY_MS, () => {
      this.#look()
      this.#lookLater()
    })
  }

  #look(): void {
    const { source, settings, isBusy, clock, zone } = this.#options
    if (source.by !== 'itself') return
    const step = nextUpdateStep({
      settings: settings(),
      wallMs: clock.wallMs(),
      zone,
      idleMs: source.idleMs(),
      isReady: this.#state.state === 'ready',
      isBusy: isBusy(),
      isCheckDue: this.#mayCheck && clock.monotonicMs() >= this.#nextCheckAtMs,
    })
    if (step === 'check') void this.check()
    if (step === 'install') void this.install()
  }

  get #mayCheck(): boolean {
    return this.#state.state === 'none' || this.#state.state === 'ready'
  }

  async #check(): Promise<Result<undefined, WallError>> {
    const { source, clock, log } = this.#options
    if (source.by !== 'itself') return fail(wallError('update_elsewhere'))
    if (!this.#mayCheck) return ok(undefined)
    const before = this.#state
    const opened = this.#feed === undefined ? await source.openFeed() : ok(this.#feed)
    if (!opened.ok) return this.#failed(opened.error)
    const feed = opened.value
    this.#feed = feed
    const found = await this.#answer(feed, CHECK_LIMIT_MS, () => feed.check())
    // What was ready is being installed.
    if (this.#state !== before) return ok(undefined)
    if (!found.ok) return this.#failed(found.error)
    const version = found.value
    if (version === undefined || (before.state === 'ready' && version === before.version)) {
      this.#plan(false)
      if (before.state === 'none') this.#change({ state: 'none', checkedAtMs: clock.wallMs() })
      return ok(undefined)
    }
    log.info('Loading an update.', { version })
    this.#change({ state: 'loading', version })
    const loaded = await this.#answer(feed, DOWNLOAD_SILENCE_MS, (onProgress) => feed.download(onProgress))
    if (!loaded.ok) return this.#failed(loaded.error)
    log.info('An update is ready.', { version })
    // A wall that runs for weeks installs the newest version, not the first that came.
    this.#plan(false)
    this.#loaded = feed
    this.#change({ state: 'ready', version })
    return ok(undefined)
  }

  /** A server that says nothing is given up, or no look would ever come again. Each progress begins the limit anew. */
  async #answer<Value>(
    feed: UpdateFeed,
    limitInMs: number,
    ask: (onProgress: () => void) => Promise<Result<Value, WallError>>,
  ): Promise<Result<Value, WallError>> {
    const { promise: silence, resolve } = Promise.withResolvers<Result<Value, WallError>>()
    const listen = () =>
      this.#options.timers.after(limitInMs, () => {
        isOver = true
        feed.giveUp()
        // It would join its next look to the one that is never answered.
        this.#feed = undefined
        resolve(fail(wallError('update_unreachable')))
      })
    let isOver = false
    let stop = listen()
    const onProgress = () => {
      if (isOver) return
      stop()
      stop = listen()
    }
    const answer = await Promise.race([ask(onProgress), silence])
    isOver = true
    stop()
    return answer
  }

  #failed(error: WallError): Result<undefined, WallError> {
    this.#options.log.warn('No update.', { code: error.code, message: error.message })
    this.#plan(true)
    // A look that fails takes nothing away that is ready.
    if (this.#state.state !== 'ready') this.#change({ state: 'none', failure: error })
    return fail(error)
  }

  #plan(hasFailed: boolean): void {
    const { clock, random } = this.#options
    this.#nextCheckAtMs = clock.monotonicMs() + checkDelayInMs(hasFailed, random())
  }

  #change(state: UpdateState): void {
    this.#state = state
    for (const listener of this.#listeners) listener(state)
  }
}

export interface UpdateMoment {
  readonly settings: UpdateSettings
  /** Epoch milliseconds. */
  readonly wallMs: number
  /** IANA name; the zone of this computer when left out. */
  readonly zone?: string | undefined
  /** Since somebody last touched keyboard or pointer. */
  readonly idleMs: number
  /** A newer version is loaded and verified. */
  readonly isReady: boolean
  /** An export runs, which a restart would end. */
  readonly isBusy: boolean
  readonly isCheckDue: boolean
}

/**
 * What may be done now without anybody asking for it. Installing ends the program, so it happens at no other time
 * than the one that was named: a night that skips the hour is left out, one that repeats it has two of them.
 */
export function nextUpdateStep(moment: UpdateMoment): 'nothing' | 'check' | 'install' {
  const { settings, isReady, isBusy, isCheckDue, idleMs } = moment
  if (settings.mode === 'off') return 'nothing'
  const hour = new Date(readingReader(moment.zone)(moment.wallMs)).getUTCHours()
  const isItsHour = settings.mode === 'at-hour' && hour === settings.hour
  if (isReady && isItsHour && !isBusy && idleMs >= IDLE_BEFORE_INSTALL_MS) return 'install'
  return isCheckDue ? 'check' : 'nothing'
}

/** @param chance uniform in [0, 1) */
export function checkDelayInMs(hasFailed: boolean, chance: number): number {
  const delayInMs = hasFailed ? CHECK_AFTER_FAILURE_IN_MS : CHECK_EVERY_MS
  return delayInMs * (1 + CHECK_JITTER * (chance - 0.5))
}

/** Where newer versions of the installed application come from. Whatever it loads it has verified. */
export interface UpdateFeed {
  /** The version that is newer than the running one, if there is any. */
  check(): Promise<Result<string | undefined, WallError>>
  /** Loads what `check` found; nothing of the installation is touched. */
  download(onProgress: () => void): Promise<Result<undefined, WallError>>
  /** Ends a download that is under way; a look cannot be ended. This feed is not asked for another one. */
  giveUp(): void
  /** Replaces the installation and starts it again: on success this program is about to end. */
  install(): Promise<Result<undefined, WallError>>
}
