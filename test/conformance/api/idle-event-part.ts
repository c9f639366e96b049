import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll } from 'vitest'
import { systemClock } from '#site/clock.ts'
import { EventPart } from '#site/events/event-part.ts'
import { prepareEventDatabase } from '#site/store/event-database.ts'

let starting: Promise<EventPart> | undefined
let dir: string | undefined

afterAll(async () => {
  await (await starting)?.dispose()
  if (dir !== undefined) await rm(dir, { recursive: true, force: true })
})

/** One event part for all tests of a file that ask nothing of it: it is a database and a thread. */
export function idleEventPart(): Promise<EventPart> {
  starting ??= start()
  return starting
}

async function start(): Promise<EventPart> {
  dir = await mkdtemp(join(tmpdir(), 'tessera-idle-events-'))
  prepareEventDatabase({ dir, clock: systemClock })
  return EventPart.start({
    dir,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    camerasOf: () => Promise.resolve(new Set()),
    retention: () => Promise.resolve(new Map()),
  })
}
