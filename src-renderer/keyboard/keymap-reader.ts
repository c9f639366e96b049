import type { Keymap as KeymapSetting } from '#contract/wall/settings.ts'
import { buildKeymap, type Keymap } from './keymap.ts'

/** The keymap of the settings as they are now; built again only when they have changed. */
export function keymapReader(setting: () => KeymapSetting): () => Keymap {
  let last: { readonly setting: KeymapSetting; readonly keymap: Keymap } | undefined
  return () => {
    const now = setting()
    if (last?.setting !== now) last = { setting: now, keymap: buildKeymap(now) }
    return last.keymap
  }
}
