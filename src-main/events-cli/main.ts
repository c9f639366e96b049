import { homedir } from 'node:os'
import { printable } from '#contract/printable.ts'
import { never } from '#contract/result.ts'
import { isUnencrypted } from '#contract/wall/encryption.ts'
import { createBugSink } from '../core/bug-sink.ts'
import { outboxDefaults } from '../core/events/outbox/defaults.ts'
import { deadWords } from '../core/events/outbox/delivery-outcome.ts'
import { DurableOutbox } from '../core/events/outbox/durable-outbox.ts'
import type { OutboxStatus } from '../core/events/outbox/event-outbox.ts'
import { openStore } from '../core/events/outbox/open-store.ts'
import { storeHere } from '../core/events/outbox/store-port.ts'
import type { OutboxStore } from '../core/events/outbox/outbox-store.ts'
import { PlatformDelivery } from '../core/events/outbox/platform-delivery.ts'
import { systemClock, systemTimers } from '../core/time.ts'
import { defaultDataDir } from '../host/data-dir.ts'
import { type Arguments, parseArguments, usage } from './arguments.ts'
import { connect, readDataFolder, type DataFolder } from './connection.ts'
import { cliDefaults } from './defaults.ts'
import { drain } from './drain.ts'
import { CommandFailure, exitCodes, outboxFailure } from './exit-codes.ts'
import { insert } from './insert.ts'

// What the outbox holds is this user's alone.
process.umask(0o077)

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const printLine = (line: string) => void process.stderr.write(`${printable(line)}\n`)

const refusedBefore =
  'Events that the platform refused before count as already there. npm run events -- status lists them; after ' +
  'discard they are read anew with --from-start.'
const tooManyToRemember =
  `Only ${outboxDefaults.maxRemembered} sent events are remembered. A platform that does not recognize repeated ` +
  'events stores the others again when this input is inserted again: export fewer days.'

async function main(): Promise<number> {
  // npm runs it in the checkout, and says where it was called.
  const given = parseArguments(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd())
  if (given === undefined) {
    process.stdout.write(usage)
    return exitCodes.done
  }
  const dataDir = given.dataDir ?? defaultDataDir(process.platform, process.env, homedir())
  const folder = await readDataFolder(given, dataDir)
  for (const notice of folder.notices) printLine(notice)
  const onBug = createBugSink(folder.logger.area('events'))
  process.on('uncaughtException', (error) => {
    onBug(error, 'process')
    printLine('The command met a fault of its own. It is in logs/events.log of the data folder.')
    process.exit(exitCodes.bug)
  })
  const store = openHere(folder)
  const selection = given.ids.length > 0 ? { ids: given.ids } : ({ all: true } as const)
  switch (given.command) {
    case 'status':
      printStatus(store.status(outboxDefaults.maxListed), folder.platform)
      store.close()
      return exitCodes.done
    case 'discard':
      printLine(`${store.discard(selection)} events were forgotten. insert --from-start reads them anew.`)
      store.close()
      return exitCodes.done
    case 'retry':
      printLine(`${store.retry(selection)} events that were not taken are sent again.`)
      return deliver(given, folder, store)
    case 'send':
    case 'insert':
      return deliver(given, folder, store)
    default:
      return never(given.command)
  }
}

function openHere({ dataDir, platform }: DataFolder): OutboxStore {
  const { busyTimeoutInMs } = outboxDefaults
  const opened = openStore({ dir: dataDir, platform, nowMs: systemClock.wallMs(), busyTimeoutInMs })
  if (!opened.ok) throw outboxFailure(opened.error)
  if (opened.value.notice !== undefined) printLine(opened.value.notice.message)
  return opened.value.store
}

async function deliver(given: Arguments, folder: DataFolder, store: OutboxStore): Promise<number> {
  // For the wall's own platform somebody has agreed to it.
  if (given.platform !== undefined && isUnencrypted(given.platform))
    printLine(`Warning: ${given.platform} is not encrypted. The network can read the key and the events.`)
  const connection = await connect(given, folder, stopping.signal)
  const { client, orgId } = connection
  const outbox = new DurableOutbox({
    store: storeHere(store),
    delivery: new PlatformDelivery({ ...outboxDefaults, calls: client.insert, clock: systemClock }),
    clock: systemClock,
    timers: systemTimers,
    random: Math.random,
    log: folder.logger.area('outbox'),
    limits: outboxDefaults,
  })
  try {
    const before = await outbox.status()
    const { signal } = stopping
    const inserted =
      given.command === 'insert'
        ? await insert({
            source: given.source,
            wait: given.wait,
            client,
            typedTags: folder.typedTags,
            orgId,
            outbox,
            signal,
            printLine,
            limits: cliDefaults,
          })
        : undefined
    let summary: string | undefined
    const isStopped = inserted?.stopped !== undefined
    const after = given.wait && !isStopped ? await drain(outbox, signal) : await outbox.status()
    if (inserted !== undefined) {
      const { lines, accepted, known, refusals, left, shownTwice, stopped } = inserted
      for (const line of refusals.summary()) printLine(line)
      if (shownTwice !== undefined) printLine(shownTwice)
      if (left !== undefined) printLine(left)
      if (stopped !== undefined) printLine(stopped)
      if (known > 0 && before.deadLetterCount > 0) printLine(refusedBefore)
      if (lines > outboxDefaults.maxRemembered) printLine(tooManyToRemember)
      const { count, conflicts } = refusals
      summary = `${lines} lines read: ${accepted} events kept, ${known} already there, ${conflicts} conflicts, ${count} refused.`
    }
    const isSomeRefused =
      inserted !== undefined &&
      (inserted.refusals.count + inserted.refusals.conflicts > 0 || inserted.left !== undefined)
    const exitCode = finish(given, before, after, isSomeRefused)
    // Last: scripts take it by `tail -n 1`.
    if (summary !== undefined) print(summary)
    return isStopped && exitCode !== exitCodes.interrupted ? exitCodes.notDelivered : exitCode
  } finally {
    await outbox.dispose()
    connection.dispose()
  }
}

function finish(given: Arguments, before: OutboxStatus, after: OutboxStatus, isSomeRefused: boolean): number {
  const waiting = after.depth - after.held
  const dead = after.deadLetterCount - before.deadLetterCount
  if (waiting > 0) {
    const reason = after.waitsFor === undefined ? '' : ` ${after.waitsFor.message}`
    printLine(
      `${waiting} events are kept and wait for the platform; the wall or the next run sends them.${reason}`,
    )
  } else if (given.wait && dead <= 0 && !isSomeRefused) print('Everything has arrived.')
  if (dead > 0) printLine(`The platform did not take ${dead} events. npm run events -- status lists them.`)
  if (stopping.signal.aborted) return exitCodes.interrupted
  if (isSomeRefused || dead > 0) return exitCodes.someRefused
  return given.wait && waiting > 0 ? exitCodes.notDelivered : exitCodes.done
}

const exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof CommandFailure)) throw error
  printLine(error.message)
  return stopping.signal.aborted ? exitCodes.interrupted : error.exitCode
})
process.exit(exitCode)

/** What waits and what was not taken, for a person. */
function printStatus(status: OutboxStatus, platform: string): void {
  const { depth, held, oldestAtMs, deadLetters, deadLetterCount } = status
  const oldest = oldestAtMs === undefined ? '' : `, the oldest since ${new Date(oldestAtMs).toISOString()}`
  print(`${platform}: ${depth} events wait${oldest}.`)
  if (held > 0) print(`${held} of them are marks that wait for their tag; the wall says why.`)
  if (deadLetterCount === 0) return
  print(`${deadLetterCount} were not taken by the platform:`)
  for (const { id, cameraId, timestampMs, why } of deadLetters)
    print(`  ${id}  ${new Date(timestampMs).toISOString()}  camera ${cameraId}  ${deadWords(why)}`)
  if (deadLetterCount > deadLetters.length) print(`  and ${deadLetterCount - deadLetters.length} more`)
}

function print(line: string): void {
  process.stdout.write(`${printable(line)}\n`)
}
