import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { App, PowerMonitor } from 'electron'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { isUnencrypted } from '#contract/wall/encryption.ts'
import type { UpdatedElsewhere } from '#contract/wall/updates.ts'
import { ownAppImage } from '../../core/command-line.ts'
import type { AreaLog } from '../../core/log/logger.ts'
import type { Clock } from '../../core/time.ts'
import type { UpdateSource } from '../../core/updates/updates.ts'

const notSafe =
  'TESSERA_UPDATE_URL is not an https address without a name and password. Correct it; this version stays.'

export interface UpdateSourceOptions {
  readonly app: Pick<App, 'isPackaged' | 'on' | 'once' | 'quit' | 'relaunch' | 'releaseSingleInstanceLock'>
  readonly monitor: Pick<PowerMonitor, 'getSystemIdleTime'>
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly execPath: string
  /** Of the installed application. */
  readonly resourcesDir: string
  readonly clock: Clock
}

/** How this installation gets newer versions: by itself only where it replaces what it was packaged as. */
export function updateSource({
  app,
  monitor,
  platform,
  env,
  execPath,
  resourcesDir,
  clock,
}: UpdateSourceOptions): (log: AreaLog) => UpdateSource {
  const appImage = ownAppImage(env, execPath)
  // The packaged address also names who must have signed an update; without that file nothing is checked.
  const hasAddress = existsSync(join(resourcesDir, 'app-update.yml'))
  const by = updatedBy({ isPackaged: app.isPackaged, platform, appImage, hasAddress })
  return (log) =>
    by !== 'itself'
      ? { by }
      : {
          by,
          idleMs: idleReader(app, monitor, clock),
          openFeed: async () => {
            const named = env['TESSERA_UPDATE_URL'] || undefined
            const url = safeAddress(named)
            if (named !== undefined && url === undefined) return fail(wallError('update_unreadable', notSafe))
            const { openUpdater } = await import('./open-updater.ts')
            return ok(openUpdater({ app, platform, appImage, url, log }))
          },
        }
}

/**
 * Chromium answers 0 for ever where it knows no way to ask: a Wayland desktop other than GNOME and KDE, and X11 on one
 * that offers no screen saver extension. There the last input of the wall's own windows counts.
 */
function idleReader(
  app: UpdateSourceOptions['app'],
  monitor: UpdateSourceOptions['monitor'],
  clock: Clock,
): () => number {
  let lastInputAtMs = clock.monotonicMs()
  let canBeAsked = false
  app.on('web-contents-created', (_event, contents) =>
    contents.on('input-event', () => (lastInputAtMs = clock.monotonicMs())),
  )
  return () => {
    const systemIdleMs = monitor.getSystemIdleTime() * 1_000
    canBeAsked ||= systemIdleMs > 0
    return canBeAsked ? systemIdleMs : clock.monotonicMs() - lastInputAtMs
  }
}

export interface Installation {
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  readonly appImage: string | undefined
  readonly hasAddress: boolean
}

export function updatedBy({
  isPackaged,
  platform,
  appImage,
  hasAddress,
}: Installation): UpdatedElsewhere | 'itself' {
  if (!isPackaged) return 'source'
  if (platform !== 'win32' && platform !== 'darwin' && !appImage) return 'package-manager'
  return hasAddress ? 'itself' : 'no-address'
}

/**
 * An AppImage carries no signature: that it comes from the right server is all there is, so that must be https.
 * Only this machine itself may be asked without.
 */
export function safeAddress(text: string | undefined): string | undefined {
  const url = URL.parse(text ?? '')
  if (url === null || url.username + url.password !== '') return undefined
  return /^https?:$/.test(url.protocol) && !isUnencrypted(url.href) ? url.href : undefined
}
