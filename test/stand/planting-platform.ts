import { globSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { basename, resolve } from 'node:path'
import { z } from 'zod'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import type { PathName } from '#contract/platform/calls.ts'
import { errorBodySchema } from '#contract/platform/errors.ts'
import { isObject } from '#main/core/json.ts'
import { FakePlatform, json } from '../unit/main/core/support/fake-platform.ts'
import { type Planter, plantedValues } from './planted-values.ts'

const contract = resolve(import.meta.dirname, '../../src-contract/platform')

/** Which answer of the contract each call gives; what the contract has and nothing here names fails the start. */
const answers: readonly [name: string, path: PathName, method?: string][] = [
  ['createApiKeyResponse', 'apiKey'],
  ['apiKeysResponse', 'apiKeys'],
  ['createTicketResponse', 'participants'],
  ['camerasResponse', 'cameras'],
  ['startPlaybackResponse', 'playbackStart'],
  ['stopPlaybackResponse', 'playbackStop'],
  ['coverageResponse', 'playbackCoverage'],
  ['localLiveResponse', 'localLive'],
  ['eventTagsResponse', 'eventTags'],
  ['insertEventResponse', 'eventInsert'],
  ['insertBatchResponse', 'eventInsertBatch'],
  ['searchEventsResponse', 'eventSearch'],
  ['eventHistogramResponse', 'eventHistogram'],
  ['occupancyReportResponse', 'occupancyReport'],
  ['entrancesResponse', 'dictionaryEntrances'],
  ['zonesResponse', 'dictionaryZones'],
  ['schedulesResponse', 'dictionarySchedules'],
]
/** Of calls that the wall does not make. */
const unused: ReadonlySet<string> = new Set([
  'healthResponse',
  'revokeApiKeyResponse',
  'removeEventTagResponse',
  'removeEventResponse',
])

/** What is planted in texts that have to agree with each other, by the name of their member. */
const shared: Readonly<Record<string, string>> = {
  cameraId: 'camera',
  cameraIds: 'camera',
  eventTypeId: 'tag',
  orgId: 'organization',
}
/** … and the ids of what is listed. */
const ids: Readonly<Record<string, string>> = { camerasResponse: 'camera', eventTagsResponse: 'tag' }

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export interface PlantingOptions {
  /** A text that says which one it is; the same for the same name. */
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
  readonly #platform: FakePlatform
  readonly #streams = new Set<ServerResponse>()
  readonly #given = new Set<string>()
  readonly #schemas: ReadonlyMap<string, z.ZodType>
  readonly #plant: PlantingOptions['plant']

  private constructor(
    platform: FakePlatform,
    schemas: ReadonlyMap<string, z.ZodType>,
    { plant }: PlantingOptions,
  ) {
    this.#platform = platform
    this.#schemas = schemas
    this.#plant = plant
    this.url = platform.url
    platform.answers((request, response) => {
      const { pathname } = new URL(request.path, platform.url)
      const found = answers.find(([, path]) => defaultPaths[path] === pathname)
      if (this.refusal !== undefined) return this.#refuse(response, this.refusal)
      if (pathname === defaultPaths.eventStream) return this.#stream(response)
      if (found === undefined) return json(response, 404, this.#body('error'))
      const status = request.method === 'POST' && !pathname.includes('search') ? 201 : 200
      const body = this.#body(found[0])
      this.#given.add(found[0])
      // The second page of a search is its last.
      const isLast = isObject(body) && request.body.includes('"cursor"')
      return json(response, status, isLast ? { ...body, nextCursor: undefined } : body)
    })
  }

  static async start(options: PlantingOptions): Promise<PlantingPlatform> {
    return new PlantingPlatform(await FakePlatform.start(), await responsesOfContract(), options)
  }

  /** Answers of the contract that it had no occasion to give. */
  get notGiven(): readonly string[] {
    return answers.map(([name]) => name).filter((name) => !this.#given.has(name))
  }

  /** How many listen to events as they arrive. */
  get listeners(): number {
    return this.#streams.size
  }

  /** An event arrives. */
  tellEvent(): void {
    const body = this.#body('searchEventsResponse', 'stream')
    const [event] = isObject(body) && Array.isArray(body['events']) ? body['events'] : []
    const message = `id: ${this.#plant('stream id')}\ndata: ${JSON.stringify(event)}\n\n`
    for (const stream of this.#streams) stream.write(message)
  }

  dispose(): Promise<void> {
    return this.#platform.dispose()
  }

  #refuse(response: ServerResponse, how: 'contract' | 'page' | 'text'): void {
    if (how === 'contract') return json(response, 400, this.#body('error'))
    // Written as text in it; who takes the markup out must not make markup of this.
    const words = this.#plant(`refusal as a ${how}`).replaceAll(/[&<>"']/g, (one) => entities[one] ?? one)
    response
      .writeHead(403, { 'content-type': how === 'page' ? 'text/html' : 'text/plain' })
      .end(how === 'page' ? `<!doctype html><title>No</title><body><h1>${words}</h1></body>` : words)
  }

  /** Silent until there is something to tell. */
  #stream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    this.#streams.add(response)
    response.once('close', () => this.#streams.delete(response))
  }

  /** What is planted in it may go by another name than that of its schema. */
  #body(name: string, as = name): unknown {
    const schema = name === 'error' ? errorBodySchema : this.#schemas.get(name)
    if (schema === undefined) throw new Error(`the contract has no ${name}`)
    const planter: Planter = {
      text: (path) => this.#plant(this.#nameOf(as, path)),
      number: (path) => instantOf(path.at(-1) ?? '') ?? 1,
    }
    return plantedValues(schema, planter)[0]
  }

  #nameOf(answer: string, path: readonly string[]): string {
    const member = path.findLast((one) => one !== '*') ?? ''
    const isField = member === 'name' && path.slice(-3).includes('fields')
    const isListed = member === 'id' && path.length === 3
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

/** Every schema of an answer, by its name; throws for one that no call here gives. */
async function responsesOfContract(): Promise<ReadonlyMap<string, z.ZodType>> {
  const found = new Map<string, z.ZodType>()
  for (const file of globSync('*.ts', { cwd: contract })) {
    const module: Readonly<Record<string, unknown>> = await import(`#contract/platform/${basename(file)}`)
    for (const [name, value] of Object.entries(module)) {
      if (name.endsWith('Response') && value instanceof z.ZodType) found.set(name, value)
    }
  }
  const known = new Set(answers.map(([name]) => name))
  const missing = [...found.keys()].filter((name) => !known.has(name) && !unused.has(name))
  if (missing.length > 0)
    throw new Error(`no call of the planting platform answers with ${missing.join(', ')}`)
  return found
}
