import { expect, it } from 'vitest'
import { watchRecovery } from '#main/core/platform/recovery.ts'
import { FakeTime } from '../support/fake-time.ts'

it('a platform has recovered with its first answer after a while without any', async () => {
  const time = new FakeTime()
  let recovered = 0
  const note = watchRecovery({ clock: time, outageInMs: 10_000, onRecovered: () => (recovered += 1) })
  note('ok')
  note('failing')
  await time.advance(9_000)
  note('ok')
  expect(recovered, 'one call had failed').toBe(0)
  note('failing')
  await time.advance(9_000)
  note('failing')
  await time.advance(1_000)
  expect(recovered).toBe(0)
  note('ok')
  note('ok')
  expect(recovered).toBe(1)
})
