import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  defaultPaths,
  type PlatformOverrides,
  platformOverridesSchema,
} from '#contract/platform/assumptions.ts'
import { type InsertEvent, insertBatchResponse } from '#contract/platform/events.ts'
import type { CallInput, CallName, CallOutput, PushName, PushPayload } from '#contract/wall/calls.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import { createDispatch } from '#main/core/dispatch.ts'
import { openOutbox } from '#main/core/events/outbox/open-outbox.ts'
import { systemClock, systemTimers } from '#main/core/time.ts'
import { createWallMain } from '#main/core/wall/create-wall-main.ts'
import type { WallMainOptions } from '#main/core/wall/wall-main-options.ts'
import type { Page, WallMain } from '#main/core/wall-main.ts'
import { memoryLog } from '../../unit/main/core/support/memory-log.ts'
import { wallPorts } from '../../unit/main/core/support/wall-ports.ts'
import { expectOk, post } from '../api/requests.ts'
import type { TestSite } from '../start-site.ts'
import { recordingLog } from './host-stage.ts'

type Push = { [Name in PushName]: { name: Name; payload: PushPayload<Name> } }[PushName]

export interface EventsStage {
  readonly wall: WallMain
  /** What the page was told, in its order. */
  readonly pushes: readonly Push[]
  /** Resolves once a push fulfils it. */
  pushed<Name extends PushName>(
    name: Name,
    is: (payload: PushPayload<Name>) => boolean,
  ): Promise<PushPayload<Name>>
  /** Events that the page was told of. */
  arrived(): readonly WallEvent[]
  readonly call: ReturnType<typeof callerOf>
  dispose(): Promise<void>
}

const outboxWorker = new URL('../../../src-main/core/events/outbox/outbox-worker.ts', import.meta.url)

/** A real wall with a real outbox, signed in to a real site, and a page that takes what it is told. */
export async function startEventsStage(
  site: Pick<TestSite, 'baseUrl' | 'account'>,
  overrides: Partial<PlatformOverrides> = {},
  ports: Partial<WallMainOptions> = {},
): Promise<EventsStage> {
  const dir = await mkdtemp(join(tmpdir(), 'tessera-events-'))
  await writeFile(join(dir, 'index.html'), '<!doctype html>')
  const { logger, redactor } = memoryLog()
  const wall = createWallMain(
    wallPorts({
      logger,
      redactor,
      openOutbox: (needs) =>
        openOutbox({
          ...needs,
          dataDir: dir,
          workerScript: outboxWorker,
          clock: systemClock,
          timers: systemTimers,
          random: Math.random,
          log: logger.area('outbox'),
        }),
      ...ports,
    }),
  )
  const pushes: Push[] = []
  const listeners = new Set<() => void>()
  const page = { id: 'page-1', monitor: 1 }
  const call = callerOf(wall, page)
  const closePage = wall.openPage(page, (name, payload) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- name and payload belong together
    pushes.push({ name, payload } as Push)
    for (const listener of listeners) listener()
    if (name === 'events.arrived' && 'chunk' in payload) void call('events.taken', { chunk: payload.chunk })
  })
  await call('connection.set', {
    baseUrl: site.baseUrl,
    overrides: platformOverridesSchema.parse(overrides),
  })
  await call('keys.create', { ...site.account, name: 'events', expiresInDays: 1 })
  return {
    wall,
    pushes,
    call,
    arrived: () => pushes.flatMap((push) => (push.name === 'events.arrived' ? push.payload.events : [])),
    pushed: (name, is) =>
      new Promise((resolve) => {
        const look = () => {
          const found = pushes.find((push) => push.name === name && is(push.payload as never))
          if (found === undefined) return
          listeners.delete(look)
          resolve(found.payload as never)
        }
        listeners.add(look)
        look()
      }),
    async dispose() {
      closePage()
      await wall.dispose()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** The same, until the test ends. */
export async function eventsStage(...of: Parameters<typeof startEventsStage>): Promise<EventsStage> {
  const stage = await startEventsStage(...of)
  onTestFinished(() => stage.dispose())
  return stage
}

/** Calls of a page, as a shell passes them on; what is refused is thrown. */
export function callerOf(wall: WallMain, page: Page) {
  const dispatch = createDispatch({
    handlers: wall.handlers,
    log: recordingLog([]),
    onBug: (error) => {
      throw error
    },
  })
  return async <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> => {
    const result = await dispatch.call(name, input, page)
    if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answered by the same table
    return result.value as CallOutput<Name>
  }
}

/** Inserts over HTTP, as an integrator does. */
export async function insertEvents(
  site: Pick<TestSite, 'baseUrl' | 'account'>,
  key: string,
  events: readonly Omit<InsertEvent, 'orgId'>[],
): Promise<void> {
  const body = { events: events.map((event) => ({ orgId: site.account.orgId, ...event })) }
  const answer = await post(site.baseUrl + defaultPaths.eventInsertBatch, body, key)
  const { results } = insertBatchResponse.parse(expectOk(answer))
  if (results.some(({ success }) => !success)) throw new Error(`not inserted: ${answer.text}`)
}
