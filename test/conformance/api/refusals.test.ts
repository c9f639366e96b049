import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSite, type TestSite } from '../start-site.ts'
import { type Answer, ask, bearer, post, refusal } from './requests.ts'
import { rawHttp } from './raw-http.ts'

let site: TestSite
let key: string

beforeAll(async () => {
  site = await startSite({ withMediaServer: false })
  key = await site.apiKey()
})
afterAll(() => site?.stop())

const url = (path: string) => `${site.baseUrl}${path}`
const creation = () => ({ name: 'till', expiresIn: 60, ...site.account })
const json = { 'content-type': 'application/json' }

/** As a till of Windows writes it. */
const latin1 = Buffer.from('{"name":"Käse","fields":[]}', 'latin1')
const postBytes = (bytes: BodyInit, headers: Record<string, string> = {}) =>
  ask(url('/v1/events-tag/types'), {
    method: 'POST',
    headers: { ...json, ...bearer(key), ...headers },
    body: bytes,
  })

type Case = [rule: string, expected: [status: number, code: string, field?: string], () => Promise<Answer>]

const invalid = (field: string, value: unknown, send: (changes: object) => Promise<Answer>): Case => [
  `${field} = ${value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 20)}`,
  [400, 'invalid_value', field],
  () => send({ [field]: value }),
]

/** A key is asked for, but for what is named. */
const create = (changes: object) => post(url('/v1/api-key'), { ...creation(), ...changes })
const createOf = (body: BodyInit) => ask(url('/v1/api-key'), { method: 'POST', body })
const apiKeyCases: Case[] = [
  ['no body', [400, 'malformed'], () => post(url('/v1/api-key'), '')],
  ['a body that is no JSON', [400, 'malformed'], () => post(url('/v1/api-key'), '{"name":')],
  ['a body that is an array', [400, 'malformed'], () => post(url('/v1/api-key'), '[]')],
  ['a body that is null', [400, 'malformed'], () => post(url('/v1/api-key'), 'null')],
  ['a body with __proto__', [400, 'malformed'], () => post(url('/v1/api-key'), '{"__proto__":{}}')],
  ...(
    [
      ['name', undefined],
      ['name', ''],
      ['name', '   '],
      ['name', 'x'.repeat(101)],
      ['name', 7],
      ['expiresIn', undefined],
      ['expiresIn', 0],
      ['expiresIn', -1],
      ['expiresIn', '3600'],
      ['expiresIn', 1e12],
      ['expiresIn', null],
      ['email', undefined],
      ['email', 'nobody'],
      ['email', `${'x'.repeat(250)}@example.org`],
      ['password', undefined],
      ['password', ''],
      ['password', 'x'.repeat(1_001)],
      ['password', ['x']],
      ['orgId', undefined],
      ['orgId', ''],
      ['orgId', {}],
    ] as const
  ).map(([field, value]) => invalid(field, value, create)),
  ['an unknown member', [400, 'unknown_member', 'scope'], () => create({ scope: 'all' })],
  [
    'a misspelt member, which explains the missing one',
    [400, 'unknown_member', 'expireIn'],
    () => create({ expiresIn: undefined, expireIn: 60 }),
  ],
  ['an unknown parameter', [400, 'unknown_member', 'x'], () => post(url('/v1/api-key?x=1'), creation())],
  ['a wrong password', [401, 'invalid_credentials'], () => create({ password: 'wrong' })],
  ['an unknown e-mail', [401, 'invalid_credentials'], () => create({ email: 'nobody@example.org' })],
  ['an organization of others', [403, 'organization_not_allowed', 'orgId'], () => create({ orgId: 'other' })],
  ['form data', [415, 'unsupported_media_type'], () => createOf(new URLSearchParams({ name: 'till' }))],
  ['plain text', [415, 'unsupported_media_type'], () => createOf('{}')],
  ['a body of 100 kB', [413, 'body_too_large'], () => create({ name: 'x'.repeat(100_000) })],
]

const bodyCases: Case[] = [
  ['bytes that are not UTF-8', [400, 'malformed'], () => postBytes(latin1)],
  [
    'another charset',
    [415, 'unsupported_media_type'],
    () => postBytes(latin1, { 'content-type': 'application/json; charset="iso-8859-1"' }),
  ],
  [
    'a compressed body',
    [415, 'unsupported_media_type'],
    () => postBytes(gzipSync('{"name":"till","fields":[]}'), { 'content-encoding': 'gzip' }),
  ],
]

const keyCases: Case[] = (['GET /v1/cameras', 'POST /v1/live-view/participants'] as const).flatMap(
  (route) => {
    const [method = '', path = ''] = route.split(' ')
    const withAuthorization = (authorization?: string) => () =>
      ask(url(path), {
        method,
        headers: { ...json, ...(authorization === undefined ? {} : { authorization }) },
        ...(method === 'POST' ? { body: '{"cameraId":"cam-01","expiresIn":180}' } : {}),
      })
    return [
      [`${route} without a key`, [401, 'missing_key'], withAuthorization()],
      [`${route} with an unknown key`, [401, 'invalid_key'], withAuthorization('Bearer tsk_unknown')],
      [`${route} with another scheme`, [401, 'invalid_key'], withAuthorization('Basic dXNlcjpwYXNz')],
      [`${route} with an empty key`, [401, 'invalid_key'], withAuthorization('Bearer ')],
      [`${route} with two keys`, [401, 'invalid_key'], withAuthorization('Bearer a b')],
    ] satisfies Case[]
  },
)

/** A ticket is asked for, but for what is named. */
const participate = (changes: object) =>
  post(url('/v1/live-view/participants'), { cameraId: 'cam-01', expiresIn: 180, ...changes }, key)
const participantCases: Case[] = [
  ...(
    [
      ['cameraId', undefined],
      ['cameraId', ''],
      ['cameraId', 7],
      ['cameraId', 'x'.repeat(201)],
      ['expiresIn', undefined],
      ['expiresIn', 0],
      ['expiresIn', 0.5],
      ['expiresIn', -180],
      ['expiresIn', '180'],
      ['expiresIn', true],
    ] as const
  ).map(([field, value]) => invalid(field, value, participate)),
  ['an unknown member', [400, 'unknown_member', 'camera'], () => participate({ camera: 1 })],
  ['an unknown camera', [404, 'unknown_camera', 'cameraId'], () => participate({ cameraId: 'cam-99' })],
  ['no media server on this machine', [503, 'media_server_down'], () => participate({})],
]

const pathCases: Case[] = [
  ['an unknown path', [404, 'unknown_path'], () => ask(url('/v1/nothing'))],
  ['an unknown path with a key', [404, 'unknown_path'], () => ask(url('/'), { headers: bearer(key) })],
  ['an unknown path and a body', [404, 'unknown_path'], () => post(url('/v2/api-key'), creation())],
  ['a path that cannot be decoded', [400, 'malformed'], () => ask(url('/v1/%zz'))],
  ['GET of what is created', [405, 'method_not_allowed'], () => ask(url('/v1/api-key'))],
  ['DELETE of a list', [405, 'method_not_allowed'], () => ask(url('/v1/cameras'), { method: 'DELETE' })],
  ['PUT of one key', [405, 'method_not_allowed'], () => ask(url('/v1/api-keys/1'), { method: 'PUT' })],
  ['GET of one tag', [405, 'method_not_allowed'], () => ask(url('/v1/events-tag/types/1'))],
  ['a path below one of an id', [404, 'unknown_path'], () => ask(url('/v1/api-keys/1/2'))],
  ['OPTIONS', [405, 'method_not_allowed'], () => ask(url('/v1/cameras'), { method: 'OPTIONS' })],
  ['an unknown query parameter', [400, 'unknown_member', 'a'], () => ask(url('/healthz?a=1'))],
  [
    'an unknown query parameter with a key',
    [400, 'unknown_member', 'page'],
    () => ask(url('/v1/cameras?page=2'), { headers: bearer(key) }),
  ],
]

describe.each([
  ['POST /v1/api-key', apiKeyCases],
  ['the bytes of a body', bodyCases],
  ['the API key', keyCases],
  ['POST /v1/live-view/participants', participantCases],
  ['paths and methods', pathCases],
])('%s is refused', (_, cases) => {
  it.each(cases)('%s', async (_rule, [status, code, field], request) => {
    const answer = await request()
    expect(refusal(answer)).toEqual([status, code, field])
    expect(answer.error?.message).toMatch(/^\S.*\.$/)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('date')).not.toBeNull()
  })
})

it.each([
  ['utf-8', 'Käse'],
  ['UTF-8', 'Brötchen'],
  ['"utf8"', 'Müsli'],
])('a body that says of itself that it is %s is taken', async (charset, name) => {
  const answer = await postBytes(JSON.stringify({ name, fields: [] }), {
    'content-type': `application/json; charset=${charset}`,
  })
  expect(answer.status).toBe(201)
})

it('a call without a body may say what type that would be', async () => {
  const headers = { ...json, ...bearer(key) }
  const answer = await ask(url('/v1/api-keys/none'), { method: 'DELETE', headers })
  expect(answer.error?.code).toBe('unknown_key')
})

describe('a refusal', () => {
  it('challenges whoever came without a key', async () => {
    const { headers } = await ask(url('/v1/cameras'))
    expect(headers.get('www-authenticate')).toBe('Bearer realm="tessera"')
  })

  it('challenges whoever came with a wrong key, and says that the key is the reason', async () => {
    const { headers } = await ask(url('/v1/cameras'), { headers: bearer('tsk_wrong') })
    expect(headers.get('www-authenticate')).toBe('Bearer realm="tessera", error="invalid_token"')
  })

  it('names the methods that a path has', async () => {
    const { headers } = await ask(url('/v1/cameras'), { method: 'PUT' })
    expect(headers.get('allow')).toBe('GET, HEAD')
    const one = await ask(url('/v1/events-tag/types/1'))
    expect(one.headers.get('allow')).toBe('DELETE')
  })

  it('does not repeat what the request held', async () => {
    const { text } = await post(url('/v1/api-key'), {
      ...creation(),
      password: 'hunter2'.repeat(200),
      name: 9,
    })
    expect(text).not.toContain('hunter2')
  })

  it.each([
    ['what is no HTTP', 'HELO example.org\r\n\r\n', 400, 'malformed'],
    ['a method that HTTP does not have', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed'],
    [
      'headers without an end',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'two lengths for one body',
      'POST /v1/api-key HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      400,
      'malformed',
    ],
  ])('of %s has the same form', async (_, bytes, status, code) => {
    const answer = await rawHttp(site.baseUrl, bytes)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toMatch(/\r\nDate: /)
    expect(JSON.parse(body)).toMatchObject({ error: { code } })
  })
})
