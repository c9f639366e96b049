import {
  type Validator as Judge,
  registerSchema,
  type SchemaObject,
  validate,
} from '@hyperjump/json-schema/openapi-3-1'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { ask, bearer } from './requests.ts'

const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) })),
  ),
})

let site: TestSite
let document: z.infer<typeof documentSchema>

beforeAll(async () => {
  site = await startSite({ withMediaServer: false })
  document = documentSchema.parse((await ask(`${site.baseUrl}/openapi.json`)).json)
})
afterAll(() => site?.stop())

/** What sessions grant: read without a key. */
const mediaPaths = ['session', 'live'].flatMap((kind) => [
  `/${kind}/{sessionId}/camera/{cameraId}/manifest.m3u8`,
  `/${kind}/{sessionId}/camera/{cameraId}/{rendition}/{file}`,
])

const oneKey = `${defaultPaths.apiKeys}/{id}`
const oneTag = `${defaultPaths.eventTags}/{id}`
// Of events only one is ever named.
const listed = Object.values(defaultPaths).filter((path) => path !== defaultPaths.events)
const oneEvent = `${defaultPaths.events}/{id}`
const aside: readonly string[] = ['/healthz', '/openapi.json']
const oneSalvo = `${defaultPaths.wallSalvos}/{id}`

/** Every member of every object in it, by name. */
function* members(value: unknown): Generator<readonly [string, unknown]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield* Object.entries(value)
  for (const inner of Object.values(value)) yield* members(inner)
}

const dialect = 'https://spec.openapis.org/oas/3.1/dialect/base'
type Value = Parameters<Judge>[0]

/** Each schema in it, with where it is. */
function* schemasOf(value: unknown, place = ''): Generator<readonly [string, SchemaObject]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'schema') yield [place, inner as SchemaObject]
    else yield* schemasOf(inner, `${place}/${name}`)
  }
}

/** Refuses what is no schema. */
function validatorOf(schema: SchemaObject, place: string): Promise<Judge> {
  const uri = `https://site.example/${encodeURIComponent(place)}`
  registerSchema(schema, uri, dialect)
  return validate(uri)
}

describe('the OpenAPI document', () => {
  it.each([
    [
      'one implementation',
      async (some: Record<string, unknown>) => (await new Validator().validate(some)).valid,
    ],
    [
      'another one',
      async (some: Record<string, unknown>) =>
        (await validate('https://spec.openapis.org/oas/3.1/schema-base', some as Value)).valid,
    ],
  ])('is valid for %s', async (_name, isValid) => {
    expect(await isValid(structuredClone(document))).toBe(true)
    expect(await isValid({ ...structuredClone(document), info: { title: 'without a version' } })).toBe(false)
  })

  it('has schemas that a validator of JSON Schema takes, and answers that keep to them', async () => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, { requestBody, parameters, responses }] of Object.entries(methods))
        for (const [place, schema] of schemasOf({ requestBody, parameters, responses }))
          await expect(validatorOf(schema, `${method} ${path} ${place}`)).resolves.toBeTypeOf('function')
    const key = await site.apiKey()
    for (const path of [defaultPaths.cameras, defaultPaths.eventTags, defaultPaths.apiKeys]) {
      const { json } = await ask(site.baseUrl + path, { headers: bearer(key) })
      const answer = z.looseObject({
        content: z.looseObject({ 'application/json': z.looseObject({ schema: z.custom<SchemaObject>() }) }),
      })
      const { schema } = answer.parse(document.paths[path]?.['get']?.responses['200']).content[
        'application/json'
      ]
      const judge = await validatorOf(schema, `answer of ${path}`)
      expect(judge(json as Value, 'BASIC')).toEqual({ valid: true })
      expect(judge({ items: 7 }).valid).toBe(false)
    }
  })

  it('says what others read alike: tuples by their places, patterns of any engine', () => {
    const schemas = [...members(document)]
    const tuples = schemas.filter(([name, value]) => name === 'items' && Array.isArray(value))
    expect(tuples).toEqual([])
    expect(schemas.filter(([name]) => name === 'prefixItems')).not.toEqual([])
    // Of a tuple it says no more than maxItems, and the commonest generator for Python makes no client at all of it.
    expect(schemas.filter(([name, value]) => name === 'items' && value === false)).toEqual([])
    // Unicode's properties, look-behind and named groups are read by few.
    const patterns = schemas.flatMap(([name, value]) =>
      name === 'pattern' && typeof value === 'string' ? [value] : [],
    )
    expect(patterns).not.toEqual([])
    expect(patterns.filter((pattern) => /\\[pP]\{|\(\?<|\\u\{/.test(pattern))).toEqual([])
  })

  it('names each operation, for clients that are generated', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    const names = operations.map(({ operationId }) => operationId)
    expect(names).not.toContain(undefined)
    expect(new Set(names).size).toBe(names.length)
  })

  it.each([defaultPaths.eventInsertBatch, defaultPaths.occupancyEvents])(
    'says what an event of %s is',
    (path) => {
      const items = z.looseObject({ items: z.record(z.string(), z.unknown()) })
      const events = [...members(document.paths[path]?.['post']?.['requestBody'])].find(
        ([name]) => name === 'events',
      )
      expect(items.parse(events?.[1]).items).not.toEqual({})
    },
  )

  it('says that the stream of events is one', () => {
    expect(document.paths[defaultPaths.eventStream]?.['get']?.responses['200']).toMatchObject({
      content: { 'text/event-stream': {} },
    })
  })

  it('has every path of the interface', () => {
    expect(Object.keys(document.paths).toSorted()).toEqual(
      [...listed, oneKey, oneTag, oneEvent, oneSalvo, ...mediaPaths, ...aside].toSorted(),
    )
  })

  it.each([
    [defaultPaths.apiKey, 'post', '201 400 401 403 409 413 415 429 500'],
    [defaultPaths.apiKeys, 'get', '200 400 401 429 500'],
    [oneKey, 'delete', '200 400 401 404 429 500'],
    [defaultPaths.participants, 'post', '201 400 401 404 413 415 429 500 503'],
    [defaultPaths.cameras, 'get', '200 400 401 429 500'],
    [defaultPaths.playbackStart, 'get', '200 400 401 404 429 500'],
    [defaultPaths.playbackCoverage, 'get', '200 400 401 404 429 500'],
    [defaultPaths.playbackStop, 'post', '200 400 401 404 413 415 429 500'],
    [mediaPaths[1] ?? '', 'get', '200 206 304 400 404 410 416 429 500'],
  ])('has the status of each answer of %s, %s', (path, method, statuses) => {
    expect(Object.keys(document.paths[path]?.[method]?.responses ?? {}).join(' ')).toBe(statuses)
  })

  it('says which members there are, and that there are no others', () => {
    expect(document.paths[defaultPaths.participants]?.['post']).toMatchObject({
      security: [{ apiKey: [] }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { required: ['cameraId', 'expiresIn'], additionalProperties: false },
          },
        },
      },
    })
  })
})
