import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { layoutNames } from '#contract/wall/layout.ts'
import { commandLineHelp } from '#main/core/command-line.ts'

const source = readFileSync(join(import.meta.dirname, '../../../resources/linux/tessera.1'), 'utf8')
/** As it is read, without roff's own marks. */
const page = source.replaceAll('\\-', '-')

test('the manual has the options of --help, in its order, with the same words for their values', () => {
  const helped = [...commandLineHelp.matchAll(/^ {2}(--\S+)(?: ([A-Z]+))?(?= )/gm)].map(([, name, value]) =>
    [name, value].filter(Boolean).join(' '),
  )
  const options = page.slice(page.indexOf('.SH OPTIONS'), page.indexOf('.PP\nNever a secret'))
  const listed = [...options.matchAll(/^\.TP\n\.BI? (--\S+)(?: " ([A-Z]+)")?$/gm)].map(([, name, value]) =>
    [name, value].filter(Boolean).join(' '),
  )
  expect(helped.length).toBeGreaterThan(5)
  expect(listed).toEqual(helped)
})

test('the manual names the layouts that there are', () => {
  const names = /Tiles at start: (.+)\./.exec(page)?.[1]?.match(/[\d+]+/g)
  expect(names).toEqual(layoutNames.map(String))
})
