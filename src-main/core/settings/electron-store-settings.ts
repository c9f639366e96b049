import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wallError, type WallError } from '#contract/errors.ts'
import { exactMessage, type ExactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { codeOf } from '#contract/thrown.ts'
import type { AreaLog } from '../log/logger.ts'
import { backoffInMs, instantName, type Time } from '../time.ts'
import { SAVE_DELAY_IN_MS, SAVE_RETRY } from './defaults.ts'
import type { SettingsStore, StoredState } from './settings-store.ts'
import { StateFile, type StateFileOptions } from './state-file.ts'
import { readCameras, readSettings, writeCameras, writeSettings } from './stored-schema.ts'

export interface ElectronStoreSettingsOptions extends Pick<StateFileOptions, 'Store' | 'folder'>, Time {
  readonly log: AreaLog
}

type FileName = 'settings' | 'cameras'
const inCameras: ReadonlySet<string> = new Set(['knownCameras', 'cameraLists'])
type Waiter = (result: Result<undefined, WallError>) => void

/** Two files: `settings.json` is small and written often, `cameras.json` may be large and seldom changes. */
export class ElectronStoreSettings implements SettingsStore {
  readonly notices: readonly ExactMessage[]
  readonly #options: ElectronStoreSettingsOptions
  readonly #files: Readonly<Record<FileName, StateFile>>
  #current: StoredState
  readonly #dirty = new Set<FileName>()
  #waiters: Waiter[] = []
  #failures = 0
  #cancelTimer: (() => void) | undefined

  constructor(options: ElectronStoreSettingsOptions) {
    const { Store, folder, clock } = options
    const nowMs = clock.wallMs()
    const open = (name: FileName) => new StateFile({ Store, folder, name, nowMs })
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

  save(change: Partial<StoredState>): Promise<Result<undefined, WallError>> {
    this.#current = { ...this.#current, ...change }
    for (const name of Object.keys(change)) this.#dirty.add(inCameras.has(name) ? 'cameras' : 'settings')
    return new Promise((resolve) => {
      this.#waiters.push(resolve)
      this.#writeIn(SAVE_DELAY_IN_MS)
    })
  }

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
