import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { createApiKeyResponse } from '#contract/platform/api-key.ts'
import type {
  CameraHabits,
  EmbeddedSite,
  FromSite,
  MediaServerSight,
  ToSite,
} from '#contract/process/launch.ts'

/** Of a site that is `bare`. */
const bareApiKey = z.object({ apiKey: z.string() })

const entry = resolve(import.meta.dirname, '../../src-site/main.ts')

export interface StartSiteOptions {
  /** Kept when the site ends; otherwise a folder of its own is made and removed. */
  readonly dataDir?: string
  readonly cameras?: number
  /** Clips to publish; without them no camera has a picture. */
  readonly footageDir?: string
  readonly port?: number
  /** False: as on a machine without a LiveKit server. */
  readonly withMediaServer?: boolean
  /** Level of the site's log; `debug` has a line for each request. */
  readonly logLevel?: string
  /** The demonstration's machines; most tests want to know who inserts what. */
  readonly demoEvents?: boolean
  /** A platform with nothing but what section 4 of the interface describes. */
  readonly bare?: boolean
  /** Such a one that says otherwise than by 404 that it has no more. */
  readonly bareStatus?: number
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

type Command = ToSite extends infer One ? (One extends ToSite ? Omit<One, 'id'> : never) : never

/** The site could not start: what it said, and its exit code. */
export class SiteDidNotStart extends Error {
  readonly exitCode: number | null

  constructor(sentence: string, exitCode: number | null) {
    super(sentence)
    this.exitCode = exitCode
  }
}

/** A real site process on free ports, told what to do over the channel that its launcher has, too. */
export class TestSite {
  readonly baseUrl: string
  readonly liveViewUrl: string
  readonly account: EmbeddedSite['account']
  readonly dataDir: string
  readonly partsMs: Readonly<Record<string, number>>
  /** What it reported on its way, as `part: text`. */
  readonly reports: readonly string[]
  readonly process: ChildProcess
  /** Resolves with the exit code (null after a signal) once the process has ended. */
  readonly exited: Promise<number | null>
  readonly #ownDir: boolean
  #lastId = 0

  constructor(
    child: ChildProcess,
    ready: Extract<FromSite, { type: 'ready' }>,
    exited: Promise<number | null>,
    dataDir: string,
    ownDir: boolean,
    reports: readonly string[],
  ) {
    this.process = child
    this.exited = exited
    this.baseUrl = ready.baseUrl
    this.liveViewUrl = ready.liveViewUrl
    this.account = ready.account
    this.partsMs = ready.partsMs
    this.dataDir = dataDir
    this.reports = reports
    this.#ownDir = ownDir
  }

  get logFile(): string {
    return join(this.dataDir, 'logs', 'site.log')
  }

  /** Makes a key with the embedded account. At most ten an organization. */
  async apiKey(name = 'test', expiresInSeconds = 3_600): Promise<string> {
    const response = await fetch(`${this.baseUrl}/v1/api-key`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, expiresIn: expiresInSeconds, ...this.account }),
    })
    if (!response.ok) throw new Error(`no API key: ${response.status} ${await response.text()}`)
    const answer = z.union([createApiKeyResponse, bareApiKey]).parse(await response.json())
    return 'key' in answer ? answer.key : answer.apiKey
  }

  freeze(cameraId: string): Promise<void> {
    return this.#send({ type: 'test-freeze', cameraId })
  }

  resume(cameraId: string): Promise<void> {
    return this.#send({ type: 'test-resume', cameraId })
  }

  stopCamera(cameraId: string): Promise<void> {
    return this.#send({ type: 'test-stop', cameraId })
  }

  setHabits(cameraId: string, habits: CameraHabits): Promise<void> {
    return this.#send({ type: 'test-habits', cameraId, habits })
  }

  killMediaServer(): Promise<void> {
    return this.#send({ type: 'test-kill-media-server' })
  }

  async media(): Promise<MediaServerSight> {
    const { media } = await this.#ask({ type: 'test-media' })
    if (!media) throw new Error('the site did not say how its media server is')
    return media
  }

  async mediaServerPid(): Promise<number | undefined> {
    return (await this.media()).pid
  }

  /** Resolves once the media server is up and so many cameras have a picture. */
  async published(cameras: number): Promise<void> {
    const giveUpAtMs = performance.now() + 120_000
    for (;;) {
      const { state, publishing } = await this.media()
      if (state === 'up' && publishing >= cameras) return
      if (performance.now() > giveUpAtMs) {
        throw new Error(`${publishing} of ${cameras} cameras have a picture:\n${this.reports.join('\n')}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** SIGKILL, as a crash would be. The folder stays, so that another start can be tried on it. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await this.exited
  }

  /** Ends it as its launcher does. */
  async stop(): Promise<number | null> {
    if (this.process.connected) this.process.disconnect()
    const code = await this.exited
    if (this.#ownDir) await rm(this.dataDir, { recursive: true, force: true })
    return code
  }

  async #send(command: Command): Promise<void> {
    await this.#ask(command)
  }

  #ask(command: Command): Promise<Extract<FromSite, { type: 'test-done' }>> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const settle = (message: FromSite) => {
        if (message.type !== 'test-done' || message.id !== id) return
        this.process.off('message', settle)
        if (message.problem) reject(new Error(message.problem))
        else resolve(message)
      }
      this.process.on('message', settle)
      void this.exited.then(() => reject(new Error('the site has ended')))
      this.process.send({ ...command, id } satisfies ToSite, (error) => {
        if (error) reject(error)
      })
    })
  }
}

/** Rejects with `SiteDidNotStart` when the site says that it cannot, or ends. */
export async function startSite(options: StartSiteOptions = {}): Promise<TestSite> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'tessera-site-')))
  const { promise: exited, resolve: noteExit } = Promise.withResolvers<number | null>()
  const footageDir = options.footageDir ?? join(dataDir, 'no-footage')
  const flags = `--port ${options.port ?? 0} --cameras ${options.cameras ?? 16}`.split(' ')
  if (options.demoEvents !== true) flags.push('--no-demo-events')
  if (options.bare === true) flags.push('--bare')
  if (options.bareStatus !== undefined) flags.push('--bare-status', String(options.bareStatus))
  flags.push('--data', dataDir, '--footage', footageDir, ...(options.flags ?? []))
  const child = fork(entry, flags, {
    env: {
      ...process.env,
      LIVEKIT_SERVER: options.withMediaServer === false ? join(dataDir, 'no-livekit') : livekitServer(),
      TESSERA_LOG: options.logLevel ?? 'info',
      ...options.env,
    },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.once('exit', (code) => noteExit(code))
  const reports: string[] = []
  try {
    const ready = await firstReady(child, exited, reports)
    return new TestSite(child, ready, exited, dataDir, options.dataDir === undefined, reports)
  } catch (error) {
    await exited
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    throw error
  }
}

/** The program that the tests use: named by the environment, else where `go install` puts it, else on the PATH. */
export function livekitServer(): string {
  const installed = join(process.env['GOPATH'] ?? join(homedir(), 'go'), 'bin', 'server')
  return process.env['LIVEKIT_SERVER'] ?? (existsSync(installed) ? installed : 'livekit-server')
}

function firstReady(
  child: ChildProcess,
  exited: Promise<number | null>,
  reports: string[],
): Promise<Extract<FromSite, { type: 'ready' }>> {
  return new Promise((resolve, reject) => {
    let failure = 'the site ended without a word'
    child.on('message', (message: FromSite) => {
      if (message.type === 'ready') resolve(message)
      if (message.type === 'progress') reports.push(`${message.part}: ${message.text}`)
      if (message.type === 'failed') failure = message.sentence
    })
    void exited.then((code) => reject(new SiteDidNotStart(failure, code)))
  })
}
