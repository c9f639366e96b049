import { expect, test } from 'vitest'
import { countTests } from '../../../scripts/check/vitest-run.mjs'

const went = { ok: true, tail: '' }
const failed = { ok: false, tail: 'why' }

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
  ['all passed', report(3), went, { passed: 3, failed: 0, ok: true }],
  [
    'two failed in one file',
    report(1, [{ status: 'failed', tests: ['failed', 'failed', 'passed'] }]),
    failed,
    { failed: 2, ok: false },
  ],
  [
    'a file that cannot be loaded counts as one',
    report(5, [{ status: 'failed', tests: [] }]),
    failed,
    { passed: 5, failed: 1, ok: false },
  ],
  ['an error outside of any test counts as one', report(5), failed, { passed: 5, failed: 1, ok: false }],
  ['no report at all counts as one', undefined, failed, { passed: 0, failed: 1, ok: false }],
])('%s', (_name, json, run, expected) => {
  expect(countTests(json, undefined, run)).toMatchObject(expected)
})
