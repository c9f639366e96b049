import type { ScreensMode } from '#contract/wall/monitors.ts'

export interface OzoneQuestion {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly mode: ScreensMode
  /** The operator has chosen: `--ozone-platform` was given. */
  readonly isChosen: boolean
}

export interface OzoneAnswer {
  /** For `--ozone-platform`. */
  readonly platform?: 'x11'
  /** For the operator. */
  readonly notice?: string
}

/**
 * A Wayland client cannot say on which display its windows go (Electron's "Platform notices"; electron#48833,
 * #52204), so a wall of several displays goes through X11, which Wayland sessions offer as well. To be asked before
 * `ready`, when the number of displays is not known yet; on one display X11 serves as well.
 */
export function chooseOzone({ platform, env, mode, isChosen }: OzoneQuestion): OzoneAnswer {
  const isWayland = Boolean(env['WAYLAND_DISPLAY']) || env['XDG_SESSION_TYPE'] === 'wayland'
  if (platform !== 'linux' || mode === 'window' || isChosen || !isWayland) return {}
  if (env['DISPLAY']) {
    return { platform: 'x11' }
  }
  return {
    notice:
      'On this Wayland session walls may open on the wrong displays. Install Xwayland or use an X11 session, then start Tessera again.',
  }
}
