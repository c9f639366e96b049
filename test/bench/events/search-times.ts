import { fork } from 'node:child_process'
import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { camerasResponse } from '#contract/platform/cameras.ts'
import { eventTagsResponse } from '#contract/platform/events.ts'
import { seededDraw } from '#site/demo/seeded-random.ts'
import { startSite } from '../../conformance/start-site.ts'
import { quantile } from '../statistics.ts'
import type { BareSearch } from '../baselines/sql/bare-search.ts'
import { Connection } from './connection.ts'
import { eventHistory, historyCameras } from './history.ts'
import { type Asking, ask, type Kind, kinds, type Question, requestOf } from './questions.ts'

/** Milliseconds from a question to the last byte of its answer. */
export type SearchTimes = Readonly<Record<Kind, { readonly site: number[]; readonly bare: number[] }>>

export interface SearchOptions {
  readonly events: number
  /** Questions of each kind. */
  readonly questions: number
}

/** Questions in which each way of writing them shows how long it takes. */
const tries = 15

/** The site, and hand-written SQL on the same file in a process of its own, asked the same in turn. */
export async function searchTimes({ events, questions }: SearchOptions): Promise<SearchTimes> {
  const history = await eventHistory(events)
  const site = await startSite({
    dataDir: history.dataDir,
    cameras: historyCameras,
    withMediaServer: false,
    flags: ['--requests-per-second', '99999'],
  })
  const child = fork(new URL('../baselines/sql/bare-search.ts', import.meta.url), [history.dataDir], {
    execArgv: [],
  })
  const [bare] = (await once(child, 'message')) as [BareSearch]
  const key = await site.apiKey('bench')
  const [toSite, toBare] = await Promise.all([Connection.open(site.baseUrl, key), Connection.open(bare.url)])
  const read = async (path: string) =>
    (await fetch(site.baseUrl + path, { headers: { authorization: `Bearer ${key}` } })).json()
  const asking: Asking = {
    history,
    cameraIds: camerasResponse.parse(await read(defaultPaths.cameras)).items.map(({ id }) => id),
    tags: eventTagsResponse.parse(await read(defaultPaths.eventTags)).items,
  }

  const askSite = (question: Question) => {
    const { path, body } = requestOf(question)
    return timed(toSite, path, body)
  }
  const askBare = (question: Question, way: number) => timed(toBare, `/${question.kind}/${way}`, question)

  /** The fastest way, once all of them have answered as the site does. */
  async function bestWay(kind: Kind): Promise<number> {
    const draw = seededDraw('tries', kind)
    const tooksMs = Array.from({ length: bare.ways[kind] }, (): number[] => [])
    for (let count = 0; count < tries; count += 1) {
      const question = ask(kind, asking, draw)
      const { answer } = await askSite(question)
      for (const [way, tookMs] of tooksMs.entries()) {
        const found = await askBare(question, way)
        tookMs.push(found.tookMs)
        if (!isSame(answer, found.answer)) throw new Error(`${kind}: the two do not answer the same`)
      }
    }
    const medians = tooksMs.map((tookMs) => quantile(tookMs, 0.5))
    console.log(`${kind}: ways by hand take ${medians.map((ms) => ms.toFixed(1)).join(', ')} ms`)
    return medians.indexOf(Math.min(...medians))
  }

  const timesOf = async (kind: Kind) => {
    const way = await bestWay(kind)
    const draw = seededDraw('questions', kind)
    const times = { site: [] as number[], bare: [] as number[] }
    for (let count = 0; count < questions; count += 1) {
      const question = ask(kind, asking, draw)
      const first = count % 2 === 0 ? await askSite(question) : await askBare(question, way)
      const second = count % 2 === 0 ? await askBare(question, way) : await askSite(question)
      times.site.push((count % 2 === 0 ? first : second).tookMs)
      times.bare.push((count % 2 === 0 ? second : first).tookMs)
    }
    return times
  }

  try {
    const [newest, range, contains, histogram] = kinds
    return {
      newest: await timesOf(newest),
      range: await timesOf(range),
      contains: await timesOf(contains),
      histogram: await timesOf(histogram),
    }
  } finally {
    for (const connection of [toSite, toBare]) connection.dispose()
    child.disconnect()
    await once(child, 'exit')
    await site.stop()
  }
}

async function timed(connection: Connection, path: string, body: object) {
  const text = JSON.stringify(body)
  const startedAtMs = performance.now()
  const answer = await connection.post(path, text)
  const tookMs = performance.now() - startedAtMs
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body.toString()}`)
  return { tookMs, answer: answer.body }
}

/** But for the cursor, which only the site gives. */
function isSame(one: Buffer, other: Buffer): boolean {
  const [left, right] = [one, other].map((answer) => {
    const { nextCursor: _, ...found } = JSON.parse(answer.toString())
    return found
  })
  return isDeepStrictEqual(left, right)
}
