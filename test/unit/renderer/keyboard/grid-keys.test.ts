import { expect, it, test } from 'vitest'
import { gridDeedByChord, gridKeys } from '#renderer/keyboard/grid-keys.ts'
import { parseChord } from '#renderer/keyboard/keystroke.ts'
import { t } from '#renderer/language/language.ts'

const [left, up] = [{ side: 'left' }, { side: 'up' }]

test.for([
  ['ArrowLeft', { kind: 'choose', ...left }],
  ['ArrowRight', { kind: 'choose', side: 'right' }],
  ['ArrowUp', { kind: 'choose', ...up }],
  ['ArrowDown', { kind: 'choose', side: 'down' }],
  ['Shift+ArrowUp', { kind: 'edge', ...up, by: 1 }],
  ['Ctrl+Shift+ArrowLeft', { kind: 'edge', ...left, by: -1 }],
  ['Ctrl+ArrowLeft', { kind: 'swap-beside', ...left }],
  ['/', { kind: 'split', into: 'column' }],
  ['-', { kind: 'split', into: 'row' }],
  ['Delete', { kind: 'empty' }],
  ['C', { kind: 'add', line: 'column' }],
  ['R', { kind: 'add', line: 'row' }],
  ['Shift+C', { kind: 'remove', line: 'column' }],
  ['Shift+R', { kind: 'remove', line: 'row' }],
  ['S', { kind: 'name' }],
] as const)('in the grid editor %s does %j', ([chord, deed]) => {
  expect(gridDeedByChord.get(chord)).toEqual(deed)
})

it('shows for each key of the grid editor what it does, and the keys that have to be pressed', () => {
  const arrows = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }
  for (const { keys, label, deeds } of gridKeys) {
    expect(t(label)).toMatch(/\S/)
    for (const chord of Object.keys(deeds)) {
      expect(parseChord(chord)).toBe(chord)
      const pressed = chord.split('+').map((key) => arrows[key as keyof typeof arrows] ?? key)
      expect(keys).toHaveLength(pressed.length)
      for (const [at, key] of pressed.entries()) expect(keys[at]?.split(' ')).toContain(key)
    }
  }
})
