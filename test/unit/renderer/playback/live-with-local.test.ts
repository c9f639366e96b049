// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail } from '#contract/result.ts'
import { LiveWithLocal } from '../../../../src-renderer/playback/local/live-with-local.ts'
import { PlaybackHolds } from '../../../../src-renderer/playback/playback-holds.ts'
import { FakeClock } from '../fake-clock.ts'
import { FakeLiveWall } from '../fake-live-wall.ts'
import { FakeShell } from '../fake-shell.ts'

/** The document of these tests draws no frames. */
Object.assign(HTMLVideoElement.prototype, { cancelVideoFrameCallback: () => undefined })

/** Two tiles, live, on a page without a player for HLS: what is asked is seen. */
function open() {
  const clock = new FakeClock(1_800_000_000_000)
  const shell = new FakeShell({ 'playback.local': () => fail(wallError('platform_failed')) })
  const engine = new FakeLiveWall()
  const live = new LiveWithLocal({
    live: engine,
    shell,
    holds: new PlaybackHolds(shell),
    clock,
    // Never there: nothing is played here.
    loadHls: () => new Promise(() => undefined),
  })
  onTestFinished(() => live.dispose())
  const size = { widthPx: 640, heightPx: 360, urgent: false }
  live.show([0, 1].map((tile) => ({ tile, cameraId: `camera-${tile + 1}`, ...size })))
  const asked = () => shell.inputsOf('playback.local').map(({ cameraId }) => cameraId)
  const dark = (code: Parameters<typeof wallError>[0]) =>
    engine.fault(
      1,
      'RECONNECTING',
      { stateSinceMs: clock.nowMs(), lastFrameAtMs: undefined },
      wallError(code),
    )
  return { clock, shell, engine, live, asked, dark }
}

describe('a live wall with stand-ins', () => {
  it('asks for one when a tile has been dark for five seconds, and for that tile alone', () => {
    const { clock, asked, dark } = open()
    dark('media_unreachable')
    clock.advance(4_000)
    expect(asked()).toEqual([])
    clock.advance(2_000)
    expect(asked()).toEqual(['camera-2'])
  })

  it('asks for none when the engine is back before', () => {
    const { clock, engine, asked, dark } = open()
    dark('timeout')
    clock.advance(4_000)
    engine.set(1, { state: 'LIVE', error: undefined })
    clock.advance(10_000)
    expect(asked()).toEqual([])
  })

  test.for(['key_rejected', 'not_allowed', 'not_found', 'ticket_refused'] as const)(
    'takes “%s” for an answer',
    (code) => {
      const { clock, asked, dark } = open()
      dark(code)
      clock.advance(60_000)
      expect(asked()).toEqual([])
    },
  )

  it('shows what the engine says for as long as there is no other picture', () => {
    const { clock, live, dark } = open()
    dark('media_unreachable')
    clock.advance(6_000)
    expect(live.observe(1)).toMatchObject({ state: 'RECONNECTING' })
  })

  it('lets go when the tile shows something else', async () => {
    const { clock, live, asked, dark } = open()
    dark('media_unreachable')
    clock.advance(6_000)
    live.show([])
    await Promise.resolve()
    clock.advance(60_000)
    expect(asked()).toHaveLength(1)
  })
})
