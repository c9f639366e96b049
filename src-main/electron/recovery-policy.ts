import type { RenderProcessGoneDetails } from 'electron'
import { backoffInMs } from '../core/platform/retry-policy.ts'
import { recoveryDefaults, type RecoveryDefaults } from './recovery-defaults.ts'

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

export type RecoveryLimits = Pick<RecoveryDefaults, 'backoff' | 'calmInMs' | 'recreateFrom'>

/** Any other reason, also one that a later Electron adds, is answered by a reload, which brings another process. */
const recreated: ReadonlySet<PageEndReason> = new Set(['oom', 'memory-eviction'])

/**
 * What is to be done about a window after the ends of its renderer so far, oldest first. The delay counts from
 * `nowMs`. There is no last try.
 */
export function recoveryAfter(
  ends: readonly PageEnd[],
  nowMs: number,
  limits: RecoveryLimits = recoveryDefaults,
): Recovery {
  const inARow = endsInARow(ends, nowMs, limits)
  const last = inARow.at(-1)
  if (last === undefined || last.reason === 'clean-exit') return { how: 'nothing' }
  const dueAtMs = last.atMs + backoffInMs(limits.backoff, inARow.length, () => 0)
  const isWindowSuspect = recreated.has(last.reason) || inARow.length >= limits.recreateFrom
  return { how: isWindowSuspect ? 'recreate' : 'reload', delayInMs: Math.max(0, dueAtMs - nowMs) }
}

/** The ends that still count: those without a calm time between them, nor after them. */
export function endsInARow(
  ends: readonly PageEnd[],
  nowMs: number,
  { calmInMs }: Pick<RecoveryLimits, 'calmInMs'> = recoveryDefaults,
): readonly PageEnd[] {
  const lastCalm = ends.findLastIndex(({ atMs }, at) => (ends[at + 1]?.atMs ?? nowMs) - atMs >= calmInMs)
  return ends.slice(lastCalm + 1)
}
