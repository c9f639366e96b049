import { expect, test } from 'vitest'
import { capSentence, type Holder } from '#main/core/playback/holders.ts'

const of = (monitor: number, ...tiles: (number | undefined)[]): Holder[] =>
  tiles.map((tile) => ({ monitor, tile }))
const elsewhere = (count: number): [string, object] => ['part_sessions_elsewhere', { count }]

test.for<[string, number, Holder[], [string, object][]]>([
  ['nobody knows who', 0, [], []],
  ['others', 3, [], [elsewhere(3)]],
  ['one tile', 1, of(1, 3), [['part_tile_here', { tiles: '3' }]]],
  [
    'tiles in any order, one of them twice',
    7,
    of(1, 9, 5, 1, 4, 3, 3),
    [['part_tiles_here', { tiles: '1, 3–5, 9' }], elsewhere(1)],
  ],
  ['what has no tile', 2, of(1, undefined, undefined), [['part_sessions_here', { count: 2 }]]],
  [
    'tiles and what has none',
    3,
    of(1, 2, 1, undefined),
    [
      ['part_tiles_here', { tiles: '1–2' }],
      ['part_more_sessions_here', { count: 1 }],
    ],
  ],
  [
    'several monitors',
    5,
    [...of(10, 4, undefined), ...of(2, 1, 2), ...of(3, undefined)],
    [
      ['part_tiles_of_monitor', { tiles: '1–2', monitor: 2 }],
      ['part_sessions_of_monitor', { count: 1, monitor: 3 }],
      ['part_tile_of_monitor', { tiles: '4', monitor: 10 }],
      ['part_more_sessions_of_monitor', { count: 1, monitor: 10 }],
    ],
  ],
  ['more than the platform allows by now', 1, of(1, 1, 2), [['part_tiles_here', { tiles: '1–2' }]]],
])('names who has the sessions: %s', ([, cap, holders, parts]) => {
  const { code, values } = capSentence(cap, holders).exact
  const named =
    parts.length === 0 ? {} : { holders: parts.map(([part, given]) => ({ code: part, values: given })) }
  expect([code, values]).toEqual([
    parts.length === 0 ? 'sessions_used' : 'sessions_used_by',
    { cap, ...named },
  ])
})
