import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright-core'
import { processTree } from '#test/bench/process-usage.ts'
import { objectCount } from '#test/stand/object-count.ts'
import type { Sample } from './growth.ts'
import type { HeapAnswer } from './own-heap.ts'

/** Processes by what they are, of a tree that has a wall, its host and its site. */
const kinds: readonly (readonly [name: string, words: RegExp])[] = [
  ['page', /--type=renderer/],
  ['gpu', /--type=gpu-process/],
  ['browser', /chrom(e|ium)/],
  ['main', /src-main/],
  ['mediaServer', /livekit-server/],
  ['site', /src-site/],
]

interface Programs {
  readonly main: ChildProcess
  readonly site: ChildProcess
}

/** Counts what a page, its processes, its main and its site hold. */
export class Inventory {
  readonly #page: Page
  readonly #cdp: CDPSession
  readonly #programs: Programs

  private constructor(page: Page, cdp: CDPSession, programs: Programs) {
    this.#page = page
    this.#cdp = cdp
    this.#programs = programs
  }

  /** Of a page that `countTimers` was injected into, and of programs that import `own-heap.ts`. */
  static async of(page: Page, programs: Programs): Promise<Inventory> {
    return new Inventory(page, await page.context().newCDPSession(page), programs)
  }

  /** Memory as the garbage of page, main and site leaves it. */
  async look(): Promise<Sample> {
    const { main, site } = this.#programs
    const mainHeapMb = await heapMbOf(main)
    const siteHeapMb = await heapMbOf(site)
    await this.#cdp.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await this.#cdp.send('Memory.getDOMCounters')
    const { usedSize } = await this.#cdp.send('Runtime.getHeapUsage')
    return {
      ...ofProcesses(),
      pageHeapMb: usedSize / 2 ** 20,
      mainHeapMb,
      siteHeapMb,
      nodes,
      listeners: jsEventListeners,
      timers: await this.#page.evaluate(() => window.pendingTimers.size),
      peerConnections: await objectCount(this.#cdp, 'RTCPeerConnection.prototype'),
      videos: await objectCount(this.#cdp, 'HTMLVideoElement.prototype'),
      sockets: await objectCount(this.#cdp, 'WebSocket.prototype'),
    }
  }
}

/** What it uses of V8's heap and of buffers, after its garbage was collected. */
async function heapMbOf(program: ChildProcess): Promise<number> {
  const answer = Promise.withResolvers<number>()
  const hear = (message: HeapAnswer | { readonly type: string }) => {
    if ('usedMb' in message) answer.resolve(message.usedMb)
  }
  const onExit = () => answer.reject(new Error('The program has ended.'))
  // Not by `once`: of two messages in one read it hears the first alone.
  program.on('message', hear).once('exit', onExit)
  try {
    program.send({ type: 'soak-heap' } satisfies Pick<HeapAnswer, 'type'>)
    return await answer.promise
  } finally {
    program.off('message', hear).off('exit', onExit)
  }
}

/** Not the program's own file, of which a process has the more the fewer others run it. */
function ownMemoryMbOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0)
  return (kilobytes('Pss_Anon') + kilobytes('Pss_Shmem')) / 1024
}

/** Megabytes and open handles of each kind of process that this one has started. */
function ofProcesses(): Sample {
  const sums: Record<string, number> = {}
  const add = (name: string, by: number) => {
    sums[name] = (sums[name] ?? 0) + by
  }
  for (const pid of processTree(process.pid)) {
    if (pid === process.pid) continue
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      const kind = kinds.find(([, wanted]) => wanted.test(words))?.[0]
      if (kind === undefined) continue
      add(`${kind}Mb`, ownMemoryMbOf(pid))
      if (kind === 'main' || kind === 'site') add(`${kind}Handles`, readdirSync(`/proc/${pid}/fd`).length)
    } catch {
      // It has just ended.
    }
  }
  return sums
}
