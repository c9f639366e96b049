import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { countTests, longFiles } from '../../../scripts/check/vitest-run.mjs'

function report(numPassedTests: number, files: { status: string; tests: string[] }[] = []) {
  const all = files.flatMap((file) => file.tests)
  const numFailedTests = all.filter((status) => status === 'failed').length
  return {
    success: files.every((file) => file.status !== 'failed'),
    numPassedTests,
    numFailedTests,
    testResults: files.map((file) => ({
      status: file.status,
      assertionResults: file.tests.map((status) => ({ status })),
    })),
  }
}

test.each([
  ['all passed', report(3), true, { passed: 3, failed: 0, ok: true }],
  [
    'two failed in one file',
    report(1, [{ status: 'failed', tests: ['failed', 'failed', 'passed'] }]),
    false,
    { failed: 2, ok: false },
  ],
  [
    'a file that cannot be loaded counts as one',
    report(5, [{ status: 'failed', tests: [] }]),
    false,
    { passed: 5, failed: 1, ok: false },
  ],
  ['an error outside of any test counts as one', report(5), false, { passed: 5, failed: 1, ok: false }],
  ['no report at all counts as one', undefined, false, { passed: 0, failed: 1, ok: false }],
])('%s', (_name, json, hasEndedWell, expected) => {
  expect(countTests(json, undefined, hasEndedWell)).toMatchObject(expected)
})

test('leaves out of a short run the files of which every test is long', () => {
  const files = longFiles(resolve(import.meta.dirname, '../../..'))
  expect(files).toContain('test/e2e/live/turn.test.ts')
  expect(files).not.toContain('test/e2e/live/tiles.test.ts')
})
