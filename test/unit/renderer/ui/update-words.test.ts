import { expect, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import type { UpdateState } from '#contract/wall/updates.ts'
import { updateWords } from '#renderer/ui/update-words.ts'
import { zone } from '../timeline/axis/zones.ts'

const nowMs = Date.UTC(2026, 10, 21, 9, 30)
const ask = { mode: 'ask', hour: 4 } as const

test.each<[UpdateState, RegExp]>([
  [{ state: 'elsewhere', by: 'package-manager' }, /apt upgrade/],
  [{ state: 'elsewhere', by: 'source' }, /checkout/],
  [{ state: 'elsewhere', by: 'no-address' }, /without an update server/],
  [{ state: 'none' }, /Not looked for yet/],
  [{ state: 'none', checkedAtMs: nowMs }, /newest version, as of 09:30:00/],
  [{ state: 'none', failure: wallError('update_damaged') }, /thrown away/],
  [{ state: 'loading', version: '0.2.0' }, /0\.2\.0 is being downloaded/],
  [{ state: 'ready', version: '0.2.0' }, /0\.2\.0 is ready\. When it suits/],
  [{ state: 'installing', version: '0.2.0' }, /comes back by itself/],
])('%o is said in words', (state, words) => {
  expect(updateWords(state, ask, nowMs, zone('UTC'))).toMatch(words)
})

test('an update that installs itself says when, over midnight too', () => {
  const ready = { state: 'ready', version: '0.2.0' } as const
  expect(updateWords(ready, { mode: 'at-hour', hour: 4 }, nowMs, zone('UTC'))).toContain(
    'between 04:00 and 05:00',
  )
  expect(updateWords(ready, { mode: 'at-hour', hour: 23 }, nowMs, zone('UTC'))).toContain(
    'between 23:00 and 00:00',
  )
})

test('a look that failed is promised to be tried again only where it is', () => {
  const failed = { state: 'none', failure: wallError('update_unreachable') } as const
  expect(updateWords(failed, ask, nowMs, zone('UTC'))).toMatch(
    /This version stays\. It is tried again later\.$/,
  )
  expect(updateWords(failed, { mode: 'off', hour: 4 }, nowMs, zone('UTC'))).toMatch(/This version stays\.$/)
})
