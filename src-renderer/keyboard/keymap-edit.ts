import { parseJsonFile } from '#contract/json.ts'
import { type Keymap as KeymapSetting, keymapSchema } from '#contract/wall/settings.ts'
import { z } from 'zod'
import { type ActionName, actionNames, actionOf, grammarChords, lentChords } from './actions.ts'
import { buildKeymap } from './keymap.ts'
import { chordWords, parseChord } from './keystroke.ts'
import { t } from '../language/language.ts'

/** As many as the settings keep. */
const MAX_CHORDS_AN_ACTION = 4

/** What a new chord for an action would do; `keymap` is what to keep. */
export type Assignment =
  | { readonly outcome: 'free'; readonly keymap: KeymapSetting }
  /** Another action has the chord and loses it by `keymap`. */
  | { readonly outcome: 'taken'; readonly by: ActionName; readonly keymap: KeymapSetting }
  | { readonly outcome: 'refused'; readonly reason: string }

/** Assigns a chord to an action, in place of its chords or in addition to them. */
export function assignChord(
  setting: KeymapSetting,
  action: ActionName,
  chord: string,
  how: 'replace' | 'add',
): Assignment {
  const { actionByChord, chordsByAction } = buildKeymap(setting)
  const by = actionByChord.get(chord)
  const own = chordsByAction.get(action) ?? []
  const kept = how === 'replace' ? [] : own.filter((one) => one !== chord)
  if (parseChord(chord) !== chord)
    return refused(t('keyboard.keymapEdit.cannotBeKeptAsKey', { chord: chordWords(chord) }))
  if (grammarChords.has(chord) && !lentChords.has(chord))
    return refused(t('keyboard.keymapEdit.belongsCameraNumbersPressAnother', { chord: chordWords(chord) }))
  if (by !== undefined && actionOf(by).fixed === true)
    return refused(t('keyboard.keymapEdit.alwaysOpensWindowPressAnother', { chord: chordWords(chord) }))
  if (kept.length >= MAX_CHORDS_AN_ACTION) {
    const most = { MAXCHORDSANACTION: MAX_CHORDS_AN_ACTION }
    return refused(t('keyboard.keymapEdit.commandHasKeysAlready', most))
  }
  const keymap = withChords(setting, action, [...kept, chord])
  if (by === undefined || by === action) return { outcome: 'free', keymap }
  const left = (chordsByAction.get(by) ?? []).filter((one) => one !== chord)
  return { outcome: 'taken', by, keymap: withChords(keymap, by, left) }
}

const refused = (reason: string): Assignment => ({ outcome: 'refused', reason })

/** Default chords are not kept in the settings. */
export function withChords(
  setting: KeymapSetting,
  action: ActionName,
  chords: readonly string[],
): KeymapSetting {
  const { [action]: _, ...others } = setting
  const isDefault = chords.join(' ') === actionOf(action).chords.join(' ')
  return isDefault ? others : { ...others, [action]: [...chords] }
}

/** Gives an action its default chords back; other actions that have one of them lose it. */
export function resetAction(setting: KeymapSetting, action: ActionName): KeymapSetting {
  let reset = withChords(setting, action, actionOf(action).chords)
  for (const [other, chords] of Object.entries(reset)) {
    const name = actionNames.find((known) => known === other)
    if (name === undefined || !chords.some((chord) => actionOf(action).chords.includes(chord))) continue
    reset = withChords(
      reset,
      name,
      chords.filter((chord) => !actionOf(action).chords.includes(chord)),
    )
  }
  return reset
}

/**
 * A CCTV keyboard that reports itself as a USB keyboard and types: digits, `.` `/` `*` `+` `-` and Enter of a number
 * pad, which the grammar takes as they are, and F1 to F12 on its function keys. One that reports itself as a game
 * controller, or speaks a serial protocol, types nothing. The keys of an ordinary keyboard stay.
 */
const cctvFunctionKeys: Readonly<Record<string, ActionName>> = {
  F1: 'help',
  F2: 'layout',
  F3: 'replay',
  F4: 'goLive',
  F5: 'playPause',
  F6: 'jumpBack',
  F7: 'jumpOn',
  F8: 'acknowledgeAlarm',
  F9: 'alarms',
  F10: 'saveSnapshot',
  F12: 'mark',
}

/** Adds the function keys of a CCTV keyboard; one that another command has stays with it. */
export function withCctvKeys(setting: KeymapSetting): KeymapSetting {
  return Object.entries(cctvFunctionKeys).reduce((keymap, [key, action]) => {
    const assigned = assignChord(keymap, action, key, 'add')
    return assigned.outcome === 'free' ? assigned.keymap : keymap
  }, setting)
}

/** Larger files hold no keymap. */
export const MAX_KEYMAP_FILE_BYTES = 256 * 1_024
const keymapFileSchema = z.object({
  format: z.literal('tessera-keymap'),
  version: z.literal(1),
  keymap: keymapSchema,
})

export function writeKeymapFile(keymap: KeymapSetting): string {
  const file: z.infer<typeof keymapFileSchema> = { format: 'tessera-keymap', version: 1, keymap }
  return `${JSON.stringify(file, undefined, 2)}\n`
}

/** Undefined: no keymap. */
export function readKeymapFile(text: string): KeymapSetting | undefined {
  return keymapFileSchema.safeParse(parseJsonFile(text)).data?.keymap
}
