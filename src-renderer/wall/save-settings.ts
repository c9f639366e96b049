import type { SettingsChange, WallSettings } from '#contract/wall/settings.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { SessionStore } from './session-store.ts'
import { errorWords } from '../language/error-words.ts'
import { t } from '../language/language.ts'

export interface SavesSettings {
  readonly shell: Pick<WallShell, 'call'>
  readonly session: SessionStore
}

/** The members to change, or a sentence why they cannot be changed. */
export type ChangeSettings = (settings: WallSettings) => Partial<WallSettings> | string

/** Each refused try means a change by hand on another monitor. */
const MOST_TRIES = 20

/** The last change of each page. */
const lastSaves = new WeakMap<SessionStore, Promise<unknown>>()

/**
 * Changes some of the settings, here as soon as they are kept. Resolves with a sentence when they could not be. `change`
 * is asked when those before it are done, and once more when another monitor was faster: what it makes has to be made
 * of what it is given.
 */
export function saveSettings(options: SavesSettings, change: ChangeSettings): Promise<string | undefined> {
  const before = lastSaves.get(options.session) ?? Promise.resolve()
  const saved = before.then(() => save(options, change))
  lastSaves.set(
    options.session,
    saved.catch(() => undefined),
  )
  return saved
}

async function save({ shell, session }: SavesSettings, change: ChangeSettings): Promise<string | undefined> {
  let { settings } = session.getState()
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const to = change(settings)
    if (typeof to === 'string') return to
    const answer = await shell.call('settings.save', { from: sameMembers(settings, to), to })
    if (!answer.ok) return errorWords(answer.error)
    settings = answer.value.settings
    session.actions.setSettings(settings)
    if (answer.value.isKept) return undefined
  }
  throw new Error(`settings were refused ${MOST_TRIES} times`)
}

/**
 * A sentence when what is kept is not the form's: its other fields would put the old values back.
 * @param own what the form was opened with, and all that it has sent since: main has what the disk has refused
 */
export function changedElsewhere(own: readonly unknown[], kept: unknown): string | undefined {
  const text = JSON.stringify(kept)
  return own.some((one) => JSON.stringify(one) === text) ? undefined : t('form.changedElsewhere')
}

function sameMembers(settings: WallSettings, names: Partial<WallSettings>): SettingsChange['from'] {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name in names))
}
