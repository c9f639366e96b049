import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { camerasResponse } from '#contract/platform/cameras.ts'
import { eventTagsResponse } from '#contract/platform/events.ts'
import { startSite, type TestSite } from '../../conformance/start-site.ts'
import { Connection } from './connection.ts'
import type { RawDone, RawOptions } from '../baselines/sql/raw-inserts.ts'

const clients = 50
const batchSize = 100

export interface InsertRates {
  /** Events a second; one of each a round. */
  readonly single: readonly number[]
  readonly batch: readonly number[]
  readonly raw: readonly number[]
}

export interface InsertOptions {
  /** Many short ones: a disk that others use is another one a few seconds later. */
  readonly rounds: number
  readonly forMs: number
}

/** Durable inserts over HTTP, and the raw loop on the same disk, in turn. */
export async function insertRates({ rounds, forMs }: InsertOptions): Promise<InsertRates> {
  const site = await startSite({ withMediaServer: false, flags: ['--requests-per-second', '99999'] })
  const dir = await mkdtemp(join(tmpdir(), 'tessera-bench-events-'))
  const raw = fork(join(import.meta.dirname, '../baselines/sql/raw-inserts.ts'), [dir], { execArgv: [] })
  const key = await site.apiKey('bench')
  const connections = await Promise.all(
    Array.from({ length: clients }, () => Connection.open(site.baseUrl, key)),
  )
  const rates = { single: [] as number[], batch: [] as number[], raw: [] as number[] }
  try {
    const eventText = await eventWriting(site, key)
    const insert = () => ({ path: defaultPaths.eventInsert, body: eventText(), events: 1 })
    const insertBatch = () => ({
      path: defaultPaths.eventInsertBatch,
      body: `{"events":[${Array.from({ length: batchSize }, eventText).join(',')}]}`,
      events: batchSize,
    })
    // The first round leaves compiled code, and a file with pages in it, on both sides.
    for (let round = 0; round <= rounds; round += 1) {
      raw.send({ forMs } satisfies RawOptions)
      const [done] = (await once(raw, 'message')) as [RawDone]
      rates.raw.push(done.perSecond)
      rates.single.push(await load(connections, forMs, insert))
      rates.batch.push(await load(connections, forMs, insertBatch))
    }
  } finally {
    for (const connection of connections) connection.dispose()
    raw.disconnect()
    await once(raw, 'exit')
    await site.stop()
    await rm(dir, { recursive: true, force: true })
  }
  return { single: rates.single.slice(1), batch: rates.batch.slice(1), raw: rates.raw.slice(1) }
}

/** Each client sends its next request when the last one is answered. Returns events a second. */
async function load(
  connections: readonly Connection[],
  forMs: number,
  next: () => { path: string; body: string; events: number },
): Promise<number> {
  const startedAtMs = performance.now()
  let inserted = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() - startedAtMs < forMs) {
        const { path, body, events } = next()
        const answer = await connection.post(path, body)
        const text = answer.body.toString()
        if (answer.status !== 200 || text.includes('"success":false')) {
          throw new Error(`an insert was refused: ${answer.status} ${text.slice(0, 300)}`)
        }
        inserted += events
      }
    }),
  )
  return (inserted * 1_000) / (performance.now() - startedAtMs)
}

/** Writes a receipt as a request has it; no two are the same. */
async function eventWriting(site: TestSite, key: string): Promise<() => string> {
  const read = async (path: string) =>
    (await fetch(site.baseUrl + path, { headers: { authorization: `Bearer ${key}` } })).json()
  const cameras = camerasResponse.parse(await read(defaultPaths.cameras)).items
  const sale = eventTagsResponse
    .parse(await read(defaultPaths.eventTags))
    .items.find(({ name }) => name === 'sale')
  let count = 0
  return () => {
    count += 1
    return JSON.stringify({
      orgId: site.account.orgId,
      cameraId: cameras[count % cameras.length]?.id,
      eventTypeId: sale?.id,
      fields: { amount: count / 100, items: 3, card: true, void: false, text: '1 x Milk 1 l  1.19' },
      timestamp: Date.now(),
    })
  }
}
