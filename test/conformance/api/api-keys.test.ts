import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKeyResponse } from '#contract/platform/api-key.ts'
import { camerasResponse } from '#contract/platform/cameras.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { ask, bearer, post } from './requests.ts'

let site: TestSite

beforeAll(async () => {
  site = await startSite({ withMediaServer: false, cameras: 9, logLevel: 'trace' })
})
afterAll(() => site?.stop())

const create = (expiresIn = 3_600, name = 'till 3') =>
  post(`${site.baseUrl}/v1/api-key`, { name, expiresIn, ...site.account })
const cameras = (authorization: string) => ask(`${site.baseUrl}/v1/cameras`, { headers: { authorization } })

// In one order: the organization's ten keys are used up on the way.
describe('an API key', () => {
  let key: string

  it('is made for name, life and account, and shown', async () => {
    const answer = await create()
    expect(answer.status).toBe(201)
    const created = createApiKeyResponse.strict().parse(answer.json)
    expect(created).toMatchObject({ name: 'till 3', orgId: site.account.orgId })
    expect(Date.parse(created.expiresAt) - Date.parse(created.createdAt)).toBe(3_600_000)
    expect(created.createdAt).toMatch(/Z$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    key = created.key
  })

  it('opens what needs one', async () => {
    const answer = await cameras(`Bearer ${key}`)
    expect(answer.status).toBe(200)
    const { items } = camerasResponse.strict().parse(answer.json)
    expect(items.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(items[0]?.id).toBe('cam-01')
  })

  it('is taken whatever the case of the scheme', async () => {
    expect((await cameras(`bearer ${key}`)).status).toBe(200)
  })

  it('is made no more than ten times for an organization, however many ask at once', async () => {
    // One of the ten is `key`.
    const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => create(3_600, `key ${at}`)))
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(5)
    expect(new Set(refused.map(({ error }) => error?.code))).toEqual(new Set(['too_many_keys']))
    const keys = answers
      .filter(({ status }) => status === 201)
      .map(({ json }) => createApiKeyResponse.parse(json).key)
    expect(new Set(keys).size).toBe(9)
    expect(keys).toHaveLength(9)
  })

  it('still works when no further one can be made', async () => {
    expect((await cameras(`Bearer ${key}`)).status).toBe(200)
  })

  it('is in no line of the log, and neither is what signs in or tries to', async () => {
    await ask(`${site.baseUrl}/v1/cameras?key=${key}`, { headers: bearer(`${key}x`) })
    await post(`${site.baseUrl}/v1/${key}`, { password: site.account.password }, key)
    const account = { name: 'x', expiresIn: 60, ...site.account }
    await post(`${site.baseUrl}/v1/api-key`, { ...account, password: 'hunter2' })
    await post(`${site.baseUrl}/v1/api-key`, { ...account, email: 'nobody@example.org' })
    const log = await readFile(site.logFile, 'utf8')
    expect(log).toContain('"route":"/v1/cameras"')
    expect(log).toContain('"route":"/v1/api-key"')
    const { email, password } = site.account
    for (const secret of [key, email, password, 'hunter2', 'nobody@example.org']) {
      expect(log).not.toContain(secret)
    }
  })

  it('is in no file of the site', async () => {
    const entries = await readdir(site.dataDir, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    expect(files).toContain(join(site.dataDir, 'site.db'))
    for (const file of files) {
      const bytes = await readFile(file)
      expect(bytes.includes(key), file).toBe(false)
      expect(bytes.includes(site.account.password), file).toBe(false)
    }
  })
})
