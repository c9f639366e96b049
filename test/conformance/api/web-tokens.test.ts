import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import type { PathName } from '#contract/platform/calls.ts'
import { entrancesResponse } from '#contract/platform/dictionaries.ts'
import { occupancyReportResponse } from '#contract/platform/occupancy.ts'
import { readTokenSecret } from '#site/accounts/token-secret.ts'
import { signWebToken } from '#site/accounts/web-token.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { type Answer, ask, bearer, post } from './requests.ts'

const entry = resolve(import.meta.dirname, '../../../src-site/main.ts')
const run = promisify(execFile)

let site: TestSite
let token: string
let sourceId: string | undefined

beforeAll(async () => {
  site = await startSite({ withMediaServer: false, logLevel: 'debug' })
  token = await printed()
  sourceId = entrancesResponse.parse((await list('dictionaryEntrances', token)).json).items[0]?.id
})
afterAll(() => site?.stop())

/** `npm run site -- jwt`, beside the site that runs. */
async function printed(...flags: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [entry, '--data', site.dataDir, 'jwt', ...flags])
  return stdout.trim()
}
const list = (path: PathName, credential: string) =>
  ask(site.baseUrl + defaultPaths[path], { headers: bearer(credential) })
function report(credential: string): Promise<Answer> {
  const end = Date.now()
  return post(
    site.baseUrl + defaultPaths.occupancyReport,
    { entrancesAndExits: [sourceId], timeRange: { start: end - 3_600_000, end } },
    credential,
  )
}
const outcome = ({ status, error }: Answer) => ({ status, code: error?.code })

describe('a token that the site’s operator has printed', () => {
  it('opens the occupancy report', async () => {
    const answer = await report(token)
    expect(answer.status).toBe(200)
    occupancyReportResponse.strict().parse(answer.json)
  })

  it('opens the dictionaries, which name what a report is asked about', async () => {
    const short = await printed('--org', site.account.orgId, '--expires', '60')
    for (const path of ['dictionaryEntrances', 'dictionaryZones', 'dictionarySchedules'] as const) {
      expect((await list(path, short)).status).toBe(200)
    }
  })

  it('opens nothing else, and says so', async () => {
    const elsewhere = Object.entries(defaultPaths).filter(
      ([name]) => !/^(occupancyReport|dictionary\w+|apiKey)$/.test(name),
    )
    for (const [name, path] of elsewhere) {
      const isPosted = /participants|playbackStop|event(Insert|Search|Histogram)|occupancyEvents/.test(name)
      const answer = isPosted
        ? await post(site.baseUrl + path, {}, token)
        : name === 'events'
          ? await ask(`${site.baseUrl}${path}/one`, { method: 'DELETE', headers: bearer(token) })
          : await list(name as PathName, token)
      expect({ name, ...outcome(answer) }).toEqual({ name, status: 401, code: 'invalid_token' })
      expect(answer.error?.message).toContain('needs an API key')
    }
  })

  it.each([
    ['an end that is past', { expiresAtMs: 1_000_000_000 }, 401, 'expired_token'],
    ['another organization', { orgId: 'another' }, 403, 'organization_not_allowed'],
  ])('is refused with %s', async (_, change, status, code) => {
    const claims = { orgId: site.account.orgId, expiresAtMs: Date.now() + 3_600_000, ...change }
    const other = await signWebToken(claims, Date.now(), readTokenSecret(site.dataDir) ?? '')
    expect(outcome(await report(other))).toEqual({ status, code })
  })

  it('is in no line of the log', async () => {
    await report(token)
    const log = await readFile(site.logFile, 'utf8')
    expect(log).toContain(defaultPaths.occupancyReport)
    expect(log).not.toContain(token.slice(0, 30))
  })
})
