import type { WallSettings } from '#contract/wall/settings.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { SessionStore } from './session-store.ts'
import { errorWords } from '../language/error-words.ts'

export interface SavesSettings {
  readonly shell: Pick<WallShell, 'call'>
  readonly session: SessionStore
}

/** Changes some of the settings, here as soon as they are kept. Resolves with a sentence when they could not be. */
export async function saveSettings(
  { shell, session }: SavesSettings,
  change: Partial<WallSettings>,
): Promise<string | undefined> {
  const answer = await shell.call('settings.save', { ...session.getState().settings, ...change })
  if (!answer.ok) return errorWords(answer.error)
  session.actions.setSettings(answer.value)
  return undefined
}
