import { describe, expect, it } from 'vitest'
import { entryOf, sameStart, withoutEntry } from '#main/electron/single-instance.ts'

describe('entryOf', () => {
  it.each([
    { argv: ['tessera', 'show', '3.12'], entry: '3.12' },
    { argv: ['tessera', '--flag', 'show', '7'], entry: '7' },
    { argv: ['tessera', 'show', '2/3.12'], entry: '2/3.12' },
    { argv: ['tessera', 'show', '2/12'], entry: '2/12' },
    { argv: ['tessera', 'show', '*5'], entry: '*5' },
    { argv: ['tessera', 'show', '2/*5'], entry: '2/*5' },
    { argv: ['tessera', 'tessera://show/*5'], entry: '*5' },
    { argv: ['tessera', 'show', '*'], entry: undefined },
    { argv: ['tessera', 'show', '3.*5'], entry: undefined },
    { argv: ['tessera', 'tessera://show/3.12'], entry: '3.12' },
    { argv: ['tessera', 'tessera://show/2/3.12'], entry: '2/3.12' },
    { argv: ['tessera', 'TESSERA://show/12/'], entry: '12' },
    { argv: ['tessera'], entry: undefined },
    { argv: ['tessera', 'show'], entry: undefined },
    { argv: ['tessera', 'show', '--help'], entry: undefined },
    { argv: ['tessera', 'show', 'rm -rf'], entry: undefined },
    { argv: ['tessera', 'show', '1'.repeat(21)], entry: undefined },
    { argv: ['tessera', 'show', '3.'], entry: undefined },
    { argv: ['tessera', 'show', '/12'], entry: undefined },
    { argv: ['tessera', 'show', '1/2/3'], entry: undefined },
    { argv: ['tessera', 'tessera://show/'], entry: undefined },
    { argv: ['tessera', 'tessera://show/3.12?x=1'], entry: undefined },
    { argv: ['tessera', 'tessera://show/3.12#x'], entry: undefined },
    { argv: ['tessera', 'tessera://show/%33'], entry: undefined },
    { argv: ['tessera', 'tessera://user@show/3'], entry: undefined },
    { argv: ['tessera', 'tessera://set/3'], entry: undefined },
    { argv: ['tessera', 'https://show/3'], entry: undefined },
    { argv: ['tessera', 'x tessera://show/3'], entry: undefined },
  ])('reads $entry from $argv', ({ argv, entry }) => {
    expect(entryOf(argv)).toBe(entry)
  })
})

it('starts itself again without the layout of its command line', () => {
  const argv = ['tessera', '--layout', '4', '--data=d', 'show', '5']
  expect(sameStart(argv, undefined)).toEqual({ args: ['--data=d'] })
})

describe('withoutEntry', () => {
  it.each([
    { args: ['--kiosk', '--data=/d'], left: ['--kiosk', '--data=/d'] },
    { args: ['/app', 'show', '3.12', '--kiosk'], left: ['/app', '--kiosk'] },
    { args: ['show', '--kiosk'], left: ['--kiosk'] },
    { args: ['--kiosk', 'show'], left: ['--kiosk'] },
    { args: ['--kiosk', 'tessera://show/3.12'], left: ['--kiosk'] },
    { args: ['TESSERA://show/12/'], left: [] },
  ])('leaves $left of $args', ({ args, left }) => {
    expect(withoutEntry(args)).toEqual(left)
    expect(entryOf(withoutEntry(args))).toBeUndefined()
  })
})
