import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { startSite } from '../../conformance/start-site.ts'
import { SiteEvents } from '../../e2e/events/site-events.ts'
import { cameraId } from '../../stand/wall-stand.ts'
import { Connection } from '../events/connection.ts'
import { type Growth, medianMs } from './growth.ts'

const CAMERAS = 36
/** Of a wall that starts: a ticket for each camera. */
const MINTS = CAMERAS

/** A wall without a page: it listens to new events, and asks for tickets as a wall of 36 tiles does. */
class HeadlessWall {
  readonly #connection: Connection
  readonly #stop: AbortController
  #awaited = { words: '', seen: Promise.withResolvers<void>() }

  private constructor(connection: Connection, stop: AbortController, lines: AsyncIterable<string>) {
    this.#connection = connection
    this.#stop = stop
    // It ends with an error when it is stopped.
    void this.#read(lines).catch((error: unknown) => this.#awaited.seen.reject(error as Error))
    this.#awaited.seen.promise.catch(() => undefined)
  }

  static async open(baseUrl: string, key: string): Promise<HeadlessWall> {
    const stop = new AbortController()
    const stream = await fetch(`${baseUrl}${defaultPaths.eventStream}`, {
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
      signal: stop.signal,
    })
    if (!stream.ok || stream.body === null) throw new Error(`no stream: ${stream.status}`)
    const input = Readable.fromWeb(stream.body as ReadableStream)
    return new HeadlessWall(await Connection.open(baseUrl, key), stop, createInterface({ input }))
  }

  /** Resolves once an event with these words has come. */
  showsText(words: string): Promise<void> {
    this.#awaited = { words, seen: Promise.withResolvers() }
    return this.#awaited.seen.promise
  }

  async mintAll(): Promise<void> {
    for (let camera = 1; camera <= MINTS; camera += 1) {
      const body = JSON.stringify({ cameraId: cameraId(camera), expiresIn: 180 })
      const { status } = await this.#connection.post(defaultPaths.participants, body)
      if (status >= 300) throw new Error(`no ticket: ${status}`)
    }
  }

  dispose(): void {
    this.#stop.abort()
    this.#connection.dispose()
  }

  async #read(lines: AsyncIterable<string>): Promise<void> {
    for await (const line of lines) {
      const { words, seen } = this.#awaited
      if (words !== '' && line.includes(words)) seen.resolve()
    }
  }
}

/** More and more walls on one site: until all have their tickets, and until the last one shows a new event. */
export async function wallGrowth(sizes: readonly number[], runs: number): Promise<Growth[]> {
  const site = await startSite({ cameras: CAMERAS, flags: ['--requests-per-second', '99999'] })
  const key = await site.apiKey('walls')
  const events = await SiteEvents.of(site)
  const mintMs: number[] = []
  const shownMs: number[] = []
  let receipts = 0
  try {
    await site.published(0)
    for (const size of sizes) {
      const walls = await Promise.all(
        Array.from({ length: size }, () => HeadlessWall.open(site.baseUrl, key)),
      )
      mintMs.push(await medianMs(runs, () => timed(() => Promise.all(walls.map((wall) => wall.mintAll())))))
      shownMs.push(
        await medianMs(runs * 5, () => {
          const text = `Receipt of run ${(receipts += 1)}`
          return timed(async () => {
            const shown = walls.map((wall) => wall.showsText(text))
            await events.sale(1, Date.now(), { text })
            await Promise.all(shown)
          })
        }),
      )
      for (const wall of walls) wall.dispose()
    }
  } finally {
    await site.stop()
  }
  return [
    { what: 'walls, all tickets of a start', sizes, costsMs: mintMs },
    { what: 'walls, event → the last one', sizes, costsMs: shownMs },
  ]
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now()
  await run()
  return performance.now() - startedAtMs
}
