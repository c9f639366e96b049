import type { ServerResponse } from 'node:http'
import type { z } from 'zod'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { type CallName, calls, type PlatformCallRow } from '#contract/platform/calls.ts'
import { errorBodySchema, type PlatformErrorCode } from '#contract/platform/errors.ts'
import { isObject } from '#contract/json.ts'
import { FakePlatform, json, type SeenRequest } from '../unit/main/core/support/fake-platform.ts'
import { type Planter, plantedValues } from './planted-values.ts'

const table = Object.entries(calls) as (readonly [name: CallName, row: PlatformCallRow])[]
/** Of calls that are made in the same way, the first stands for all. */
const rows = table.filter(([name, row]) => table.find(([, other]) => isSame(row, other))?.[0] === name)

function isSame(one: PlatformCallRow, other: PlatformCallRow): boolean {
  return one.method === other.method && one.path === other.path
}

function rowOf({ method, path }: SeenRequest): (typeof rows)[number] | undefined {
  const { pathname } = new URL(path, 'http://platform')
  return rows.find(([, row]) => {
    const at = defaultPaths[row.path]
    return row.method === method && (row.hasId ? pathname.startsWith(`${at}/`) : pathname === at)
  })
}

/** What is planted in texts that have to agree with each other, by the name of their member. */
const shared: Readonly<Record<string, string>> = {
  cameraId: 'camera',
  cameraIds: 'camera',
  eventTypeId: 'tag',
  orgId: 'organization',
}
/** … and the ids of what is listed. */
const ids: Readonly<Record<string, string>> = {
  listCameras: 'camera',
  eventTags: 'tag',
  createEventTag: 'tag',
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export interface PlantingOptions {
  /** A text that identifies where it was planted; the same for the same name. */
  readonly plant: (name: string) => string
}

/**
 * A platform that keeps to the contract and has the worst in every text that the contract lets it send, found by walking
 * the schemas: no list of members, so that the next one is found by itself.
 */
export class PlantingPlatform {
  readonly url: string
  /** From now on it refuses everything in words of its own: as the contract has it, or like what stands before many a platform. */
  refusal: 'contract' | 'page' | 'text' | undefined
  /** From now on nobody gets a ticket: what shows pictures does it without the media server. */
  hasMediaServer = true
  readonly #platform: FakePlatform
  readonly #streams = new Set<ServerResponse>()
  readonly #given = new Set<CallName>()
  readonly #plant: PlantingOptions['plant']

  private constructor(platform: FakePlatform, { plant }: PlantingOptions) {
    this.#platform = platform
    this.#plant = plant
    this.url = platform.url
    platform.respondWith((request, response) => {
      if (this.refusal !== undefined) return this.#refuse(response, this.refusal)
      const [name, row] = rowOf(request) ?? []
      if (name === undefined || row === undefined) return json(response, 404, this.#refused('unknown_path'))
      if (row.path === 'participants' && !this.hasMediaServer)
        return json(response, 503, this.#refused('media_server_down'))
      this.#given.add(name)
      if (name === 'eventStream') return this.#stream(response)
      return json(response, row.status ?? 200, this.#respond(name, row.answer, request.body))
    })
  }

  static async start(options: PlantingOptions): Promise<PlantingPlatform> {
    return new PlantingPlatform(await FakePlatform.ofFile(), options)
  }

  /** Calls of the contract that it had no occasion to answer. */
  get notGiven(): readonly CallName[] {
    return rows.map(([name]) => name).filter((name) => !this.#given.has(name))
  }

  /** How many listen to events as they arrive. */
  get listeners(): number {
    return this.#streams.size
  }

  /** An event arrives. */
  pushEvent(): void {
    const body = this.#body(calls.searchEvents.answer, 'stream')
    const [event] = isObject(body) && Array.isArray(body['events']) ? body['events'] : []
    const message = `id: ${this.#plant('stream id')}\ndata: ${JSON.stringify(event)}\n\n`
    for (const stream of this.#streams) stream.write(message)
  }

  dispose(): Promise<void> {
    return this.#platform.dispose()
  }

  #refuse(response: ServerResponse, how: 'contract' | 'page' | 'text'): void {
    if (how === 'contract') return json(response, 400, this.#refused('malformed'))
    // Written as text in it; who takes the markup out must not make markup of this.
    const words = this.#plant(`refusal as a ${how}`).replaceAll(/[&<>"']/g, (one) => entities[one] ?? one)
    response
      .writeHead(403, { 'content-type': how === 'page' ? 'text/html' : 'text/plain' })
      .end(how === 'page' ? `<!doctype html><title>No</title><body><h1>${words}</h1></body>` : words)
  }

  /** Silent until `pushEvent`. */
  #stream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    this.#streams.add(response)
    response.once('close', () => this.#streams.delete(response))
  }

  /** What was asked has to be found again in some answers, or they are taken for none. */
  #respond(name: CallName, schema: z.ZodType, asked: string): unknown {
    const body = this.#body(schema, name)
    if (!isObject(body)) return body
    // The second page of a search is its last.
    if (asked.includes('"cursor"')) return { ...body, nextCursor: undefined }
    if (name === 'createEventTag')
      return { ...body, fields: calls.createEventTag.body.parse(JSON.parse(asked)).fields }
    if (name !== 'insertEvents') return body
    const { events } = calls.insertEvents.body.parse(JSON.parse(asked))
    // A verdict for each; that of a refused one is a text.
    const refused = calls.insertEvents.answer.parse(body).results.find(({ success }) => !success)
    return { results: events.map(() => refused) }
  }

  #refused(code: PlatformErrorCode): unknown {
    const body = errorBodySchema.parse(this.#body(errorBodySchema, 'error'))
    return { error: { ...body.error, code } }
  }

  #body(schema: z.ZodType, name: string): unknown {
    const planter: Planter = {
      text: (path) => this.#plant(this.#nameOf(name, path)),
      number: (path) => instantOf(path.at(-1) ?? '') ?? 1,
    }
    return plantedValues(schema, planter)[0]
  }

  #nameOf(answer: string, path: readonly string[]): string {
    const member = path.findLast((one) => one !== '*') ?? ''
    const isField = member === 'name' && path.slice(-3).includes('fields')
    const isListed = member === 'id' && path.length !== 2
    const agreed = shared[member] ?? (isListed ? ids[answer] : isField ? 'field' : undefined)
    return agreed ?? `${answer} ${path.join('.')}`
  }
}

/** Recent ones: what is older is not shown. */
function instantOf(member: string): number | undefined {
  if (member === 'start') return Date.now() - 60_000
  if (member === 'end') return Date.now() - 30_000
  return /^(timestamp|receivedAt|at|maximumAt)$/.test(member) ? Date.now() - 45_000 : undefined
}
