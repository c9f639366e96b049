/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { proofText } from '#contract/wall/shell.ts'
import type { AreaLog } from '#main/core/log/logger.ts'
import { systemTimers } from '#main/core/time.ts'
import { startWallHost, type WallHost, type WallHostOptions } from '#main/host/wall-host.ts'
import { FakeWall } from './fake-wall.ts'

export interface HostStage {
  readonly host: WallHost
  readonly wall: FakeWall
  readonly secret: string
  readonly shellUrl: string
  readonly bugs: unknown[]
  readonly logged: string[]
  /** Holds the served folder, and beside it a file that must never be served. */
  readonly dir: string
  dispose(): Promise<void>
}

export function recordingLog(lines: string[]): AreaLog {
  const log: AreaLog['log'] = (level, message, fields) => {
    lines.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`)
  }
  return {
    log,
    debug: (message, fields) => log('debug', message, fields),
    info: (message, fields) => log('info', message, fields),
    warn: (message, fields) => log('warn', message, fields),
    error: (message, fields) => log('error', message, fields),
  }
}

/** The real host on a free port with a fake wall and a page of three files. */
export async function startHostStage(options: Partial<WallHostOptions> = {}): Promise<HostStage> {
  const dir = await mkdtemp(join(tmpdir(), 'tessera-host-'))
  const rendererDir = join(dir, 'renderer')
  await mkdir(join(rendererDir, 'assets'), { recursive: true })
  await writeFile(join(rendererDir, 'index.html'), '<!doctype html><title>page</title>')
  await writeFile(join(rendererDir, 'assets', 'index-DwQk3x9a.js'), 'export {}')
  await writeFile(join(rendererDir, '.hidden.js'), 'secret')
  await writeFile(join(dir, 'outside.js'), 'secret')
  const wall = new FakeWall()
  const bugs: unknown[] = []
  const logged: string[] = []
  const host = await startWallHost({
    wall,
    rendererDir,
    port: 0,
    log: recordingLog(logged),
    timers: systemTimers,
    onBug: (error) => bugs.push(error),
    ...options,
  })
  return {
    host,
    wall,
    bugs,
    logged,
    dir,
    secret: new URL(host.url).hash.slice(1),
    shellUrl: `${host.origin.replace('http', 'ws')}/shell`,
    async dispose() {
      await host.dispose()
      await rm(dir, { recursive: true })
    },
  }
}

/** What either side shows. */
export function proofOf(who: 'page' | 'host', secret: string, nonce: string): string {
  return createHmac('sha256', secret).update(proofText(who, nonce)).digest('base64url')
}

/** A page's first frame. */
export function enterRequest(secret: string) {
  const nonce = randomBytes(16).toString('base64url')
  return { type: 'enter' as const, nonce, proof: proofOf('page', secret, nonce) }
}

/** A browser's `WebSocket` in Node: the global one of Node sends no `Origin`, which a browser always does. */
export function browserWebSocket(origin: string): typeof globalThis.WebSocket {
  const named = class extends WebSocket {
    constructor(url: string | URL) {
      super(url, { origin })
      // A browser tells of errors by events only; a Node emitter without a listener would throw.
      this.on('error', () => {})
    }
  }
  // `ws` implements the browser's interface; its own type differs in what else it accepts.
  return named as unknown as typeof globalThis.WebSocket
}
