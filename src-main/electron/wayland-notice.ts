import { wallError } from '#contract/errors.ts'
import type { ScreensMode } from '#contract/wall/monitors.ts'
import type { WallMain } from '../core/wall-main.ts'
import { chooseOzone, type OzoneQuestion } from './ozone.ts'

const noX11 =
  'On this Wayland session Tessera cannot say on which display a wall opens. Install Xwayland or use an X11 session, then start Tessera again.'
const startAgain =
  'On this Wayland session Tessera cannot say on which display a wall opens. Start Tessera again: it will then go through X11.'
/** A launcher keeps the process that it has started, and knows no settings. */
const launchAgain = (mode: ScreensMode): string =>
  `On this Wayland session Tessera cannot say on which display a wall opens. Start it by npm start -- --screens ${mode}: it will then go through X11.`

/** Says so, at start and whenever another screens mode is chosen, where walls may open on the wrong displays. */
export function warnOfWayland(
  wall: Pick<WallMain, 'screens' | 'notify' | 'leaveNotice'>,
  { platform, env, argv, connected }: Omit<OzoneQuestion, 'mode'> & { readonly connected: boolean },
): () => void {
  function sentenceFor(mode: ScreensMode): string | undefined {
    const answer = chooseOzone({ platform, env, argv, mode })
    if (answer === 'right') return undefined
    if (answer === 'impossible') return noX11
    return connected ? launchAgain(mode) : startAgain
  }
  const atStart = sentenceFor(wall.screens.mode)
  if (atStart !== undefined) wall.leaveNotice(1, atStart)
  return wall.screens.onMode((mode) => {
    const sentence = sentenceFor(mode)
    if (sentence === undefined) return
    // A kiosk has a page of its own on monitor 1, which is only just being loaded.
    if (mode === 'kiosk') wall.leaveNotice(1, sentence)
    else wall.notify(wallError('displays_not_placed', sentence))
  })
}
