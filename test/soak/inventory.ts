import { readdirSync, readFileSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright-core'
import { processTree } from '#test/bench/process-usage.ts'
import { objectCount } from '#test/stand/object-count.ts'
import type { Sample } from './growth.ts'

/** Processes by what they are, of a tree that has a wall, its host and its site. */
const kinds: readonly (readonly [name: string, words: RegExp])[] = [
  ['page', /--type=renderer/],
  ['gpu', /--type=gpu-process/],
  ['browser', /chrom(e|ium)/],
  ['main', /src-main/],
  ['mediaServer', /livekit-server/],
  ['site', /src-site/],
]

/** Counts what a page, its processes, its main and its site hold. */
export class Inventory {
  readonly #page: Page
  readonly #cdp: CDPSession

  private constructor(page: Page, cdp: CDPSession) {
    this.#page = page
    this.#cdp = cdp
  }

  /** Of a page that `countTimers` was injected into. */
  static async of(page: Page): Promise<Inventory> {
    return new Inventory(page, await page.context().newCDPSession(page))
  }

  /** Memory as the page's own garbage leaves it. */
  async look(): Promise<Sample> {
    await this.#cdp.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await this.#cdp.send('Memory.getDOMCounters')
    const { usedSize } = await this.#cdp.send('Runtime.getHeapUsage')
    return {
      ...ofProcesses(),
      heapMb: usedSize / 2 ** 20,
      nodes,
      listeners: jsEventListeners,
      timers: await this.#page.evaluate(() => window.pendingTimers.size),
      peerConnections: await objectCount(this.#cdp, 'RTCPeerConnection.prototype'),
      videos: await objectCount(this.#cdp, 'HTMLVideoElement.prototype'),
      sockets: await objectCount(this.#cdp, 'WebSocket.prototype'),
    }
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
