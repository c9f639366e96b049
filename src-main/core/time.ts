import { uptime } from 'node:os'
import { isKnownZone, machineZone, ZoneClock } from '#contract/time/zone-clock.ts'

/**
 * Two clocks, because each fails where the other does not: the monotonic one may stand still while the
 * machine sleeps, the wall clock may jump when it is set.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  wallMs(): number
  /** Milliseconds since an arbitrary instant; never runs backwards. */
  monotonicMs(): number
}

/** A third one, where a sleep counts and the wall clock may be set meanwhile. */
export interface UptimeClock extends Clock {
  /** Milliseconds since the machine was started, its sleep included; where the system counts no parts of them, full seconds. */
  uptimeMs(): number
}

/** Wall clock and uptime apart by more: the wall clock was set. Some systems count the uptime in full seconds. */
export const CLOCK_SET_MS = 2_000

/** Epoch milliseconds by the wall clock: moves when that is set, and not with a sleep of the machine. */
export function bootedAtMs(clock: UptimeClock): number {
  return clock.wallMs() - clock.uptimeMs()
}

/** By how much the wall clock was set since the machine seemed to be started at `beforeMs`; 0 where it was not. */
export function clockSetByMs(clock: UptimeClock, beforeMs: number): number {
  const setByMs = bootedAtMs(clock) - beforeMs
  return Math.abs(setByMs) > CLOCK_SET_MS ? Math.round(setByMs) : 0
}

export interface Timers {
  /** Runs once, `delayInMs` from now. Returns the function that cancels; cancelling twice is harmless. */
  after(delayInMs: number, run: () => void): () => void
}

/** What whoever waits is given of the machine. */
export interface Time {
  readonly clock: Clock
  readonly timers: Timers
}

/** An instant on both clocks. */
export interface Stamp {
  readonly wallMs: number
  readonly monotonicMs: number
}

export function stampOf(clock: Clock): Stamp {
  return { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() }
}

/** By whichever clock says more: one may have stood still in sleep, the other may have been set back. */
export function ageInMs(stamp: Stamp, clock: Clock): number {
  return Math.max(clock.monotonicMs() - stamp.monotonicMs, clock.wallMs() - stamp.wallMs)
}

/** Uniform in [0, 1). */
export type Random = () => number

/** How the waits between tries grow. */
export interface Backoff {
  readonly firstDelayInMs: number
  readonly factor: number
  readonly maxDelayInMs: number
  /** Share of the delay by which it is shortened at random, so that many walls do not return in step. */
  readonly jitter: number
}

/** `attempt` counts from 1: the delay after the first failure is `firstDelayInMs`, shortened by the jitter. */
export function backoffInMs(backoff: Backoff, attempt: number, random: Random): number {
  const grown = backoff.firstDelayInMs * backoff.factor ** (attempt - 1)
  return Math.min(grown, backoff.maxDelayInMs) * (1 - backoff.jitter * random())
}

export const systemClock: UptimeClock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  uptimeMs: () => uptime() * 1_000,
}

export const systemTimers: Timers = {
  after(delayInMs, run) {
    const timer = setTimeout(run, delayInMs)
    return () => clearTimeout(timer)
  },
}

export interface Pause {
  readonly ended: Promise<void>
  /** Ends it now; later it does nothing. */
  readonly wake: () => void
}

/** Lasts until the time is over, somebody wakes it, or one of the signals is aborted from now on. */
export function pause(timers: Timers, delayInMs: number, ...signals: readonly AbortSignal[]): Pause {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const wake = () => {
    cancelTimer()
    for (const signal of signals) signal.removeEventListener('abort', wake)
    resolve()
  }
  const cancelTimer = timers.after(delayInMs, wake)
  for (const signal of signals) signal.addEventListener('abort', wake, { once: true })
  return { ended, wake }
}

/** What the work has come to, or undefined when the time is over first. */
export async function atMost<Value>(
  timers: Timers,
  limitInMs: number,
  work: Promise<Value>,
): Promise<Value | undefined> {
  const { ended, wake } = pause(timers, limitInMs)
  return Promise.race([work, ended.then(() => undefined)]).finally(wake)
}

/** What the work has come to, or undefined when it is called off first. */
export async function unlessAborted<Value>(
  signal: AbortSignal,
  work: Promise<Value>,
): Promise<Value | undefined> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>()
  const end = () => resolve(undefined)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', end))
}

/** The wall's zone; that of this machine where none is set, or where nobody knows it. */
export function zoneOf(timeZone: string | undefined): string {
  return timeZone !== undefined && isKnownZone(timeZone) ? timeZone : machineZone()
}

/** What the clock of the wall's zone shows. */
export function readingReader(timeZone: string | undefined): (instantMs: number) => number {
  const clock = new ZoneClock(zoneOf(timeZone))
  return (instantMs) => clock.readingAt(instantMs)
}

/** `2026-11-22`, by the same clock. */
export function dayText(timeZone: string | undefined, instantMs: number): string {
  return new Date(readingReader(timeZone)(instantMs)).toISOString().slice(0, 10)
}

/** `2026-11-23T16-50-00.123Z`: sorts by time, and no system refuses it. */
export function instantName(atMs: number): string {
  return new Date(atMs).toISOString().replaceAll(':', '-')
}
