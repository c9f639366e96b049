import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { CameraHabits } from '#contract/process/launch.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Fleet, FleetOptions, FleetStats } from './camera-fleet.ts'
import type { FleetMessage, FleetRequest, FleetThreadData } from './fleet-messages.ts'
import { mediaDefaults } from './media-defaults.ts'
import { type MediaError, mediaError } from './media-errors.ts'
import { retryInMs } from './retry-delay.ts'

export type FleetThreadOptions = Omit<FleetOptions, 'clock'>

interface Pending {
  readonly request: FleetRequest
  readonly resolve: (stats: FleetStats | undefined) => void
}

const noStats: FleetStats = { cameras: [], published: 0 }

/**
 * The cameras in a thread of their own: a request of the site that computes or waits for its database
 * must not make pictures late, and sixteen handshakes must not make requests late.
 */
export class FleetThread implements Fleet {
  readonly #options: FleetThreadOptions
  readonly #pending = new Map<number, Pending>()
  /** Kept here, because the next thread has to be told again. */
  readonly #tapped: Set<string>
  #worker: Worker | undefined
  #nextId = 1
  #restarts = 0
  #restartTimer: NodeJS.Timeout | undefined
  #disposed = false

  private constructor(options: FleetThreadOptions) {
    this.#options = options
    this.#tapped = new Set(options.tapped)
  }

  /** Reads the clips and starts to publish; does not wait for the media server. */
  static async create(options: FleetThreadOptions): Promise<Result<FleetThread, MediaError>> {
    const fleet = new FleetThread(options)
    const created = await fleet.#begin()
    if (created.ok) return ok(fleet)
    await fleet.#end()
    return fail(created.error)
  }

  hurry(): void {
    void this.#ask('hurry')
  }

  freeze(cameraId: string): void {
    void this.#ask('freeze', cameraId)
  }

  resume(cameraId: string): void {
    void this.#ask('resume', cameraId)
  }

  setHabits(cameraId: string, habits: CameraHabits): void {
    void this.#ask('setHabits', cameraId, habits)
  }

  setTapped(cameraId: string, isTapped: boolean): void {
    if (isTapped) this.#tapped.add(cameraId)
    else this.#tapped.delete(cameraId)
    void this.#ask('setTapped', cameraId, isTapped)
  }

  async stop(cameraId: string): Promise<void> {
    await this.#ask('stop', cameraId)
  }

  async stats(): Promise<FleetStats> {
    return (await this.#ask('stats')) ?? noStats
  }

  async allPublished(): Promise<void> {
    await this.#ask('allPublished')
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return
    const left = this.#worker === undefined ? Promise.resolve() : this.#ask('dispose')
    await Promise.race([left, sleep(mediaDefaults.fleet.disposeTimeoutMs, undefined, { ref: false })])
    await this.#end()
  }

  async #end(): Promise<void> {
    this.#disposed = true
    clearTimeout(this.#restartTimer)
    await this.#worker?.terminate()
    for (const { resolve } of this.#pending.values()) resolve(undefined)
    this.#pending.clear()
  }

  /** Starts a thread; settles when it has read its clips, or has ended before. */
  #begin(): Promise<Result<void, MediaError>> {
    const { mediaServer, cameras, log } = this.#options
    const workerData: FleetThreadData = {
      mediaServer,
      cameras,
      logLevel: log.level,
      tapped: [...this.#tapped],
    }
    const worker = new Worker(new URL('./fleet-worker.ts', import.meta.url), { workerData })
    this.#worker = worker
    for (const { request } of this.#pending.values()) this.#worker?.postMessage(request)
    return new Promise((resolve) => {
      worker.on('message', (message: FleetMessage) => {
        if (message.type === 'created') resolve(message.result)
        else this.#receive(message)
      })
      worker.on('error', (cause) => log.error({ err: cause }, 'the publishing thread broke'))
      worker.on('exit', () => {
        resolve(fail(mediaError('start_failed', 'The publishing thread ended before it began.')))
        this.#ended(worker)
      })
    })
  }

  #receive(message: Exclude<FleetMessage, { type: 'created' }>): void {
    const { log, onPicture, onSound } = this.#options
    if (message.type === 'log') return relayPinoLine(message.line, log)
    if (message.type === 'picture') return onPicture?.(message.picture)
    if (message.type === 'sound') return onSound?.(message.sound)
    this.#pending.get(message.id)?.resolve(message.stats)
    this.#pending.delete(message.id)
  }

  /** A thread that ends by itself met a bug: the cameras come back, and what was asked of it is asked again. */
  #ended(worker: Worker): void {
    if (this.#disposed || worker !== this.#worker) return
    this.#worker = undefined
    const delayMs = retryInMs(mediaDefaults.publisher.retry, this.#restarts++, this.#options.random)
    this.#restartTimer = setTimeout(() => void this.#begin(), delayMs)
  }

  #ask<Method extends keyof Fleet>(
    method: Method,
    ...given: Parameters<Fleet[Method]>
  ): Promise<FleetStats | undefined> {
    if (this.#disposed) return Promise.resolve(undefined)
    const request = { id: this.#nextId++, method, given }
    return new Promise((resolve) => {
      this.#pending.set(request.id, { request, resolve })
      this.#worker?.postMessage(request)
    })
  }
}

const lineSchema = z.looseObject({ level: z.number(), msg: z.string().default('') })

/** Writes a line that another pino made into ours, with our own time and bindings. */
function relayPinoLine(line: string, log: Logger): void {
  const parsed = lineSchema.safeParse(JSON.parse(line))
  if (!parsed.success) return
  const { level, msg, ...fields } = parsed.data
  if (level >= 50) log.error(fields, msg)
  else if (level >= 40) log.warn(fields, msg)
  else if (level >= 30) log.info(fields, msg)
  else log.debug(fields, msg)
}
