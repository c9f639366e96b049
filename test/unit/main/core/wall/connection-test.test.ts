import { expect, test } from 'vitest'
import { wallErrors, type WallErrorCode, wallError } from '#contract/errors.ts'
import { testedFunctions } from '#contract/wall/connection-test.ts'
import { absent, failed } from '#main/core/wall/tested-calls.ts'
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
    /^The platform (answered something|refused the request|did not answer)/.test(wallErrors[code].operator),
  )
  expect(silent.length).toBeGreaterThan(1)
  for (const code of silent) expect(failed('playback', { error: wallError(code) }).advice).toBeTruthy()
})

test('tells what is not offered from what has failed', () => {
  const line = absent(
    'event-search',
    wallError('events_unavailable', 'This platform offers no search of events.'),
    12,
  )
  expect(line).toEqual({
    name: 'event-search',
    outcome: 'absent',
    message: 'This platform offers no search of events.',
    advice: 'If the platform has it under another path, enter that under Assumptions.',
    tookMs: 12,
  })
})
