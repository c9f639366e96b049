import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wallError, type WallError } from '#contract/errors.ts'
import { exactMessage, type ExactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { codeOf } from '#contract/thrown.ts'
import type { AreaLog } from '../log/logger.ts'
import { backoffInMs, instantName, type Time } from '../time.ts'
import { SAVE_DELAY_IN_MS, SAVE_RETRY } from './defaults.ts'
import type { StoredState } from './settings-store.ts'
import { StateFile, type StateFileOptions } from './state-file.ts'
import { readCameras, readSettings, writeCameras, writeSettings } from './stored-schema.ts'

export interface FileSettingsOptions extends Pick<StateFileOptions, 'folder' | 'write'>, Time {
  readonly log: AreaLog
}

type FileName = 'settings' | 'cameras'
const inCameras: ReadonlySet<string> = new Set(['knownCameras', 'cameraLists'])
type Waiter = (result: Result<undefined, WallError>) => void

/**
 * What a wall remembers between two runs, keys excepted. Reading is from memory and always works.
 * Two files: `settings.json` is small and written often, `cameras.json` may be large and seldom changes.
 */
export class FileSettings {
  /** About what was found damaged at start. */
  readonly notices: readonly ExactMessage[]
  readonly #options: FileSettingsOptions
  readonly #files: Readonly<Record<FileName, StateFile>>
  #current: StoredState
  readonly #dirty = new Set<FileName>()
  #waiters: Waiter[] = []
  #failures = 0
  #cancelTimer: (() => void) | undefined

  constructor(options: FileSettingsOptions) {
    const nowMs = options.clock.wallMs()
    const open = (name: FileName) => new StateFile({ ...options, name, nowMs })
    this.#options = options
    this.#files = { settings: open('settings'), cameras: open('cameras') }
    const settings = readSettings(this.#files.settings.content)
    const cameras = readCameras(this.#files.cameras.content)
    this.#current = { ...settings.value, ...cameras.value }
    this.notices = [
      ...this.#files.settings.report(settings.lost),
      ...this.#files.cameras.report(cameras.lost),
    ]
    for (const { message } of this.notices) options.log.warn(message)
  }

  get state(): StoredState {
    return this.#current
  }

  /**
   * In memory at once, on the disk soon: several saves in a row are one write, and the result is that write's.
   * `storage_failed` is tried again until it works; nothing is lost while the program runs.
   */
  save(change: Partial<StoredState>): Promise<Result<undefined, WallError>> {
    this.#current = { ...this.#current, ...change }
    for (const name of Object.keys(change)) this.#dirty.add(inCameras.has(name) ? 'cameras' : 'settings')
    return new Promise((resolve) => {
      this.#waiters.push(resolve)
      this.#writeIn(SAVE_DELAY_IN_MS)
    })
  }

  /** Keeps a text beside the settings, under the name that is the answer. */
  keepCopy(text: string): Result<string, WallError> {
    const { folder, clock } = this.#options
    const name = `settings.before-${instantName(clock.wallMs())}.json`
    try {
      writeFileSync(join(folder, name), text, { mode: 0o600, flush: true })
      return ok(name)
    } catch (thrown) {
      return fail(notWritten(thrown))
    }
  }

  /** Writes what is pending and stops. */
  async dispose(): Promise<void> {
    this.#cancelTimer?.()
    this.#write()
    this.#cancelTimer?.()
  }

  #writeIn(delayInMs: number): void {
    this.#cancelTimer?.()
    this.#cancelTimer = this.#options.timers.after(delayInMs, () => this.#write())
  }

  #write(): void {
    this.#cancelTimer = undefined
    const result = this.#writeDirty()
    for (const waiter of this.#waiters.splice(0)) waiter(result)
    if (result.ok) {
      this.#failures = 0
      return
    }
    this.#failures += 1
    this.#writeIn(backoffInMs(SAVE_RETRY, this.#failures, () => 0))
  }

  #writeDirty(): Result<undefined, WallError> {
    try {
      for (const name of this.#dirty) {
        this.#files[name].write(
          name === 'settings' ? writeSettings(this.#current) : writeCameras(this.#current),
        )
        this.#dirty.delete(name)
      }
      return ok(undefined)
    } catch (thrown) {
      const error = notWritten(thrown)
      // Once for each outage of the disk, not once for each try.
      if (this.#failures === 0) this.#options.log.error(error.message)
      return fail(error)
    }
  }
}

function notWritten(thrown: unknown): WallError {
  const reason = codeOf(thrown)
  return wallError(
    'storage_failed',
    reason === '' ? undefined : exactMessage('settings_not_written', { reason }),
  )
}
