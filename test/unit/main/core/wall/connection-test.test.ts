import { expect, test } from 'vitest'
import { wallErrors, type WallErrorCode, wallError } from '#contract/errors.ts'
import { calls, type PlatformCallRow, type TestedCall } from '#contract/platform/calls.ts'
import { fail } from '#contract/result.ts'
import { testedFunctions } from '#contract/wall/connection-test.ts'
import { failed, finding, testedCall } from '#main/core/wall/tested-calls.ts'
import { testConnection } from '#main/core/wall/connection-test.ts'
import { FakeTime } from '../support/fake-time.ts'

test('has a line for every function, also where there is no platform', async () => {
  const lines = await testConnection(undefined, new FakeTime())
  expect(lines.map(({ name }) => name)).toEqual(testedFunctions)
  expect(lines.map(({ outcome }) => outcome)).toEqual([
    'failed',
    ...testedFunctions.slice(1).map(() => 'skipped'),
  ])
})

test('says what to do wherever the sentence of a failure does not', () => {
  const silent = (Object.keys(wallErrors) as WallErrorCode[]).filter((code) =>
    /^The platform (answered something|refused the request|did not answer)/.test(wallError(code).message),
  )
  expect(silent.length).toBeGreaterThan(1)
  for (const code of silent) expect(failed({ error: wallError(code) }).advice).toBeTruthy()
})

test.each(
  Object.entries(calls).flatMap(([call, row]: [string, PlatformCallRow]) =>
    row.test && row.absence ? [{ call: call as TestedCall, ...row, ...row.absence }] : [],
  ),
)(
  'tells that a platform offers no $call from a failure of it',
  async ({ call, test: of, code, sentence }) => {
    const time = new FakeTime()
    const lineAfter = (failure: WallErrorCode) =>
      testedCall(time, call, async () => {
        await time.advance(12)
        return fail({ error: wallError(failure, sentence), maybeCarriedOut: false })
      })
    expect(await lineAfter(code)).toEqual({
      name: of?.name,
      outcome: 'absent',
      error: wallError(code, sentence),
      advice: of?.instead ?? 'other-path',
      tookMs: 12,
    })
    expect((await lineAfter('platform_failed')).outcome).toBe('failed')
  },
)

test('says that a list is one page of several, and what to do', () => {
  expect(finding({ code: 'cameras', count: 50 }, true)).toMatchObject({
    outcome: 'ok',
    found: { count: 50 },
    error: { exact: { code: 'list_in_part' } },
    advice: 'import-cameras',
  })
})
