import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedSite, embeddedSiteSchema } from '#contract/process/launch.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { z } from 'zod'
import type { Timers } from './time.ts'

const fromDemoSchema = z.discriminatedUnion('type', [
  embeddedSiteSchema,
  z.object({ type: z.literal('progress'), text: z.string().max(1_000) }),
  z.object({ type: z.literal('failed'), sentence: z.string().max(1_000) }),
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
  #started: Promise<Result<EmbeddedSite, string>> | undefined

  constructor(options: DemoSiteOptions) {
    this.#options = options
  }

  /** Starts one site; further calls return the same one. Fails with a sentence on what is missing. */
  start(onProgress: (text: string) => void): Promise<Result<EmbeddedSite, string>> {
    this.#started ??= this.#start(onProgress)
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

  async #start(onProgress: (text: string) => void): Promise<Result<EmbeddedSite, string>> {
    const { folders, dataDir, env } = this.#options
    const folder = folders.find((one) => existsSync(join(one, 'scripts', 'demo-site.mjs')))
    if (folder === undefined) {
      this.#started = undefined
      const where = folders[0] ?? 'tessera-site'
      return fail(
        `There is no local site beside this application. Put Tessera’s source, with its packages (npm ci), into ${where}, or name its folder in TESSERA_SITE.`,
      )
    }
    const child = spawn(nodeOf(folder), [join(folder, 'scripts', 'demo-site.mjs'), '--data', dataDir], {
      cwd: folder,
      env: { ...env, ELECTRON_RUN_AS_NODE: undefined, NODE_OPTIONS: undefined },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      windowsHide: true,
    })
    this.#child = child
    return new Promise((resolve) => {
      let said: string | undefined
      const end = (sentence: string) => {
        this.#started = undefined
        onProgress(sentence)
        resolve(fail(sentence))
      }
      child.on('message', (raw: unknown) => {
        const { data: message } = fromDemoSchema.safeParse(raw)
        if (message?.type === 'embedded-site') resolve(ok(message))
        if (message?.type === 'progress') onProgress(message.text)
        if (message?.type === 'failed') said = message.sentence
      })
      child.once('error', (error: NodeJS.ErrnoException) =>
        end(
          error.code === 'ENOENT'
            ? 'There is no Node on this computer to run the local site: install Node 24.'
            : `The local site could not be started (${error.code ?? error.message}).`,
        ),
      )
      child.once('exit', () => end(said ?? 'The local site has ended. Start it again.'))
    })
  }
}

/** The one that came with the packages of the site, else the system's. */
function nodeOf(folder: string): string {
  const isWindows = process.platform === 'win32'
  const platform = isWindows ? 'win' : process.platform
  const pinned = join(folder, 'node_modules', `node-${platform}-${process.arch}`, 'bin')
  const file = join(pinned, isWindows ? 'node.exe' : 'node')
  return existsSync(file) ? file : 'node'
}
