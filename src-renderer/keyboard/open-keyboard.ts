import type { AreaOptions } from '../wall/area-options.ts'
import { unlistedWords } from '../wall/unlisted-words.ts'
import { contextOfWall } from './context-of-wall.ts'
import { createKeyboardStore, type KeyboardOptions } from './keyboard-store.ts'
import { keymapReader } from './keymap.ts'

export type KeyboardServices = ReturnType<typeof openKeyboard>

export function openKeyboard(area: AreaOptions, isInText: () => boolean, run: KeyboardOptions['run']) {
  const { own, wall, session, playback, zone, clock, platformClock } = area
  const context = () =>
    contextOfWall(wall.getState(), session.getState(), playback.getState(), isInText(), (camera) =>
      unlistedWords(camera, zone(), platformClock),
    )
  const keymap = keymapReader(() => session.getState().settings.keymap)
  const keyboard = createKeyboardStore({ clock, keymap, context, run })
  own(keyboard.actions)
  return { keyboard, keymap, context }
}
