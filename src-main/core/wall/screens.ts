import type { ScreensMode } from '#contract/wall/monitors.ts'
import type { WallSettings } from '#contract/wall/settings.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { StoredScreens } from '../settings/stored-schema.ts'

export interface ScreensOptions {
  /** From the command line. */
  readonly launch: ScreensMode | undefined
  readonly settings: Pick<SettingsStore, 'state'>
  readonly keep: (change: { readonly screens: StoredScreens }) => Promise<void>
  readonly saveSettings: (settings: WallSettings) => Promise<unknown>
}

/** The screens mode of this run, and what is remembered about displays. */
export class Screens {
  readonly #options: ScreensOptions
  readonly #listeners = new Set<(mode: ScreensMode) => void>()
  #publishedMode: ScreensMode

  constructor(options: ScreensOptions) {
    this.#options = options
    this.#publishedMode = this.mode
  }

  /** From the command line, else from the settings. */
  get mode(): ScreensMode {
    return this.#options.launch ?? this.#options.settings.state.settings.screens
  }

  get stored(): StoredScreens {
    return this.#options.settings.state.screens
  }

  settingsChanged(): void {
    if (this.mode === this.#publishedMode) return
    this.#publishedMode = this.mode
    for (const listener of this.#listeners) listener(this.mode)
  }

  /** Another mode was chosen. Returns the function that unsubscribes. */
  onMode(listener: (mode: ScreensMode) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** For the settings, as if chosen on a page. */
  choose(screens: ScreensMode): void {
    void this.#options.saveSettings({ ...this.#options.settings.state.settings, screens })
  }

  keep(screens: StoredScreens): void {
    void this.#options.keep({ screens })
  }
}
