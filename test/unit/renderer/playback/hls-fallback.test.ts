// @vitest-environment happy-dom
import type Hls from 'hls.js'
import type { HlsConfig } from 'hls.js'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { HlsFallback } from '#renderer/playback/local/hls-fallback.ts'
import { PlaybackHolds } from '#renderer/playback/playback-holds.ts'
import { shouldRetry } from '#renderer/playback/tile/hls-options.ts'
import { FakeClock } from '../fake-clock.ts'
import { FakeLiveWall } from '../fake-live-wall.ts'
import { FakeShell } from '../fake-shell.ts'

/** The document of these tests draws no frames by itself. */
Object.assign(HTMLVideoElement.prototype, {
  requestVideoFrameCallback: (drawn: VideoFrameRequestCallback) => ((draw = drawn), 1),
  cancelVideoFrameCallback: () => undefined,
  play: () => Promise.resolve(),
})
let draw: VideoFrameRequestCallback = () => undefined

const startMs = 1_800_000_000_000
const computerAheadMs = 60_000

/** Plays nothing: pictures and failures are the test's. */
class SilentHls {
  static readonly Events = { ERROR: 'hlsError' }
  static made: SilentHls[] = []
  readonly config: Partial<HlsConfig>
  playingDate = new Date(startMs - 3_000)
  fail: (event: string, data: { readonly fatal: boolean }) => void = () => undefined

  constructor(config: Partial<HlsConfig>) {
    this.config = config
    SilentHls.made.push(this)
  }

  on(_event: string, listener: typeof this.fail): void {
    this.fail = listener
  }

  attachMedia(): void {}
  loadSource(): void {}
  destroy(): void {}
}

/** Two tiles, live, on a page without a player for HLS: what is asked is seen. */
function open(offered: 'nothing' | 'footage' = 'nothing') {
  const clock = new FakeClock(startMs + computerAheadMs)
  const opened = { playbackId: 'playback-1', manifest: '/media/playback-1/manifest.m3u8' }
  const shell = new FakeShell({
    'playback.local': () => (offered === 'footage' ? ok(opened) : fail(wallError('platform_failed'))),
  })
  const engine = new FakeLiveWall()
  const live = new HlsFallback({
    live: engine,
    shell,
    holds: new PlaybackHolds(shell),
    clock,
    platformNowMs: () => clock.nowMs() - computerAheadMs,
    // Never there where nothing is played.
    loadHls: () =>
      offered === 'footage'
        ? Promise.resolve({ Hls: SilentHls as unknown as typeof Hls, workerUrl: '' })
        : new Promise(() => undefined),
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

/** A picture, at that time of the player. */
function frame(mediaTime: number): void {
  draw(0, { mediaTime } as VideoFrameCallbackMetadata)
}

/** A stand-in for the second tile. */
async function standIn() {
  const opened = open('footage')
  opened.dark('media_unreachable')
  opened.clock.advance(6_000)
  await expect.poll(() => SilentHls.made.length).toBe(1)
  onTestFinished(() => void SilentHls.made.splice(0))
  return opened
}

describe('a stand-in', () => {
  it('is late for as long as pictures come, and says how late', async () => {
    const { clock, live } = await standIn()
    frame(1)
    expect(live.observe(1)).toMatchObject({ state: 'LATE', shownCameraId: 'camera-2', isLocal: true })
    // Asked for after six seconds in the dark.
    expect(live.observe(1).delayMs).toBe(9_000)
    clock.advance(1_000)
    expect(live.observe(1).delayMs).toBe(10_000)
  })

  it('is stale three seconds after its last picture, and everybody is told', async () => {
    const { clock, live } = await standIn()
    frame(1)
    const lastFrameAtMs = clock.nowMs()
    const states: string[] = []
    live.subscribe(1, () => states.push(live.observe(1).state))
    clock.advance(2_000)
    // The same picture once more is none.
    frame(1)
    clock.advance(1_000)
    expect(states.at(-1)).toBe('STALE')
    expect(live.observe(1)).toMatchObject({ state: 'STALE', lastFrameAtMs, delayMs: undefined })
    clock.advance(60_000)
    expect(live.observe(1)).toMatchObject({ state: 'STALE', lastFrameAtMs })
    frame(2)
    expect(live.observe(1)).toMatchObject({ state: 'LATE' })
  })

  it('shows nothing of before once its player has failed', async () => {
    const { live } = await standIn()
    frame(1)
    SilentHls.made[0]?.fail('hlsError', { fatal: true })
    await Promise.resolve()
    expect(live.observe(1)).toMatchObject({ state: 'RECONNECTING' })
  })

  it('asks the gateway no oftener than a player of recordings does', async () => {
    await standIn()
    const { manifestLoadPolicy, playlistLoadPolicy, fragLoadPolicy } = SilentHls.made[0]?.config ?? {}
    for (const policy of [manifestLoadPolicy, playlistLoadPolicy, fragLoadPolicy])
      expect(policy?.default.errorRetry).toMatchObject({ maxNumRetry: 2, shouldRetry })
  })
})
