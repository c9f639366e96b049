import type { PageEndReason } from './recovery-policy.ts'

const inWords: Readonly<Record<PageEndReason, string>> = {
  crashed: 'crashed',
  'abnormal-exit': 'crashed',
  'clean-exit': 'ended',
  killed: 'killed',
  oom: 'out of memory',
  'memory-eviction': 'out of memory',
  'launch-failed': 'did not start',
  'integrity-failure': 'damaged program file',
  'load-failed': 'could not be loaded',
  hung: 'did not answer',
  'network-lost': 'lost its network process',
}

/** For the operator of a wall that has come back by itself. */
export function recoveredSentence(reason: PageEndReason, at: Date): string {
  return `This wall was restarted after its page stopped (${inWords[reason]}) at ${clockTime(at)}.`
}

/** Hours and minutes of this machine's time zone, as operators write them into their reports. */
export function clockTime(at: Date): string {
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}
