import type { ScreensMode } from '#contract/wall/monitors.ts'

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
  // Read from the arguments: Chromium adds the switch to its own command line, whoever has chosen.
  if (argv.some((word) => word.startsWith('--ozone-platform'))) return 'right'
  return env['DISPLAY'] ? 'through-x11' : 'impossible'
}
