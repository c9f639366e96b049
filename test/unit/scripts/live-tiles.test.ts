import { expect, test } from 'vitest'
import { sentenceAbout } from '../../../scripts/start/live-tiles.mjs'

test.each([
  [undefined, 'The wall’s page did not report any tile after 60 s.'],
  [
    { type: 'tiles', wanted: 4, live: 4, states: { LIVE: 4 } },
    'The wall shows 4 cameras instead of 9 after 60 s.',
  ],
  [
    { type: 'tiles', wanted: 9, live: 6, states: { LIVE: 6, RECONNECTING: 2, OFFLINE: 1, STALE: 0 } },
    'Only 6 of 9 tiles are live after 60 s (2 RECONNECTING, 1 OFFLINE).',
  ],
])('after a last report of %j the self-test says what is missing', (last, sentence) => {
  expect(sentenceAbout(last, 9, 60_000)).toBe(sentence)
})
