import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import type { SettingsStore, StoredState } from '#main/core/settings/settings-store.ts'

/** Keeps nothing beyond its own life. */
export class MemorySettings implements SettingsStore {
  state: StoredState
  readonly notices = []
  readonly copies: string[] = []
  isFull = false

  constructor(initial: Partial<StoredState> = {}) {
    this.state = {
      settings: wallSettingsSchema.parse({}),
      documents: {},
      screens: { displays: [] },
      platforms: [],
      chosen: undefined,
      shown: undefined,
      shelves: {},
      knownCameras: [],
      cameraLists: {},
      evidenceFolder: undefined,
      ...initial,
    }
  }

  async save(change: Partial<StoredState>) {
    this.state = { ...this.state, ...change }
    return ok(undefined)
  }

  keepCopy(text: string) {
    return this.isFull ? fail(wallError('storage_failed')) : ok(`copy-${this.copies.push(text)}.json`)
  }

  async dispose(): Promise<void> {}
}
