import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKeysResponse } from '#contract/platform/api-key.ts'
import { MemoryVault } from '#test/unit/main/core/support/memory-vault.ts'
import { systemClock, type UptimeClock } from '#main/core/time.ts'
import { wallStand } from '../../unit/main/core/support/wall-stand.ts'
import { ask, bearer } from '../api/requests.ts'
import { startSite, type TestSite } from '../start-site.ts'

const DAY_IN_MS = 86_400_000

let site: TestSite
beforeAll(async () => {
  site = await startSite({ withMediaServer: false, cameras: 4 })
})
afterAll(() => site?.stop())

function start(clock: UptimeClock = systemClock) {
  const vault = new MemoryVault()
  const { call, hello } = wallStand({ launch: { platform: site.baseUrl }, clock, vault })
  const keyStatus = async () => (await hello()).connection.key
  const keyInUse = async () => (await vault.use(site.baseUrl)).value ?? ''
  return { call, keyStatus, keyInUse }
}

const wish = (expiresInDays: number) => ({ ...site.account, name: 'Desk 1', expiresInDays })
const statusOf = async (key: string) =>
  (await ask(`${site.baseUrl}/v1/cameras`, { headers: bearer(key) })).status

async function namesOf(key: string): Promise<string[]> {
  const { json } = await ask(`${site.baseUrl}/v1/api-keys`, { headers: bearer(key) })
  return apiKeysResponse.parse(json).items.map(({ name }) => name)
}

describe('the key of a wall, on the local site', () => {
  it('is renewed by account: the new one works, the old one is revoked, and one of ten is used', async () => {
    const { keyStatus, keyInUse, call } = start()
    expect(await call('keys.create', wish(9.5))).toMatchObject({ ok: true })
    expect(await keyStatus()).toMatchObject({ state: 'present', daysLeft: 9 })
    const before = await keyInUse()

    expect(await call('keys.create', wish(89.5))).toMatchObject({
      value: { key: { state: 'present', daysLeft: 89 } },
    })
    const after = await keyInUse()
    expect([await statusOf(before), await statusOf(after)]).toEqual([401, 200])
    expect(await namesOf(after)).toEqual(['Desk 1'])
  })

  it('is not made while the site wants a pause after guessed passwords, which is said', {
    tags: 'long',
  }, async () => {
    const { call } = start()
    const guess = { ...wish(9.5), email: 'somebody@else.example', password: 'guessed' }
    let message = ''
    await expect
      .poll(
        async () => {
          const made = await call('keys.create', guess)
          message = made.ok ? '' : made.error.message
          return made.ok ? 'made' : made.error.code
        },
        { timeout: 60_000, interval: 1 },
      )
      .toBe('rate_limited')
    expect(message).toContain('Wait, then sign in again.')
  })

  it('tells its end also where it was pasted', async () => {
    const { keyStatus, call } = start()
    const key = await site.apiKey('handed out', (4.5 * DAY_IN_MS) / 1_000)
    await call('keys.set', { key, orgId: site.account.orgId })
    await expect.poll(async () => (await keyStatus()).daysLeft).toBe(4)
    expect(await keyStatus()).toMatchObject({ name: 'handed out' })
  })

  it('has the days left that the site’s clock says, whatever that of the workstation does', async () => {
    const clock = { ...systemClock, wallMs: () => Date.now() + 400 * DAY_IN_MS }
    const { keyStatus, call } = start(clock)
    await call('keys.create', wish(9.5))
    expect(await keyStatus()).toMatchObject({ state: 'present', daysLeft: 9 })
  })

  it('is said to be revoked when it is, and to be unknown when it never was one', async () => {
    const { keyStatus, keyInUse, call } = start()
    await call('keys.create', wish(9.5))
    const key = await keyInUse()
    const { json } = await ask(`${site.baseUrl}/v1/api-keys`, { headers: bearer(key) })
    const own = apiKeysResponse.parse(json).items.find(({ isOwn }) => isOwn)
    await ask(`${site.baseUrl}/v1/api-keys/${own?.id}`, { method: 'DELETE', headers: bearer(key) })
    const refreshed = async () => {
      await call('cameras.refresh', undefined)
      return keyStatus()
    }
    await expect.poll(refreshed).toMatchObject({ state: 'rejected', fault: 'revoked' })

    const other = start()
    await other.call('keys.set', { key: 'tsk_of_nobody' })
    await expect.poll(other.keyStatus).toMatchObject({ state: 'rejected', fault: 'unknown' })
  })

  it('is said to have ended when it has', async () => {
    const { keyStatus, call } = start()
    const key = await site.apiKey('short', 1)
    await expect.poll(() => statusOf(key)).toBe(401)
    await call('keys.set', { key })
    await expect.poll(keyStatus).toMatchObject({ state: 'rejected', fault: 'expired' })
  })
})
