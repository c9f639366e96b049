import type { RenderProcessGoneDetails } from 'electron'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { backoffInMs } from '../core/time.ts'

/** Times after which a window that has lost its page is helped, and how often. */
export const recoveryDefaults = {
  /**
   * The first return is at once: a page that has run for hours will mostly run again, and 100 ms let Chromium
   * clear up after the dead process first. Whatever fails again and again is tried twice a minute, for ever:
   * nobody stands in front of a wall who would press a button.
   */
  backoff: { firstDelayInMs: 100, factor: 4, maxDelayInMs: 30_000, jitter: 0 },
  /** A page that has lived this long is well. Well above the longest delay, or no failure would ever be the second. */
  calmInMs: 5 * 60_000,
  /** From this end in a row on it may be the window that is broken, and not the page. */
  recreateFrom: 4,
  /** How often a page is asked for a sign of life: Chromium itself notices a hang only when somebody types. */
  askEveryMs: 5_000,
  /** The longest that a well page was seen busy is under two seconds: cold start of 36 tiles on two cores. */
  hangGraceInMs: 15_000,
  /** A process that was told to end has gone within some ten milliseconds. */
  killAfterMs: 1_000,
  /** A page is loaded from the disk in under a second; a machine that has just been switched on may need more. */
  loadGraceInMs: 60_000,
} as const

/**
 * `load-failed` never began. The last two are ends that we made: `hung` did not answer, and of `network-lost` the
 * network process of Chromium had died, with all sockets of its pictures.
 */
export type PageEndReason = RenderProcessGoneDetails['reason'] | 'load-failed' | 'hung' | 'network-lost'

/** The end of a page that one of our windows showed. */
export interface PageEnd {
  readonly reason: PageEndReason
  /** Monotonic. */
  readonly atMs: number
}

export type Recovery =
  | { readonly how: 'nothing' }
  | { readonly how: 'reload' | 'recreate'; readonly delayInMs: number }

/** Any other reason, also one that a later Electron adds, is answered by a reload, which brings another process. */
const recreated: ReadonlySet<PageEndReason> = new Set(['oom', 'memory-eviction'])

/**
 * What is to be done about a window after the ends of its renderer so far, oldest first. The delay counts from
 * `nowMs`. There is no last try.
 */
export function recoveryAfter(ends: readonly PageEnd[], nowMs: number): Recovery {
  const { backoff, recreateFrom } = recoveryDefaults
  const inARow = endsInARow(ends, nowMs)
  const last = inARow.at(-1)
  if (last === undefined || last.reason === 'clean-exit') return { how: 'nothing' }
  const dueAtMs = last.atMs + backoffInMs(backoff, inARow.length, () => 0)
  const isWindowSuspect = recreated.has(last.reason) || inARow.length >= recreateFrom
  return { how: isWindowSuspect ? 'recreate' : 'reload', delayInMs: Math.max(0, dueAtMs - nowMs) }
}

/** The ends that still count: those without a calm time between them, nor after them. */
export function endsInARow(ends: readonly PageEnd[], nowMs: number): readonly PageEnd[] {
  const { calmInMs } = recoveryDefaults
  const lastCalm = ends.findLastIndex(({ atMs }, at) => (ends[at + 1]?.atMs ?? nowMs) - atMs >= calmInMs)
  return ends.slice(lastCalm + 1)
}

const inWords = {
  crashed: 'part_end_crashed',
  'abnormal-exit': 'part_end_crashed',
  'clean-exit': 'part_end_ended',
  killed: 'part_end_killed',
  oom: 'part_end_memory',
  'memory-eviction': 'part_end_memory',
  'launch-failed': 'part_end_not_started',
  'integrity-failure': 'part_end_damaged',
  'load-failed': 'part_end_not_loaded',
  hung: 'part_end_hung',
  'network-lost': 'part_end_network',
} as const satisfies Readonly<Record<PageEndReason, `part_end_${string}`>>

/** For the operator of a wall that has come back by itself. */
export function recovered(reason: PageEndReason, at: Date): ExactMessage {
  return exactMessage('page_restarted', { reason: [exactMessage(inWords[reason])], time: clockTime(at) })
}

/** Hours and minutes of this machine's time zone, as operators write them into their reports. */
export function clockTime(at: Date): string {
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}
