import { randomUUID } from 'node:crypto'
import { codeOf } from '#contract/thrown.ts'

/** Names who has it: a process of this machine, and one of its rounds. */
export function newLease(): string {
  return `${process.pid}.${randomUUID()}`
}

/**
 * Whether whoever has this lease is known to be dead: what it held is free at once, not when the lease ends.
 * A number that another process has got meanwhile only costs that wait.
 */
export function isOwnerGone(lease: string): boolean {
  try {
    process.kill(Number.parseInt(lease, 10), 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}
