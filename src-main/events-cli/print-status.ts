import type { OutboxStatus } from '../core/events/outbox/event-outbox.ts'

/** What waits and what was not taken, for a person. */
export function printStatus(status: Omit<OutboxStatus, 'waitsFor' | 'unavailable'>, platform: string): void {
  const { depth, held, oldestAtMs, deadLetters, deadLetterCount } = status
  const oldest = oldestAtMs === undefined ? '' : `, the oldest since ${new Date(oldestAtMs).toISOString()}`
  print(`${platform}: ${depth} events wait${oldest}.`)
  if (held > 0) print(`${held} of them are held until the platform has a tag for them.`)
  if (deadLetterCount === 0) return
  print(`${deadLetterCount} were not taken by the platform:`)
  for (const { id, cameraId, timestampMs, reason } of deadLetters)
    print(`  ${id}  ${new Date(timestampMs).toISOString()}  camera ${cameraId}  ${reason}`)
  if (deadLetterCount > deadLetters.length) print(`  and ${deadLetterCount - deadLetters.length} more`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
