import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const path = /^(?:unit|conformance|e2e|electron|package|…)\/[^ ]+$/

/** As the page names them: below `test/`, without their ending, `…` for the folder of the one before, `{a,b}` for both. */
function namedTests(text: string): readonly string[] {
  const named: string[] = []
  for (const [, code = ''] of text.matchAll(/`([^`]+)`/g)) {
    if (!path.test(code)) continue
    const whole = code.startsWith('…/') ? `${dirname(named.at(-1) ?? '')}/${code.slice(2)}` : code
    const [, before = whole, choices = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(whole) ?? []
    named.push(...choices.split(',').map((choice) => before + choice + after))
  }
  return named
}

function isTest(name: string): boolean {
  const at = resolve(root, 'test', name)
  if (existsSync(`${at}.test.ts`) || existsSync(`${at}.test.tsx`)) return true
  return globSync(`${at}/**/*.test.{ts,tsx}`).length > 0
}

test('every test that the page on security names is there', () => {
  const named = namedTests(readFileSync(resolve(root, 'docs/security.md'), 'utf8'))
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter((name) => !isTest(name))).toEqual([])
})

test('a row of the page on security ends with a test', () => {
  const page = readFileSync(resolve(root, 'docs/security.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('|') && !/^\|(?:---| threat )/.test(line))
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.filter((row) => namedTests(row.split('|').at(-2) ?? '').length === 0)).toEqual([])
})
