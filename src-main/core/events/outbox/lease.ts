import { randomUUID } from 'node:crypto'

/** Names who sends: a process of this machine, and one of its rounds. */
export function newLease(): string {
  return `${process.pid}.${randomUUID()}`
}

/**
 * Whether whoever sends under this lease is known to be dead: what it held is sent at once, not when the lease ends.
 * A number that another process has got meanwhile only costs that wait.
 */
export function isOwnerGone(lease: string): boolean {
  try {
    process.kill(Number.parseInt(lease, 10), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
