import { describe, it } from 'vitest'
import {
  bad,
  badFootage,
  isSegment,
  playsOverPiece,
  sees,
} from '../../e2e/playback/driver/harness/bad-footage-cases.ts'
import { minuteMs, someMinutesAgo } from '../../e2e/playback/driver/harness/instants.ts'
import { opened } from '../../e2e/playback/driver/harness/playback-page.ts'

describe('bad footage', () => {
  it.each(badFootage)('says in words what is wrong with $what, and the other tiles go on', async (one) => {
    one.spoil(opened.stand.proxy)
    await sees({ cameraId: bad, atMs: someMinutesAgo(), ...one })
  })

  it.each([
    ['the future', bad, 60 * minuteMs, 'NO RECORDING', /^This instant lies in the future/],
    [
      'a time before the retention',
      bad,
      -40 * 24 * 60 * minuteMs,
      'NO RECORDING',
      /^The platform plays nothing at this time: .*Footage is kept from/,
    ],
    [
      'a camera that nobody knows',
      'cam-99',
      -8 * minuteMs,
      'FAILED',
      /^The platform does not know this camera/,
    ],
    [
      'a camera that is never recorded',
      'cam-14',
      -8 * minuteMs,
      'NO RECORDING',
      /^Nothing was recorded by this camera/,
    ],
  ])(
    'says in words why there is nothing of %s, and the other tiles go on',
    async (_what, cameraId, inMs, state, words) => {
      await sees({ cameraId, atMs: Date.now() + inMs, states: [state], words })
    },
  )

  it('goes on after a piece of which the second half is missing', async () => {
    const atMs = someMinutesAgo()
    opened.stand.proxy.spoil = (url, bytes) =>
      isSegment(url) && url.includes(String(atMs + 2_000)) ? bytes.subarray(0, bytes.length / 2) : bytes
    await playsOverPiece(atMs + 2_000, 'does not deliver')
  })
})
