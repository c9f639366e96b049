import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BusySite, passagesOf, startBusySite } from '../../bench/occupancy/busy-site.ts'
import { sqlPass } from '../../bench/occupancy/busy-year.ts'

let site: BusySite
beforeAll(async () => {
  site = await startBusySite(200)
})
afterAll(() => site?.stop())

it('the bench of occupancy has a year that the site reports of, every passage of it', async () => {
  const pass = sqlPass(site.year)
  const { passages } = pass.run()
  pass.close()
  expect(passages).toBe(180)
  expect(passagesOf(await site.ask())).toBe(passages)
})
