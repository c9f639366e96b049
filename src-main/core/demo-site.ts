import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type WallError, wallError } from '#contract/errors.ts'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { type EmbeddedSite, embeddedSiteSchema } from '#contract/process/launch.ts'
import { fail, never, ok, type Result } from '#contract/result.ts'
import { type DemoStep, demoStepSchema } from '#contract/wall/connection.ts'
import { z } from 'zod'
import { ownAppImage } from './command-line.ts'
import type { Timers } from './time.ts'

const fromDemoSchema = z.union([
  embeddedSiteSchema,
  z.object({ type: z.literal('progress'), step: demoStepSchema }),
  z.object({ type: z.literal('failed'), why: z.literal('node'), version: z.string().max(100) }),
  z.object({ type: z.literal('failed'), why: z.literal('packages'), folder: z.string().max(4_096) }),
  z.object({ type: z.literal('failed'), why: z.literal('other'), sentence: z.string().max(1_000) }),
])

/** The site lets its participants go, then the launcher ends; longer than both of its own limits. */
const GRACE_IN_MS = 10_000

export interface DemoSiteOptions {
  /** Where a local site may lie: a copy of the source with its packages. The first that is there is used. */
  readonly folders: readonly string[]
  /** Where the site keeps its data. */
  readonly dataDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timers: Timers
}

/** The local site for somebody who has no platform: started on demand by the launcher of that site, which keeps it running. */
export class DemoSite {
  readonly #options: DemoSiteOptions
  #child: ChildProcess | undefined
  #started: Promise<Result<EmbeddedSite, WallError>> | undefined

  constructor(options: DemoSiteOptions) {
    this.#options = options
  }

  /** Starts one site; further calls return the same one. Fails with what is missing. */
  start(onStep: (step: DemoStep) => void): Promise<Result<EmbeddedSite, WallError>> {
    this.#started ??= this.#start(onStep)
    return this.#started
  }

  async dispose(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    // Its channel closes, and it ends in order, on every system.
    if (child.connected) child.disconnect()
    const callOff = this.#options.timers.after(GRACE_IN_MS, () => child.kill('SIGKILL'))
    await ended
    callOff()
  }

  async #start(onStep: (step: DemoStep) => void): Promise<Result<EmbeddedSite, WallError>> {
    const { folders, dataDir, env } = this.#options
    const folder = folders.find((one) => existsSync(join(one, 'scripts', 'demo-site.mjs')))
    if (folder === undefined) {
      this.#started = undefined
      const where = folders[0] ?? 'tessera-site'
      return fail(wallError('demo_unavailable', exactMessage('demo_no_site', { folder: where })))
    }
    if (!isOwn(folder)) {
      this.#started = undefined
      return fail(wallError('demo_unavailable', exactMessage('demo_of_other_user', { folder })))
    }
    const child = spawn(nodeOf(folder), [join(folder, 'scripts', 'demo-site.mjs'), '--data', dataDir], {
      cwd: folder,
      env: { ...env, ELECTRON_RUN_AS_NODE: undefined, NODE_OPTIONS: undefined },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      windowsHide: true,
    })
    this.#child = child
    return new Promise((resolve) => {
      let why: ExactMessage | undefined
      const end = (because: ExactMessage) => {
        this.#started = undefined
        resolve(fail(wallError('demo_unavailable', because)))
      }
      child.on('message', (raw: unknown) => {
        const { data: message } = fromDemoSchema.safeParse(raw)
        if (message?.type === 'embedded-site') resolve(ok(message))
        if (message?.type === 'progress') onStep(message.step)
        if (message?.type === 'failed') why = failureOf(message)
      })
      child.once('error', (error: NodeJS.ErrnoException) =>
        end(
          error.code === 'ENOENT'
            ? exactMessage('demo_no_node')
            : exactMessage('demo_not_started', { reason: error.code ?? error.message }),
        ),
      )
      child.once('exit', () => end(why ?? exactMessage('demo_ended')))
    })
  }
}

/**
 * Whether it belongs to root, to this user, or to the owner of the folder it lies in: into a folder that everybody may
 * write to, such as that of temporary files, anybody could put one.
 */
function isOwn(folder: string): boolean {
  const uid = process.getuid?.()
  if (uid === undefined) return true
  const owners = [0, uid, statSync(dirname(folder)).uid]
  // Anybody's link may lead to a folder of root.
  return [statSync(folder), lstatSync(folder)].every((one) => owners.includes(one.uid))
}

function failureOf(failed: Extract<z.infer<typeof fromDemoSchema>, { type: 'failed' }>): ExactMessage {
  switch (failed.why) {
    case 'node':
      return exactMessage('demo_node_old', { version: failed.version })
    case 'packages':
      return exactMessage('demo_no_packages', { folder: failed.folder })
    case 'other':
      return exactMessage('demo_said', { sentence: failed.sentence })
    default:
      return never(failed)
  }
}

export interface Installation {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly execPath: string
  readonly resourcesPath: string
  readonly platform: NodeJS.Platform
  /** Of an application that is not installed. */
  readonly sourceRoot?: string
}

/** Where a local site may lie, the likeliest place first: named, beside what the operator sees, inside. */
export function siteFoldersOf({
  env,
  execPath,
  resourcesPath,
  platform,
  sourceRoot,
}: Installation): readonly string[] {
  const { TESSERA_SITE: named } = env
  // Tessera.app/Contents/MacOS/Tessera
  const program =
    platform === 'darwin' ? dirname(dirname(dirname(execPath))) : (ownAppImage(env, execPath) ?? execPath)
  return [
    ...(named ? [named] : []),
    join(dirname(program), 'tessera-site'),
    join(resourcesPath, 'tessera-site'),
    ...(sourceRoot === undefined ? [] : [sourceRoot]),
  ]
}

/** The one that came with the packages of the site, else the system's. */
function nodeOf(folder: string): string {
  const isWindows = process.platform === 'win32'
  const platform = isWindows ? 'win' : process.platform
  const pinned = join(folder, 'node_modules', `node-${platform}-${process.arch}`, 'bin')
  const file = join(pinned, isWindows ? 'node.exe' : 'node')
  return existsSync(file) ? file : 'node'
}
