import type { WallSettings } from '#contract/wall/settings.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { SessionStore } from './session-store.ts'
import { errorWords } from '../language/error-words.ts'

export interface SavesSettings {
  readonly shell: Pick<WallShell, 'call'>
  readonly session: SessionStore
}

/** The last change of each page. */
const lastSaves = new WeakMap<SessionStore, Promise<unknown>>()

/**
 * Changes some of the settings, here as soon as they are kept. Resolves with a sentence when they could not be. One
 * change waits for the one before, since all settings are sent: a key pressed twice would otherwise count once.
 */
export function saveSettings(
  options: SavesSettings,
  change: (settings: WallSettings) => Partial<WallSettings>,
): Promise<string | undefined> {
  const before = lastSaves.get(options.session) ?? Promise.resolve()
  const saved = before.then(() => save(options, change))
  lastSaves.set(
    options.session,
    saved.catch(() => undefined),
  )
  return saved
}

async function save(
  { shell, session }: SavesSettings,
  change: (settings: WallSettings) => Partial<WallSettings>,
): Promise<string | undefined> {
  const { settings } = session.getState()
  const answer = await shell.call('settings.save', { ...settings, ...change(settings) })
  if (!answer.ok) return errorWords(answer.error)
  session.actions.setSettings(answer.value)
  return undefined
}
