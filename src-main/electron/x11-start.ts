import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from 'electron'
import { z } from 'zod'
import { type ScreensMode, screensModeSchema } from '#contract/wall/monitors.ts'
import type { CommandLine } from '../core/command-line.ts'
import { chooseOzone, type OzoneQuestion, X11_SWITCH } from './ozone.ts'

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
