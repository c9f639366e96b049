import * as fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKeyResponse } from '#contract/platform/api-key.ts'
import { camerasResponse } from '#contract/platform/cameras.ts'
import { platformErrors } from '#contract/platform/errors.ts'
import { healthResponse } from '#contract/platform/health.ts'
import { createTicketResponse } from '#contract/platform/live-view.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { type Answer, ask, bearer } from './requests.ts'

let site: TestSite
let key: string

beforeAll(async () => {
  site = await startSite()
  key = await site.apiKey()
})
afterAll(() => site?.stop())

/** What a success has to look like, to the letter. */
const answers: Readonly<Record<string, z.ZodType>> = {
  '/v1/api-key': createApiKeyResponse.strict(),
  '/v1/live-view/participants': createTicketResponse.strict(),
  '/v1/cameras': camerasResponse.strict(),
  '/healthz': healthResponse.strict(),
}
const paths = [
  '/v1/playback/start',
  '/v1/playback/start?cameraId=cam-01&start=1&end=2',
  '/v1/playback/coverage?cameraId=cam-01&start=1&end=2',
  '/v1/playback/stop',
  '/v1/live-view/local?cameraId=cam-01',
  '/session/x/camera/cam-01/manifest.m3u8',
  '/live/x.y/camera/cam-01/full/live.m3u8',
  '/v1/api-key',
  '/v1/live-view/participants',
  '/v1/cameras',
  '/healthz',
  '/openapi.json',
  '/v1/x',
]
const member = fc.constantFrom(
  'name',
  'expiresIn',
  'email',
  'password',
  'orgId',
  'cameraId',
  '__proto__',
  'x',
)
const body = fc.oneof(
  fc.json(),
  fc.dictionary(member, fc.jsonValue()).map((value) => JSON.stringify(value)),
  fc.constant(JSON.stringify({ cameraId: 'cam-01', expiresIn: 180 })),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json().map((text) => text.slice(0, -1)),
  fc.integer({ min: 1, max: 30_000 }).map((depth) => '['.repeat(depth)),
)
const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 60 }).map((text) => text.trim())
const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
  path: fc.oneof(
    fc.constantFrom(...paths),
    fc.webPath().map((path) => path || '/'),
    fc.tuple(fc.constantFrom(...paths), fc.webQueryParameters()).map(([path, query]) => `${path}?${query}`),
  ),
  contentType: fc.oneof(
    fc.constant('application/json'),
    fc.constant('application/json; charset=x'),
    headerText,
  ),
  authorization: fc.oneof(fc.constant('own'), fc.constant(undefined), headerText),
  body,
})
type RandomRequest = typeof request extends fc.Arbitrary<infer One> ? One : never

async function send({ method, path, contentType, authorization, body }: RandomRequest): Promise<Answer> {
  const isBodyless = method === 'GET' || method === 'HEAD'
  const answer = await ask(`${site.baseUrl}${path}`, {
    method,
    headers: {
      'content-type': contentType,
      ...(authorization === 'own' ? bearer(key) : authorization ? { authorization } : {}),
    },
    ...(isBodyless ? {} : { body }),
    signal: AbortSignal.timeout(10_000),
  })
  if (answer.status !== 429) return answer
  await sleep(Number(answer.headers.get('retry-after')) * 1_000)
  return send({ method, path, contentType, authorization, body })
}

describe('whatever is sent', () => {
  it('is answered, never with a fault of the site, and refused in the one form', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (one) => {
        const { status, error, headers, json } = await send(one)
        expect(status).not.toBe(500)
        expect(headers.get('date')).not.toBeNull()
        if (one.method === 'HEAD') return
        if (status < 400 || (one.path === '/healthz' && status === 503)) {
          answers[one.path]?.parse(json)
          return
        }
        expect(error, `${status}`).toBeDefined()
        if (error) expect(platformErrors[error.code]).toBe(status)
      }),
      { numRuns: 300 },
    )
  })

  it('leaves the site as well as before', async () => {
    const { status } = await send({
      method: 'GET',
      path: '/v1/cameras',
      contentType: 'application/json',
      authorization: 'own',
      body: '',
    })
    expect(status).toBe(200)
  })
})
