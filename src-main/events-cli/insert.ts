import type { WallErrorCode } from '#contract/errors.ts'
import type { WallEventTag } from '#contract/wall/events.ts'
import { codeOf, messageOf } from '#contract/thrown.ts'
import type { EventOutbox } from '../core/events/outbox/durable-outbox.ts'
import type {
  Accepted,
  OutboxEvent,
  OutboxStatus,
  SourcePosition,
} from '../core/events/outbox/event-outbox.ts'
import { databaseFailure } from '../core/events/outbox/store-port.ts'
import type { PlatformClient } from '../core/platform/platform-client.ts'
import type { Source } from './arguments.ts'
import { type Catalogue, findCamera, findTag } from './catalogue.ts'
import { waitPatiently } from './drain.ts'
import { CommandFailure, exitCodes, outboxFailure } from './exit-codes.ts'
import { Progress } from './progress.ts'
import { Refusals } from './refusals.ts'
import { SourceReader } from './source-reader.ts'

export interface InsertOptions {
  readonly source: Source
  /** Otherwise what is read is left for another run to send, as far as there is room. */
  readonly wait: boolean
  readonly client: Pick<PlatformClient, 'listCameras' | 'listsCamerasInPart'> & {
    readonly events: Pick<PlatformClient['events'], 'tags'>
  }
  /** For a platform that does not list its tags. */
  readonly typedTags: readonly WallEventTag[]
  readonly orgId: string
  readonly outbox: EventOutbox
  readonly signal: AbortSignal
  readonly printLine: (line: string) => void
  readonly limits: { readonly maxAhead: number; readonly patienceMs: number }
}

/** Reads the source to its end, or until it is stopped; what it has read is kept in the outbox. */
export async function insert(options: InsertOptions) {
  const { source, wait, client, typedTags, orgId, outbox, signal, printLine, limits } = options
  const catalogue = await readCatalogue(client, typedTags)
  requireKnown(source, catalogue)
  const refusals = new Refusals(source.refusedFile)
  const { map, camera, tag } = source
  const rules = { catalogue, orgId, camera, tag, map }
  const reader = await SourceReader.open({ source, rules, refusals, printLine, signal }, async (name) => {
    const position = await outbox.positionOf(name)
    return position.ok ? position.value : undefined
  }).catch((error: unknown) => {
    throw unreadable(source, error)
  })
  refusals.begin(reader.resumedAtLine !== undefined)
  const from = reader.resumedAtLine ?? 1
  const how = from === 1 ? '' : `, going on at line ${from} (--from-start reads all of it)`
  printLine(
    `${source.follow ? 'Following' : 'Reading'} ${source.file === '-' ? 'standard input' : source.file}${how}.`,
  )
  let accepted = 0
  let known = 0
  let share: number | undefined
  let stopped: string | undefined
  // What is followed goes on when the platform does.
  const patienceMs = !wait ? 0 : source.follow ? Number.POSITIVE_INFINITY : limits.patienceMs
  let status = await outbox.status()
  const progress = new Progress(process.stderr, () => ({
    share: source.follow ? undefined : share,
    lines: reader.linesRead,
    refused: refusals.count,
    waiting: status.depth - status.held,
    waitsFor: status.waitsFor?.message,
  }))
  const stopWatching = outbox.onChange(() => void outbox.status().then((now) => (status = now)))
  try {
    for await (const { events, records, position } of reader.read()) {
      refusals.flush()
      if (position === undefined && events.length === 0) continue
      const taken = await keep(outbox, signal, patienceMs, events, position)
      if (taken === undefined) {
        stopped = await stoppedSentence(outbox, source)
        break
      }
      accepted += taken.accepted
      known += taken.known
      for (const at of taken.conflicts) {
        const { line = 0, text } = records[at] ?? {}
        refusals.addConflict(line, text)
      }
      refusals.flush()
      share = await reader.share()
      if (wait && !(await hasRoom(outbox, signal, patienceMs, limits.maxAhead)))
        stopped = await stoppedSentence(outbox, source)
      if (signal.aborted || stopped !== undefined) break
    }
    refusals.flush()
  } catch (error) {
    // Of the reader's temporary database; the outbox reports its own failures.
    const failure = codeOf(error).startsWith('SQLITE_') ? databaseFailure(error) : undefined
    if (failure !== undefined) throw outboxFailure(failure)
    const isOfReading = error instanceof Error && 'syscall' in error && error.syscall === 'read'
    throw isOfReading ? unreadable(source, error) : error
  } finally {
    stopWatching()
    progress.dispose()
    await reader.close()
  }
  const { linesRead: lines, left, shownTwice } = reader
  return {
    lines,
    accepted,
    known,
    /** Lines that are no events, or are in conflict with what is known. */
    refusals,
    left,
    shownTwice,
    /** A sentence where reading has stopped before the end, because nothing more is taken. */
    stopped,
  }
}

function unreadable({ file }: Source, error: unknown): CommandFailure {
  return new CommandFailure(`${file} cannot be read: ${messageOf(error)}`, exitCodes.usage)
}

async function hasRoom(
  outbox: EventOutbox,
  signal: AbortSignal,
  patienceMs: number,
  below: number,
): Promise<boolean> {
  const isEnough = ({ depth }: OutboxStatus) => depth < below
  return signal.aborted || isEnough(await waitPatiently(outbox, signal, patienceMs, isEnough))
}

async function stoppedSentence(outbox: EventOutbox, { file }: Source): Promise<string> {
  const { depth } = await outbox.status()
  const rest = file === '-' ? 'What comes after it has to be inserted again.' : 'The next run goes on there.'
  return `Reading has stopped: ${depth} events wait, and the platform takes none. ${rest}`
}

/** In the outbox, or undefined: what could not be kept is read again by the next start. */
async function keep(
  outbox: EventOutbox,
  signal: AbortSignal,
  patienceMs: number,
  events: readonly OutboxEvent[],
  position: SourcePosition | undefined,
): Promise<Accepted | undefined> {
  for (;;) {
    const taken = await outbox.accept(events, position)
    if (taken.ok) return taken.value
    if (taken.error.code !== 'outbox_full') throw outboxFailure(taken.error)
    const { depth } = await outbox.status()
    if (!(await hasRoom(outbox, signal, patienceMs, depth))) return undefined
    if (signal.aborted) return { accepted: 0, known: 0, conflicts: [] }
  }
}

const absent: ReadonlySet<WallErrorCode> = new Set(['not_found', 'bad_answer'])

async function readCatalogue(
  client: InsertOptions['client'],
  typedTags: readonly WallEventTag[],
): Promise<Catalogue> {
  const tags = await client.events.tags()
  const isUnlisted = !tags.ok && tags.error.error.code === 'events_unavailable'
  if (!tags.ok && !(isUnlisted && typedTags.length > 0)) {
    const { code, message } = tags.error.error
    const isOurs = code === 'key_rejected' || code === 'not_allowed'
    const words = isUnlisted ? `${message} Enter those that are used on the wall’s connection page.` : message
    throw new CommandFailure(words, isOurs ? exitCodes.connection : exitCodes.notDelivered)
  }
  const cameras = await client.listCameras()
  if (!cameras.ok && !absent.has(cameras.error.error.code))
    throw new CommandFailure(cameras.error.error.message, exitCodes.notDelivered)
  return {
    tags: tags.ok ? tags.value : typedTags,
    cameras: cameras.ok ? cameras.value : undefined,
    hasOtherCameras: client.listsCamerasInPart,
  }
}

/** A default that names an unknown tag or camera is reported once, not for each line. */
function requireKnown({ camera, tag }: Source, catalogue: Catalogue): void {
  if (tag !== undefined && findTag(catalogue, tag) === undefined) {
    const names = catalogue.tags.map(({ name }) => name).join(', ')
    throw new CommandFailure(
      `There is no event tag "${tag}". There are: ${names || 'none'}.`,
      exitCodes.usage,
    )
  }
  if (camera !== undefined && findCamera(catalogue, camera) === undefined)
    throw new CommandFailure(`There is no camera "${camera}" on this platform.`, exitCodes.usage)
}
