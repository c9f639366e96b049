import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { fail, ok, type Result } from '#contract/result.ts'
import { messageOf } from '#contract/thrown.ts'
import { urlHost } from '../url-host.ts'
import { freeTcpPort, freeUdpPort } from './free-port.ts'
import { livekitConfigYaml, type TurnServers } from './livekit-config.ts'
import { LivekitProcess, livekitVersion } from './livekit-process.ts'
import { mediaDefaults } from './media-defaults.ts'
import { mediaError, mediaErrors, type MediaError } from './media-errors.ts'
import { OrphanGuard } from './orphan-guard.ts'
import { retryInMs } from './retry-delay.ts'
import { secretRedactor } from './secret-redaction.ts'

const limits = mediaDefaults.server
const loopback = '127.0.0.1'
const everyAddress = '0.0.0.0'

/**
 * `restarting`: it died, or could not be started, and is being started again, for as long as that takes; `failed`: it
 * has never run, for a reason that needs a person.
 */
export type MediaServerState = 'stopped' | 'starting' | 'running' | 'restarting' | 'failed'

export interface MediaServerOptions {
  /** Path of the LiveKit server program. */
  readonly binary: string
  /** Holds the generated configuration (with the secret, mode 0600) and the process file. */
  readonly dataDir: string
  /** An address of this machine, or 0.0.0.0; loopback unless said otherwise. */
  readonly bindAddress?: string
  /** 0 or left out: a free one is picked. */
  readonly httpPort?: number
  readonly udpPort?: number
  readonly apiKey: string
  /** At least 32 characters, random for every site. */
  readonly apiSecret: string
  /** Named to clients. */
  readonly turn?: TurnServers | undefined
  readonly log: Logger
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly onState?: (state: MediaServerState, error?: MediaError) => void
}

export interface MediaServerAddress {
  /** For clients: `ws://address:port`. */
  readonly url: string
  /** For this machine's own cameras: always over loopback. */
  readonly localUrl: string
  readonly httpPort: number
  readonly udpPort: number
}

export interface RunningMediaServer extends MediaServerAddress {
  readonly version: string
}

/** Starts LiveKit and keeps it running, on the same ports, until it is disposed. */
export class MediaServer {
  readonly #options: MediaServerOptions
  readonly #log: Logger
  readonly #guard: OrphanGuard
  readonly #configFile: string
  readonly #redact: (text: string) => string
  #state: MediaServerState = 'stopped'
  #process: LivekitProcess | undefined
  #address: MediaServerAddress | undefined
  /** Known once its program and its folder can be used. */
  #version: string | undefined
  #restartTimer: NodeJS.Timeout | undefined
  #attempt = 0
  #disposed = false

  constructor(options: MediaServerOptions) {
    this.#options = options
    this.#log = options.log.child({ area: 'livekit' })
    this.#guard = new OrphanGuard(join(options.dataDir, 'livekit.pid.json'))
    this.#configFile = join(options.dataDir, 'livekit.yaml')
    this.#redact = secretRedactor([
      options.apiSecret,
      options.apiKey,
      ...(options.turn ? [options.turn.secret] : []),
    ])
  }

  get state(): MediaServerState {
    return this.#state
  }

  /** Where it is, or will be, from the first start on; undefined before, and when that failed for good. */
  get address(): MediaServerAddress | undefined {
    return this.#address
  }

  /** The process number of LiveKit, for figures and tests; undefined while there is none. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** The first start. A failure is returned; unless it needs a person, the start is tried again until it succeeds. */
  async start(): Promise<Result<RunningMediaServer, MediaError>> {
    this.#enter('starting')
    const started = await this.#firstStart()
    if (started.ok || this.#disposed) return started
    this.#startFailed(started.error)
    return started
  }

  /** Ends the server and forgets the configuration file. Leaves no process. */
  async dispose(): Promise<void> {
    this.#disposed = true
    clearTimeout(this.#restartTimer)
    const process = this.#process
    this.#process = undefined
    await process?.stop()
    if (process !== undefined) this.#guard.release()
    rmSync(this.#configFile, { force: true })
    this.#enter('stopped')
  }

  async #firstStart(): Promise<Result<RunningMediaServer, MediaError>> {
    const picks = !this.#options.httpPort && !this.#options.udpPort
    for (let tries = 1; ; tries++) {
      const address = await this.#choosePorts()
      this.#address = address
      const launched = await this.#prepareAndLaunch(address)
      if (launched.ok) {
        const { httpPort, udpPort } = address
        const version = launched.value
        this.#log.info({ version, httpPort, udpPort }, 'media server is running')
        this.#enter('running')
        return ok({ ...address, version })
      }
      const again = picks && launched.error.code === 'port_taken' && tries < limits.pickPortTries
      if (!again) return launched
    }
  }

  /** Resolves with the version. */
  async #prepareAndLaunch(address: MediaServerAddress): Promise<Result<string, MediaError>> {
    if (this.#version === undefined) {
      const version = await livekitVersion(this.#options.binary)
      if (!version.ok) return version
      const prepared = this.#prepareFolder()
      if (!prepared.ok) return prepared
      await this.#guard.reap()
      this.#version = version.value
    }
    const launched = await this.#launch(address)
    return launched.ok ? ok(this.#version) : launched
  }

  #prepareFolder(): Result<void, MediaError> {
    try {
      mkdirSync(this.#options.dataDir, { recursive: true, mode: 0o700 })
      return ok(undefined)
    } catch (cause) {
      return this.#folderFailure(cause)
    }
  }

  async #choosePorts(): Promise<MediaServerAddress> {
    const bindAddress = this.#options.bindAddress ?? loopback
    const httpPort = this.#options.httpPort || (await freeTcpPort(bindAddress))
    const udpPort = this.#options.udpPort || (await freeUdpPort(bindAddress))
    return {
      httpPort,
      udpPort,
      url: `ws://${bindAddress === everyAddress ? loopback : urlHost(bindAddress)}:${httpPort}`,
      localUrl: `ws://${loopback}:${httpPort}`,
    }
  }

  async #launch({ httpPort, udpPort }: MediaServerAddress): Promise<Result<void, MediaError>> {
    const cancelled = mediaError('cancelled', 'The media server was stopped.')
    const { binary, apiKey, apiSecret, bindAddress = loopback } = this.#options
    const [{ RoomServiceClient }, yaml] = await Promise.all([
      // Here and not above, as in the configuration: a site without a media server starts without them.
      import('livekit-server-sdk'),
      livekitConfigYaml({ ...this.#options, bindAddress, httpPort, udpPort }),
    ])
    if (this.#disposed) return fail(cancelled)
    try {
      // A file that exists keeps its mode, so an old one with a wider mode must go first.
      rmSync(this.#configFile, { force: true })
      writeFileSync(this.#configFile, yaml, { mode: 0o600 })
    } catch (cause) {
      return this.#folderFailure(cause)
    }
    const process = new LivekitProcess({
      binary,
      configFile: this.#configFile,
      httpPort,
      udpPort,
      log: this.#log,
      redact: this.#redact,
      // Needs our key: another server on this port could not answer it.
      probe: (timeoutMs) =>
        new RoomServiceClient(`http://${loopback}:${httpPort}`, apiKey, apiSecret, {
          requestTimeout: timeoutMs / 1_000,
        }).listRooms(),
    })
    this.#process = process
    if (process.pid !== undefined) this.#guard.watch(process.pid)
    const ready = await process.ready()
    if (this.#disposed) return fail(cancelled)
    if (ready.ok) {
      const readyAtMs = performance.now()
      void process.exited.then(() => this.#died(performance.now() - readyAtMs))
      process.endWhenHung()
    } else {
      this.#guard.release()
    }
    return ready
  }

  #died(ranMs: number): void {
    if (this.#disposed) return
    this.#guard.release()
    if (ranMs > limits.healthyAfterMs) this.#attempt = 0
    this.#restartLater(mediaError('start_failed', 'The media server ended unexpectedly.'))
  }

  #restartLater(error: MediaError): void {
    const delayMs = retryInMs(limits.restart, this.#attempt, this.#options.random)
    this.#attempt++
    this.#log.warn({ code: error.code, retryInMs: delayMs }, error.message)
    this.#enter('restarting', error)
    this.#restartTimer = setTimeout(() => void this.#restart(), delayMs)
  }

  async #restart(): Promise<void> {
    if (this.#address === undefined) return
    const launched = await this.#prepareAndLaunch(this.#address)
    if (this.#disposed) return
    if (launched.ok) {
      this.#log.info('media server is running again')
      this.#enter('running')
    } else if (this.#version === undefined) {
      this.#startFailed(launched.error)
    } else {
      // It could be started once: a folder, for one, comes back.
      this.#restartLater(launched.error)
    }
  }

  #startFailed(error: MediaError): void {
    if (!mediaErrors[error.code].permanent) return this.#restartLater(error)
    this.#log.error({ code: error.code }, error.message)
    this.#address = undefined
    this.#enter('failed', error)
  }

  #folderFailure(cause: unknown): Result<never, MediaError> {
    const why = messageOf(cause)
    return fail(mediaError('data_folder', `The media server's data folder cannot be written: ${why}.`))
  }

  #enter(state: MediaServerState, error?: MediaError): void {
    if (state === this.#state) return
    this.#state = state
    this.#options.onState?.(state, error)
  }
}
