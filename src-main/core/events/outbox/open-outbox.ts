import { Worker } from 'node:worker_threads'
import { wallError, type WallError } from '#contract/errors.ts'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { messageOf } from '#contract/thrown.ts'
import type { AreaLog } from '../../log/logger.ts'
import type { InsertCalls } from '../../platform/event-calls.ts'
import type { Clock, Random, Timers } from '../../time.ts'
import { outboxDefaults, type OutboxLimits } from './defaults.ts'
import { DurableOutbox } from './durable-outbox.ts'
import type { EventOutbox } from './event-outbox.ts'
import type { OpenedStore, StoreOptions } from './open-store.ts'
import type { StoreAnswer, StoreQuestion } from './outbox-worker.ts'
import { PlatformDelivery } from './platform-delivery.ts'
import { type OutboxStorePort, storePort } from './store-port.ts'

export interface OpenOutboxOptions {
  /** Absolute: the wall's data folder. */
  readonly dataDir: string
  /** As in the vault: base address, or the fixed name of an embedded site. */
  readonly platform: string
  /** The built or the source `outbox-worker`. */
  readonly workerScript: URL | string
  readonly calls: Pick<InsertCalls, 'one' | 'batch'>
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly log: AreaLog
  /** What was found damaged. */
  readonly onNotice: (notice: ExactMessage) => void
  readonly limits?: Partial<OutboxLimits>
}

/** The wall's outbox for one platform. Where there can be none it says so, and never fails. */
export async function openOutbox(options: OpenOutboxOptions): Promise<EventOutbox> {
  const opened = await openDurable(options)
  if (opened.ok) return opened.value
  const { error } = opened
  options.log.error(error.message)
  return error.code === 'storage_failed' ? outboxOnceItOpens(error, options) : absentOutbox(error)
}

async function openDurable(options: OpenOutboxOptions): Promise<Result<EventOutbox, WallError>> {
  const { dataDir, platform, workerScript, calls, clock, timers, random, log, onNotice } = options
  const limits: OutboxLimits = { ...outboxDefaults, ...options.limits }
  const opened = await openWorkerStore(workerScript, {
    dir: dataDir,
    platform,
    nowMs: clock.wallMs(),
    busyTimeoutInMs: limits.busyTimeoutInMs,
  })
  if (!opened.ok) return opened
  const { store, notice } = opened.value
  if (notice !== undefined) {
    log.error(notice.message)
    onNotice(notice)
  }
  const delivery = new PlatformDelivery({ ...limits, calls, clock })
  return ok(new DurableOutbox({ store, delivery, clock, timers, random, log, limits }))
}

/** Stands in until people have made room on the disk: each call, and the time, tries to open it again. */
function outboxOnceItOpens(failure: WallError, options: OpenOutboxOptions): EventOutbox {
  const openAgainInMs = options.limits?.openAgainInMs ?? outboxDefaults.openAgainInMs
  const listeners = new Set<() => void>()
  let outbox = absentOutbox(failure)
  let isSettled = false
  let opening: Promise<void> | undefined
  let cancelTimer = wait()

  function wait(): () => void {
    return options.timers.after(openAgainInMs, () => void present())
  }

  async function open(): Promise<void> {
    cancelTimer()
    const opened = await openDurable(options)
    opening = undefined
    if (opened.ok) {
      isSettled = true
      outbox = opened.value
      outbox.onChange(notify)
    } else {
      outbox = absentOutbox(opened.error)
      if (!isSettled) cancelTimer = wait()
    }
    notify()
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  async function present(): Promise<EventOutbox> {
    if (!isSettled) await (opening ??= open())
    return outbox
  }

  return {
    accept: async (...given) => (await present()).accept(...given),
    positionOf: async (source) => (await present()).positionOf(source),
    complete: async (...given) => (await present()).complete(...given),
    retry: async (selection) => (await present()).retry(selection),
    discard: async (selection) => (await present()).discard(selection),
    status: () => outbox.status(),
    wake: () => void present().then((now) => now.wake()),
    resume: () => void present().then((now) => now.resume()),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async dispose() {
      isSettled = true
      cancelTimer()
      await opening
      await outbox.dispose()
    },
  }
}

/** Stands in where events cannot be kept: refuses every call with the reason, and the wall goes on. */
export function absentOutbox(unavailable: WallError): EventOutbox {
  const refuse = async () => fail(unavailable)
  return {
    accept: refuse,
    positionOf: refuse,
    complete: refuse,
    retry: refuse,
    discard: refuse,
    status: async () => ({ depth: 0, held: 0, deadLetters: [], deadLetterCount: 0, unavailable }),
    wake: () => undefined,
    resume: () => undefined,
    onChange: () => () => undefined,
    dispose: async () => undefined,
  }
}

/** Node-API of the database's native module. A runtime with an older one would end the program, not the thread. */
const neededNodeApi = 10

/** Opens the outbox in a thread of its own. `script`: the built or the source `outbox-worker`. */
export async function openWorkerStore(
  script: URL | string,
  options: StoreOptions,
): Promise<Result<OpenedStore<OutboxStorePort>, WallError>> {
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
