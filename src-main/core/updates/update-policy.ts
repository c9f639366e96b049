import type { UpdateSettings } from '#contract/wall/updates.ts'
import {
  CHECK_AFTER_FAILURE_IN_MS,
  CHECK_EVERY_MS,
  CHECK_JITTER,
  IDLE_BEFORE_INSTALL_MS,
} from './defaults.ts'

export interface UpdateMoment {
  readonly settings: UpdateSettings
  /** Epoch milliseconds. */
  readonly wallMs: number
  /** IANA name; the zone of this computer when left out. */
  readonly zone?: string | undefined
  /** Since somebody last touched keyboard or pointer. */
  readonly idleMs: number
  /** A newer version is loaded and verified. */
  readonly isReady: boolean
  readonly isCheckDue: boolean
}

/**
 * What may be done now without anybody asking for it. Installing ends the program, so it happens at no other time
 * than the one that was named: a night that skips the hour is left out, one that repeats it has two of them.
 */
export function nextUpdateStep(moment: UpdateMoment): 'nothing' | 'check' | 'install' {
  const { settings, isReady, isCheckDue, idleMs } = moment
  if (settings.mode === 'off') return 'nothing'
  const isItsHour = settings.mode === 'at-hour' && hourOfDay(moment.wallMs, moment.zone) === settings.hour
  if (isReady && isItsHour && idleMs >= IDLE_BEFORE_INSTALL_MS) return 'install'
  return isCheckDue ? 'check' : 'nothing'
}

/** @param chance uniform in [0, 1) */
export function checkDelayInMs(hasFailed: boolean, chance: number): number {
  const delayInMs = hasFailed ? CHECK_AFTER_FAILURE_IN_MS : CHECK_EVERY_MS
  return delayInMs * (1 + CHECK_JITTER * (chance - 0.5))
}

function hourOfDay(wallMs: number, timeZone: string | undefined): number {
  const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(
    wallMs,
  )
  return Number(hour)
}
