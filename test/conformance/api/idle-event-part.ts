import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { systemClock } from '#site/clock.ts'
import { EventPart } from '#site/events/event-part.ts'
import { prepareEventDatabase } from '#site/store/event-database.ts'

let starting: Promise<EventPart> | undefined

/**
 * One event part for all tests of a process that ask nothing of it: its thread costs more than the rest of a stand. It
 * ends with the process.
 */
export function idleEventPart(): Promise<EventPart> {
  starting ??= start()
  return starting
}

async function start(): Promise<EventPart> {
  const dir = await mkdtemp(join(tmpdir(), 'tessera-idle-events-'))
  prepareEventDatabase({ dir, clock: systemClock })
  const part = await EventPart.start({
    dir,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    camerasOf: () => Promise.resolve(new Set()),
    retention: () => Promise.resolve(new Map()),
  })
  // Vitest kills the process, so nothing could remove it later; files that are open outlive their names.
  await rm(dir, { recursive: true, force: true })
  return part
}
