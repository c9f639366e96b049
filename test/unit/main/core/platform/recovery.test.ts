import { expect, it } from 'vitest'
import { Recovery } from '#main/core/platform/recovery.ts'
import { FakeTime } from '../support/fake-time.ts'

it('a platform has recovered with its first answer after a while without any', async () => {
  const time = new FakeTime()
  let recovered = 0
  const recovery = new Recovery({ clock: time, outageInMs: 10_000, onRecovered: () => (recovered += 1) })
  recovery.note('ok')
  recovery.note('failing')
  await time.advance(9_000)
  recovery.note('ok')
  expect(recovered, 'one call had failed').toBe(0)
  recovery.note('failing')
  await time.advance(9_000)
  recovery.note('failing')
  await time.advance(1_000)
  expect(recovered).toBe(0)
  recovery.note('ok')
  recovery.note('ok')
  expect(recovered).toBe(1)
})
