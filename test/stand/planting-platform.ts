import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { z } from 'zod'
import { defaultPaths, type PathName } from '#contract/platform/assumptions.ts'
import { errorBodySchema } from '#contract/platform/errors.ts'
import { isObject } from '../../src-main/core/json.ts'
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
const unused: ReadonlySet<string> = new Set(['healthResponse', 'revokeApiKeyResponse'])

/** What is planted in texts that have to agree with each other, by the name of their member. */
const shared: Readonly<Record<string, string>> = {
  cameraId: 'camera',
  cameraIds: 'camera',
  eventTypeId: 'tag',
  orgId: 'organization',
}
/** … and the ids of what is listed. */
const ids: Readonly<Record<string, string>> = { camerasResponse: 'camera', eventTagsResponse: 'tag' }

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
  /** From now on it refuses everything in words of its own. */
  isRefusing = false
  readonly #platform: FakePlatform
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
      if (this.isRefusing) return json(response, 400, this.#body('error'))
      if (found === undefined) return json(response, 404, this.#body('error'))
      const status = request.method === 'POST' && !pathname.includes('search') ? 201 : 200
      const body = this.#body(found[0])
      // The second page of a search is its last.
      const isLast = isObject(body) && request.body.includes('"cursor"')
      return json(response, status, isLast ? { ...body, nextCursor: undefined } : body)
    })
  }

  static async start(options: PlantingOptions): Promise<PlantingPlatform> {
    return new PlantingPlatform(await FakePlatform.start(), await responsesOfContract(), options)
  }

  /** Paths that were asked for. */
  get asked(): readonly string[] {
    return [...new Set(this.#platform.seen.map(({ path }) => path.split('?', 1)[0] ?? ''))]
  }

  dispose(): Promise<void> {
    return this.#platform.dispose()
  }

  #body(name: string): unknown {
    const schema = name === 'error' ? errorBodySchema : this.#schemas.get(name)
    if (schema === undefined) throw new Error(`the contract has no ${name}`)
    const planter: Planter = {
      text: (path) => this.#plant(this.#nameOf(name, path)),
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
