import { ok } from '#contract/result.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import type { SettingsStore, StoredState } from './settings-store.ts'

/** For tests, and for a wall that shall leave nothing behind. */
export class MemorySettings implements SettingsStore {
  state: StoredState
  readonly notices: readonly string[] = []

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
      ...initial,
    }
  }

  async save(change: Partial<StoredState>) {
    this.state = { ...this.state, ...change }
    return ok(undefined)
  }

  async dispose(): Promise<void> {}
}
