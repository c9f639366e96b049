import { type ChildProcess, execFile, type ExecFileException, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import { parseJson } from '#contract/json.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { mediaDefaults } from './media-defaults.ts'
import { mediaError, type MediaError } from './media-errors.ts'

const limits = mediaDefaults.server

interface LivekitProcessOptions {
  readonly binary: string
  readonly configFile: string
  readonly httpPort: number
  readonly udpPort: number
  readonly log: Logger
  readonly redact: (text: string) => string
  /** Asks the server something that only ours can answer. Rejects when it did not, with `TimeoutError` when not in time. */
  readonly probe: (timeoutMs: number) => Promise<unknown>
}

export class LivekitProcess {
  readonly #options: LivekitProcessOptions
  readonly #child: ChildProcess
  readonly #exited: Promise<void>
  #hasExited = false
  #startError: MediaError | undefined
  /** What it printed outside of its log: the reason, when it cannot start. */
  #lastWords = ''

  constructor(options: LivekitProcessOptions) {
    this.#options = options
    // Nothing secret is said here: arguments can be read by every user of the machine.
    this.#child = spawn(options.binary, ['--config', options.configFile], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.on('error', (cause: NodeJS.ErrnoException) => {
      const message = `The LiveKit server ${options.binary} cannot be started: ${cause.code ?? cause.message}.`
      this.#startError = mediaError('binary_missing', message)
    })
    this.#exited = once(this.#child, 'close').then(
      () => this.#noteExit(),
      () => this.#noteExit(),
    )
    this.#relay(this.#child.stdout)
    this.#relay(this.#child.stderr)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Settles when the process has ended and all it said was read. */
  get exited(): Promise<void> {
    return this.#exited
  }

  /** Waits until the server answers. On failure the process has ended. */
  async ready(): Promise<Result<void, MediaError>> {
    const untilMs = performance.now() + limits.startTimeoutMs
    while (performance.now() < untilMs) {
      if (this.#hasExited) return fail(this.#failure())
      const answered = await Promise.race([
        this.#options.probe(limits.probeTimeoutMs).then(
          () => true,
          () => false,
        ),
        this.#exited.then(() => false),
      ])
      if (answered && !this.#hasExited) return ok(undefined)
      await Promise.race([sleep(limits.probeEveryMs), this.#exited])
    }
    await this.#kill()
    const seconds = limits.startTimeoutMs / 1000
    return fail(mediaError('start_timeout', `The LiveKit server did not answer within ${seconds} seconds.`))
  }

  /** From now on it is ended when it hangs: whoever starts it again does so as after a death. */
  endWhenHung(): void {
    let missed = 0
    const look = async () => {
      try {
        await this.#options.probe(limits.hangProbeTimeoutMs)
        missed = 0
      } catch (error) {
        // Anything else, such as no file handle to ask by, says nothing of the server.
        if (!(error instanceof Error && error.name === 'TimeoutError')) return
        missed++
      }
      if (missed < limits.hangProbes || this.#hasExited) return
      this.#options.log.warn({ missed }, 'the media server does not answer any more, and is ended')
      await this.stop()
    }
    const timer = setInterval(() => void look(), limits.hangProbeEveryMs)
    timer.unref()
    void this.#exited.then(() => clearInterval(timer))
  }

  /** Asks it to end, urges it, and ends it. */
  async stop(): Promise<void> {
    for (const patienceMs of [limits.drainTimeoutMs, limits.forceTimeoutMs]) {
      if (this.#hasExited) return
      this.#child.kill('SIGTERM')
      await Promise.race([this.#exited, sleep(patienceMs, undefined, { ref: false })])
    }
    await this.#kill()
  }

  async #kill(): Promise<void> {
    if (!this.#hasExited) this.#child.kill('SIGKILL')
    await this.#exited
  }

  #relay(output: Readable | null): void {
    if (output === null) return
    createInterface({ input: output, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      if (line.trim() === '') return
      if (!line.startsWith('{')) this.#lastWords = this.#options.redact(line)
      relayLivekitLine(line, this.#options.log, this.#options.redact)
    })
  }

  #noteExit(): void {
    this.#hasExited = true
  }

  #failure(): MediaError {
    if (this.#startError !== undefined) return this.#startError
    if (this.#lastWords.includes('address already in use')) {
      const { httpPort, udpPort } = this.#options
      const port = this.#lastWords.includes('udp') ? `UDP port ${udpPort}` : `Port ${httpPort}`
      const message = `${port} is taken by another program. Stop it, or choose another port for the media server.`
      return mediaError('port_taken', message)
    }
    const detail = this.#lastWords === '' ? 'without a word' : `and said: ${this.#lastWords}`
    return mediaError('start_failed', `The LiveKit server ended ${detail}.`)
  }
}

const lineSchema = z.looseObject({ level: z.string(), msg: z.string().default('') })

/** LiveKit tells a line for every step of every participant at `info`: to a site that is detail. */
const levels: Readonly<Record<string, 'debug' | 'warn' | 'error'>> = {
  debug: 'debug',
  info: 'debug',
  warn: 'warn',
  error: 'error',
  dpanic: 'error',
  panic: 'error',
  fatal: 'error',
}

/** Said by `logger` and `ts` of our own log, or of no use to a reader of it. */
const left = new Set(['level', 'ts', 'msg', 'logger', 'caller'])

/** Writes one line of LiveKit's JSON log into ours. What is not JSON was printed in distress: a warning. */
export function relayLivekitLine(
  line: string,
  log: Pick<Logger, 'debug' | 'warn' | 'error'>,
  redact: (text: string) => string,
): void {
  const clean = redact(line)
  const parsed = lineSchema.safeParse(parseJson(clean))
  if (!parsed.success) return log.warn(clean)
  const fields = Object.fromEntries(Object.entries(parsed.data).filter(([name]) => !left.has(name)))
  log[levels[parsed.data.level] ?? 'debug'](fields, parsed.data.msg)
}

const { minVersion, versionTimeoutMs } = mediaDefaults.server
const wanted = `${minVersion.major}.${minVersion.minor}.${minVersion.patch} or a newer ${minVersion.major}.x`

/** Asks a LiveKit program for its version and tells whether it can be used. */
export function livekitVersion(
  binary: string,
  timeoutMs: number = versionTimeoutMs,
): Promise<Result<string, MediaError>> {
  return new Promise((resolve) => {
    execFile(binary, ['--version'], { timeout: timeoutMs }, (cause, output) => {
      if (cause === null) resolve(checkVersion(binary, output))
      else resolve(cause.killed ? late(binary, timeoutMs) : missing(binary, cause))
    })
  })
}

export function checkVersion(binary: string, output: string): Result<string, MediaError> {
  const found = /version (\d+)\.(\d+)\.(\d+)/.exec(output)
  if (found === null) {
    return fail(mediaError('version_unfit', `${binary} is not a LiveKit server; ${wanted} is needed.`))
  }
  const [major = 0, minor = 0, patch = 0] = found.slice(1).map(Number)
  const version = `${major}.${minor}.${patch}`
  const fits =
    major === minVersion.major &&
    (minor > minVersion.minor || (minor === minVersion.minor && patch >= minVersion.patch))
  if (fits) return ok(version)
  return fail(mediaError('version_unfit', `${binary} is LiveKit server ${version}; ${wanted} is needed.`))
}

function missing(binary: string, cause: ExecFileException): Result<never, MediaError> {
  const why = cause.code === 'ENOENT' ? 'it does not exist' : String(cause.code ?? cause.message)
  return fail(mediaError('binary_missing', `The LiveKit server ${binary} cannot be started: ${why}.`))
}

/** A cold disk does not make it a program that is not there. */
function late(binary: string, timeoutMs: number): Result<never, MediaError> {
  const message = `The LiveKit server ${binary} did not tell its version within ${timeoutMs / 1_000} seconds.`
  return fail(mediaError('start_timeout', message))
}
