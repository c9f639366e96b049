import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { createApiKeyResponse } from '#contract/platform/api-key.ts'
import type {
  CameraHabits,
  EmbeddedSite,
  FromSite,
  MediaServerSight,
  TestDone,
  ToSite,
} from '#contract/process/launch.ts'
import { Child } from '../stand/child.ts'

/** Of a site that is `bare`. */
const bareApiKey = z.object({ apiKey: z.string() })

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

type SiteReady = Extract<FromSite, { type: 'ready' }>
type Progress = Extract<FromSite, { type: 'progress' }>
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
  readonly #child: Child
  /** Resolves with the exit code (null after a signal) once the process has ended. */
  readonly exited: Promise<number | null>
  readonly #ownDir: boolean
  #lastId = 0

  constructor(
    child: Child,
    ready: SiteReady,
    exited: Promise<number | null>,
    dataDir: string,
    ownDir: boolean,
    reports: readonly string[],
  ) {
    this.#child = child
    this.exited = exited
    this.baseUrl = ready.baseUrl
    this.liveViewUrl = ready.liveViewUrl
    this.account = ready.account
    this.partsMs = ready.partsMs
    this.dataDir = dataDir
    this.reports = reports
    this.#ownDir = ownDir
  }

  get process(): ChildProcess {
    return this.#child.process
  }

  /** What it says of a part, at once or as soon as it does. */
  async reported(part: string): Promise<string> {
    return (await this.#child.message<Progress>('progress', (one) => one.part === part, 300_000)).text
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

  async #ask(command: Command): Promise<TestDone> {
    const id = ++this.#lastId
    this.#child.send({ ...command, id } satisfies ToSite)
    const done = await this.#child.message<TestDone>('test-done', (one) => one.id === id)
    if (done.problem !== undefined) throw new Error(done.problem)
    return done
  }
}

/** Rejects with `SiteDidNotStart` when the site says that it cannot, or ends. */
export async function startSite(options: StartSiteOptions = {}): Promise<TestSite> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'tessera-site-')))
  const footageDir = options.footageDir ?? join(dataDir, 'no-footage')
  const flags = `--port ${options.port ?? 0} --cameras ${options.cameras ?? 16}`.split(' ')
  if (options.demoEvents !== true) flags.push('--no-demo-events')
  if (options.bare === true) flags.push('--bare')
  if (options.bareStatus !== undefined) flags.push('--bare-status', String(options.bareStatus))
  flags.push('--data', dataDir, '--footage', footageDir, ...(options.flags ?? []))
  const child = new Child('src-site/main.ts', flags, {
    LIVEKIT_SERVER: options.withMediaServer === false ? join(dataDir, 'no-livekit') : livekitServer(),
    TESSERA_LOG: options.logLevel ?? 'info',
    ...options.env,
  })
  const exited = once(child.process, 'exit').then(([code]: (number | null)[]) => code ?? null)
  const reports: string[] = []
  let failure = ''
  child.process.on('message', (message: FromSite) => {
    if (message.type === 'progress') reports.push(`${message.part}: ${message.text}`)
    if (message.type === 'failed') failure = message.sentence
  })
  const ready = await child.message<SiteReady>('ready').catch(async () => {
    const code = await exited
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    throw new SiteDidNotStart(failure || `the site ended without a word:\n${child.output}`, code)
  })
  return new TestSite(child, ready, exited, dataDir, options.dataDir === undefined, reports)
}

/** The program that the tests use: named by the environment, else where `go install` puts it, else on the PATH. */
export function livekitServer(): string {
  const installed = join(process.env['GOPATH'] ?? join(homedir(), 'go'), 'bin', 'server')
  return process.env['LIVEKIT_SERVER'] ?? (existsSync(installed) ? installed : 'livekit-server')
}
