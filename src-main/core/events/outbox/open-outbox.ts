import { Worker } from 'node:worker_threads'
import { wallError, type WallError } from '#contract/errors.ts'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { messageOf } from '#contract/thrown.ts'
import type { AreaLog } from '../../log/logger.ts'
import type { InsertCalls } from '../../platform/event-calls.ts'
import type { Random, Time } from '../../time.ts'
import { outboxDefaults } from './defaults.ts'
import { DurableOutbox } from './durable-outbox.ts'
import type { StoreOptions } from './open-store.ts'
import type { StoreAnswer, StoreQuestion } from './outbox-worker.ts'
import { PlatformDelivery } from './platform-delivery.ts'
import { type OutboxStorePort, type StoreMethod, storePort } from './store-port.ts'

export interface OpenOutboxOptions extends Time {
  /** Absolute: the wall's data folder. */
  readonly dataDir: string
  /** As in the vault: base address, or the fixed name of an embedded site. */
  readonly platform: string
  /** The built or the source `outbox-worker`. */
  readonly workerScript: URL | string
  readonly calls: Pick<InsertCalls, 'one' | 'batch'>
  readonly random: Random
  readonly log: AreaLog
  /** What was found damaged. */
  readonly onNotice: (notice: ExactMessage) => void
}

/** What nobody waits for tries to open a store no more often than `openAgainInMs`. */
const byItself: ReadonlySet<StoreMethod> = new Set(['purge', 'claim', 'status'])

/** The wall's outbox for one platform. Where there can be none, every call says why. */
export function openOutbox(options: OpenOutboxOptions): DurableOutbox {
  const { calls, clock, timers, random, log } = options
  const delivery = new PlatformDelivery({ ...outboxDefaults, calls, clock })
  const store = storeOnceItOpens(options, () => outbox.wake())
  const outbox = new DurableOutbox({ store, delivery, clock, timers, random, log, limits: outboxDefaults })
  return outbox
}

/** Opened by the first call; where the disk does not let it, by a later one, when people may have made room. */
function storeOnceItOpens(options: OpenOutboxOptions, onLate: () => void): OutboxStorePort {
  const { dataDir: dir, platform, workerScript, clock, log, onNotice } = options
  const { busyTimeoutInMs, openAgainInMs } = outboxDefaults
  let opening: Promise<Result<OutboxStorePort, WallError>> | undefined
  let againFromMs = Infinity
  let isClosed = false

  async function open(): Promise<Result<OutboxStorePort, WallError>> {
    againFromMs = Infinity
    const opened = await openWorkerStore(workerScript, {
      dir,
      platform,
      nowMs: clock.wallMs(),
      busyTimeoutInMs,
    })
    if (!opened.ok) {
      if (opened.error.code === 'storage_failed') againFromMs = clock.monotonicMs() + openAgainInMs
      return opened
    }
    const { store, notice } = opened.value
    if (notice !== undefined) {
      log.error(notice.message)
      onNotice(notice)
    }
    return ok(store)
  }

  return storePort(async (method, args) => {
    isClosed ||= method === 'close'
    const isDue = byItself.has(method) ? clock.monotonicMs() >= againFromMs : againFromMs < Infinity
    const isLate = opening !== undefined && isDue && !isClosed
    if (opening === undefined || isLate) opening = open()
    const opened = await opening
    if (isLate && opened.ok) onLate()
    if (!opened.ok) return opened
    const run = opened.value[method] as (...given: readonly unknown[]) => Promise<Result<unknown, WallError>>
    return run(...args)
  })
}

/** Node-API of the database's native module. A runtime with an older one would end the program, not the thread. */
const neededNodeApi = 10

/** Opens the outbox in a thread of its own. `script`: the built or the source `outbox-worker`. */
export async function openWorkerStore(script: URL | string, options: StoreOptions) {
  const nodeApi = Number(process.versions['napi'] ?? 0)
  if (nodeApi < neededNodeApi) {
    return fail(wallError('outbox_unavailable', exactMessage('outbox_runtime_old')))
  }
  const worker = new Worker(script, { workerData: options, name: 'outbox' })
  const waiting = new Map<number, (result: Result<unknown, WallError>) => void>()
  const opening = answerTo(0)
  let lastId = 0
  let end: WallError | undefined

  function finish(reason: string): void {
    end ??= wallError('outbox_unavailable', exactMessage('outbox_stopped', { reason }))
    for (const settle of waiting.values()) settle(fail(end))
    waiting.clear()
  }
  worker.on('error', (error) => finish(messageOf(error)))
  worker.on('exit', () => finish('its thread has ended'))
  worker.on('message', ({ id, result }: StoreAnswer) => {
    waiting.get(id)?.(result)
    waiting.delete(id)
  })

  function answerTo(id: number): Promise<Result<unknown, WallError>> {
    return new Promise((resolve) => waiting.set(id, resolve))
  }

  const opened = (await opening) as Result<ExactMessage | undefined, WallError>
  if (!opened.ok) {
    await worker.terminate()
    return opened
  }
  const store = storePort(async (method, args) => {
    if (end !== undefined) return fail(end)
    const id = ++lastId
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    worker.postMessage({ id, method, args } satisfies StoreQuestion)
    return answerTo(id)
  })
  return ok({ store, notice: opened.value })
}
