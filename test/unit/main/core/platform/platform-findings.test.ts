import { expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { PlatformFindings } from '#main/core/platform/platform-findings.ts'
import { FakeTime } from '../support/fake-time.ts'

it('a platform has recovered with its first answer after a while without any', async () => {
  const time = new FakeTime()
  const findings = new PlatformFindings(time)
  const succeed = () => findings.note('listCameras', ok([]))
  const fails = () =>
    findings.note('listCameras', fail({ error: wallError('unreachable'), maybeCarriedOut: false }))
  expect([succeed(), fails()]).toEqual([false, false])
  await time.advance(9_000)
  expect(succeed(), 'one call had failed').toBe(false)
  expect(fails()).toBe(false)
  await time.advance(9_000)
  expect(fails()).toBe(false)
  await time.advance(1_000)
  expect([succeed(), succeed()]).toEqual([true, false])
})
