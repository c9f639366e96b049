import type { App, CommandLine, Details } from 'electron'
import { type Notice, exactMessage } from '#contract/exact-words.ts'
import { wallError, type WallError } from '#contract/errors.ts'
import type { AreaLog } from '../core/log/logger.ts'
import type { Clock } from '../core/time.ts'
import { afterGpuDeath, gpuDefaults, type GpuMemory } from './gpu-policy.ts'
import { clockTime } from './recovery-policy.ts'
import { sameStart } from './single-instance.ts'

export interface ChildRecoveryOptions {
  readonly app: Pick<App, 'on' | 'off' | 'relaunch' | 'quit'> & {
    readonly commandLine: Pick<CommandLine, 'hasSwitch'>
  }
  readonly memory: GpuMemory
  readonly clock: Clock
  readonly log: AreaLog
  /** A launcher or another parent that takes our end for the end. */
  readonly hasLauncher: () => boolean
  readonly onNetworkLost: () => void
  /** To the operator and to the launcher. */
  readonly notify: (error: WallError) => void
  /** For the next page: why this wall is slower than usual. */
  readonly leaveNotice: (notice: Notice) => void
  /** Of the AppImage that is running. */
  readonly appImage?: string | undefined
  readonly argv: readonly string[]
}

/** Before `ready`. A graphics process that failed lately is done without. */
export function keepGpuOff(
  commandLine: Pick<CommandLine, 'appendSwitch' | 'hasSwitch'>,
  memory: Pick<GpuMemory, 'failedAtMs'>,
  clock: Pick<Clock, 'wallMs'>,
): void {
  if (memory.failedAtMs(clock.wallMs()) === undefined || commandLine.hasSwitch('disable-gpu')) return
  commandLine.appendSwitch('disable-gpu')
}

/**
 * Watches Chromium's other processes. All come back by themselves, but a graphics driver may be past that, and pages
 * do not get over the loss of the network process.
 */
export function watchChildren(options: ChildRecoveryOptions): () => void {
  const { app, memory, clock, log, argv, appImage } = options
  const deathsAtMs: number[] = []
  let isLeaving = false
  const failedAtMs = memory.failedAtMs(clock.wallMs())
  if (failedAtMs !== undefined) options.leaveNotice(graphicsNotice(new Date(failedAtMs)))

  const onGone = (_event: unknown, details: Details): void => {
    const { type, reason, exitCode, name, serviceName } = details
    if (reason === 'clean-exit') return
    log.warn('A process of Chromium has stopped and comes back.', { type, reason, exitCode, name })
    if (serviceName === 'network.mojom.NetworkService') options.onNetworkLost()
    if (type !== 'GPU' || isLeaving) return
    deathsAtMs.push(clock.monotonicMs())
    const isOff = app.commandLine.hasSwitch('disable-gpu')
    const step = afterGpuDeath({ deathsAtMs, isOff, hasLauncher: options.hasLauncher() })
    if (step === 'go-on') return
    const isKept = memory.keep(clock.wallMs())
    deathsAtMs.length = 0
    if (step === 'notify' || !isKept) {
      // If it cannot be remembered, the next start would fail in the same way, in a loop.
      options.notify(
        wallError('graphics_failed', isKept ? undefined : exactMessage('graphics_not_remembered')),
      )
      return
    }
    log.warn('Starting again without graphics acceleration.')
    isLeaving = true
    app.relaunch(sameStart(argv, appImage))
    app.quit()
  }

  app.on('child-process-gone', onGone)
  return () => app.off('child-process-gone', onGone)
}

/** For the first page after such a start. */
function graphicsNotice(failedAt: Date): Notice {
  const hours = gpuDefaults.offForMs / 3_600_000
  return exactMessage('graphics_off', { times: gpuDefaults.deaths, time: clockTime(failedAt), hours })
}
