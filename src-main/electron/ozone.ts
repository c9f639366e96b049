import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from 'electron'
import { z } from 'zod'
import { wallError } from '#contract/errors.ts'
import { type ScreensMode, screensModeSchema } from '#contract/wall/monitors.ts'
import type { CommandLine } from '../core/command-line.ts'
import type { WallMain } from '../core/wall-main.ts'
import { wordsOf } from './words.ts'

export interface OzoneQuestion {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly argv: readonly string[]
  readonly mode: ScreensMode
}

/** `right`: nothing to do; `through-x11`: another start, through X11; `impossible`: there is no X11 to go through. */
export type OzoneAnswer = 'right' | 'through-x11' | 'impossible'

/** Chromium's switch that asks for X11. */
export const X11_SWITCH = '--ozone-platform=x11'

/**
 * A Wayland client cannot say on which display its windows go (Electron's "Platform notices"; electron#48833,
 * #52204), so a wall of several displays goes through X11, which most Wayland sessions offer as well. How many
 * displays there are is not known yet when this is asked; on one display X11 serves as well.
 */
export function chooseOzone({ platform, env, argv, mode }: OzoneQuestion): OzoneAnswer {
  const isWayland = Boolean(env['WAYLAND_DISPLAY']) || env['XDG_SESSION_TYPE'] === 'wayland'
  if (platform !== 'linux' || mode === 'window' || !isWayland) return 'right'
  // Read from the arguments: Chromium adds the switch to its own command line, even where it chose by itself.
  if (argv.some((word) => word.startsWith('--ozone-platform'))) return 'right'
  return env['DISPLAY'] ? 'through-x11' : 'impossible'
}

/** Says so, at start and whenever another screens mode is chosen, where walls may open on the wrong displays. */
export function warnOfWayland(
  wall: Pick<WallMain, 'screens' | 'language' | 'notify' | 'leaveNotice'>,
  { platform, env, argv, connected }: Omit<OzoneQuestion, 'mode'> & { readonly connected: boolean },
): () => void {
  function sentenceFor(mode: ScreensMode): string | undefined {
    const answer = chooseOzone({ platform, env, argv, mode })
    if (answer === 'right') return undefined
    const words = wordsOf(wall.language)
    if (answer === 'impossible') return words('start.needsX11Installed')
    // A launcher keeps the process that it has started, and knows no settings.
    return connected ? words('start.needsX11ByLauncher', { mode }) : words('start.needsX11Restart')
  }
  const atStart = sentenceFor(wall.screens.mode)
  if (atStart !== undefined) wall.leaveNotice(1, { message: atStart })
  return wall.screens.onMode((mode) => {
    const sentence = sentenceFor(mode)
    if (sentence === undefined) return
    // A kiosk has a page of its own on monitor 1, which is only just being loaded.
    if (mode === 'kiosk') wall.leaveNotice(1, { message: sentence })
    else wall.notify(wallError('displays_not_placed', sentence))
  })
}

const keptMode = z.object({ settings: z.object({ screens: screensModeSchema }) })

/** The screens mode of the settings, asked before these can be opened as a whole. */
function keptScreensMode(dataDir: string): ScreensMode {
  try {
    const content: unknown = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8'))
    return keptMode.parse(content).settings.screens
  } catch {
    return 'window'
  }
}

/** A launcher talks with this very process and keeps it. */
export function mustStartThroughX11(
  dataDir: string,
  { screens }: Pick<CommandLine, 'screens'>,
  { platform, env, argv, connected }: Omit<OzoneQuestion, 'mode'> & { readonly connected: boolean },
): boolean {
  const mode = screens ?? keptScreensMode(dataDir)
  return !connected && chooseOzone({ platform, env, argv, mode }) === 'through-x11'
}

/**
 * Starts this program again through X11 and waits for its end. Chromium chooses before the first line of ours runs,
 * so a switch appended here would come too late; and were this process to end (`app.relaunch`), a service manager or
 * an AppImage would take the new one with it.
 */
export function startThroughX11(app: Pick<App, 'exit' | 'once'>, process: NodeJS.Process): void {
  const child = spawn(process.execPath, [...process.argv.slice(1), X11_SWITCH], { stdio: 'inherit' })
  child.once('error', () => app.exit(1))
  child.once('exit', (code) => app.exit(code ?? 1))
  app.once('ready', () => {
    // Once Chromium has set its own handlers, which would end us without a word to the other.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => child.kill(signal))
  })
}
