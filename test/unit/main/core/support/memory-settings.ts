import { ok } from '#contract/result.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import type { SettingsStore, StoredState } from '#main/core/settings/settings-store.ts'

/** Keeps nothing beyond its own life. */
export class MemorySettings implements SettingsStore {
  state: StoredState
  readonly notices = []

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

  async dispose(): Promise<void> {}
}
