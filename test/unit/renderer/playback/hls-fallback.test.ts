// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { type WallErrorCode, wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { liveDefaults } from '#renderer/live/defaults.ts'
import { playbackDefaults } from '#renderer/playback/defaults.ts'
import type { TileStatistics, TileWish } from '#renderer/live/live-wall-port.ts'
import { withHlsFallback } from '#renderer/playback/local/hls-fallback.ts'
import { localLiveOf } from '#renderer/playback/local/local-live.ts'
import { PlaybackHolds } from '#renderer/playback/playback-holds.ts'
import { shouldRetry } from '#renderer/playback/tile/hls-options.ts'
import { FakeClock, settle } from '../fake-clock.ts'
import { FakeLiveWall } from '../fake-live-wall.ts'
import { FakeShell } from '../fake-shell.ts'
import { silentLibrary } from './silent-hls.ts'

/** The document of these tests draws no frames by itself. */
Object.assign(HTMLVideoElement.prototype, {
  requestVideoFrameCallback: (drawn: VideoFrameRequestCallback) => ((draw = drawn), 1),
  cancelVideoFrameCallback: () => undefined,
  play: () => Promise.resolve(),
})
let draw: VideoFrameRequestCallback = () => undefined

const startMs = 1_800_000_000_000
const computerAheadMs = 60_000
const { retryMs, retryRefusedMs, afterDarkMs, judgeEveryMs } = playbackDefaults.local
const { staleAfterMs } = liveDefaults.tile
const size = { widthPx: 640, heightPx: 360, urgent: false }

/** Two tiles, live, on a page without a player for HLS: what is asked is seen. */
function open(offered: 'nothing' | 'footage' | WallErrorCode = 'nothing') {
  const { library, made } = silentLibrary()
  const clock = new FakeClock(startMs + computerAheadMs)
  const opened = { playbackId: 'playback-1', manifest: '/media/playback-1/manifest.m3u8' }
  const shell = new FakeShell({
    'playback.local': () => {
      if (offered === 'footage') return ok(opened)
      return fail(wallError(offered === 'nothing' ? 'platform_failed' : offered))
    },
  })
  const engine = new FakeLiveWall()
  const live = withHlsFallback({
    live: engine,
    shell,
    holds: new PlaybackHolds(shell),
    clock,
    platformNowMs: () => clock.nowMs() - computerAheadMs,
    // Never there where nothing is played.
    loadHls: () => (offered === 'nothing' ? new Promise(() => undefined) : Promise.resolve(library)),
  })
  onTestFinished(() => live.dispose())
  live.show([0, 1].map((tile) => ({ tile, cameraId: `camera-${tile + 1}`, ...size })))
  const asked = () => shell.inputsOf('playback.local').map(({ cameraId }) => cameraId)
  const dark = (code: Parameters<typeof wallError>[0]) =>
    engine.fault(
      1,
      'RECONNECTING',
      { stateSinceMs: clock.nowMs(), lastFrameAtMs: undefined },
      wallError(code),
    )
  return { clock, shell, engine, live, made, asked, dark }
}

describe('a live wall with stand-ins', () => {
  it('asks for one when a tile has been dark for five seconds, and for that tile alone', () => {
    const { clock, asked, dark } = open()
    dark('media_unreachable')
    clock.advance(afterDarkMs - 1)
    expect(asked()).toEqual([])
    clock.advance(1)
    expect(asked()).toEqual(['camera-2'])
  })

  test.for(['CONNECTING', 'RECONNECTING', 'OFFLINE'] as const)(
    'asks for one for a tile that is %s',
    (state) => {
      const { clock, engine, asked } = open()
      engine.fault(1, state, { stateSinceMs: clock.nowMs(), lastFrameAtMs: undefined })
      clock.advance(afterDarkMs)
      expect(asked()).toEqual(['camera-2'])
    },
  )

  it('asks for none where there is a picture, nor where nothing is known to have failed', () => {
    const { clock, engine, live, asked } = open()
    engine.fault(0, 'STALE', { stateSinceMs: clock.nowMs(), lastFrameAtMs: undefined })
    engine.set(1, { state: 'RECONNECTING', stateSinceMs: clock.nowMs(), error: undefined })
    // A tile without a camera, whatever is said of it.
    live.show([0, 1, 2].map((tile) => ({ tile, cameraId: [`camera-1`, 'camera-2'][tile], ...size })))
    engine.fault(2, 'OFFLINE', { stateSinceMs: clock.nowMs(), lastFrameAtMs: undefined })
    clock.advance(60_000)
    expect(asked()).toEqual([])
  })

  it('counts the dark from the last picture on', () => {
    const { clock, engine, asked } = open()
    const lastFrameAtMs = clock.nowMs() - 3_000
    engine.fault(1, 'RECONNECTING', { stateSinceMs: clock.nowMs(), lastFrameAtMs })
    clock.advance(afterDarkMs - 3_000)
    expect(asked()).toEqual(['camera-2'])
  })

  it('looks at tiles only for as long as one of them is dark', () => {
    const { clock, engine, dark } = open()
    engine.set(0, { delayMs: 100 })
    expect(clock.pendingCount).toBe(0)
    dark('media_unreachable')
    expect(clock.pendingCount).toBe(1)
    engine.set(1, { state: 'LIVE', error: undefined })
    clock.advance(judgeEveryMs)
    expect(clock.pendingCount).toBe(0)
  })

  it('has the engine do all that it is asked to, and listens to each tile once', () => {
    const { engine, live } = open()
    const wishes = [{ tile: 1, cameraId: 'camera-2', ...size }]
    live.show(wishes)
    live.show(wishes)
    expect(engine.shown.at(-1)).toBe(wishes)
    expect(engine.listenerCount).toBe(1)
    live.show([])
    expect(engine.listenerCount).toBe(0)
    live.show(wishes)
    expect(engine.listenerCount).toBe(1)
    live.standBy(['camera-3'])
    expect(engine.standingBy).toEqual([['camera-3']])
    const expected = { tile: 1, cameraId: 'camera-3', isUnambiguous: true }
    live.expect(expected)
    expect(engine.expected).toEqual([expected])
    const receiveSoundOf = vi.spyOn(engine, 'receiveSoundOf')
    live.receiveSoundOf(1)
    expect(receiveSoundOf.mock.calls).toEqual([[1]])
    const measured: number[] = []
    const leave = live.watchStatistics(1, ({ lossPercent }) => measured.push(lossPercent))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only handed on
    engine.measure(1, { lossPercent: 7 } as TileStatistics)
    leave()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only handed on
    engine.measure(1, { lossPercent: 8 } as TileStatistics)
    expect(measured).toEqual([7])
  })

  it('takes the picture of the engine out of a container that is left', () => {
    const { engine, live } = open()
    const container = document.createElement('div')
    const leave = live.mount(1, container)
    expect(engine.mounted.get(1)).toBe(container)
    leave()
    expect(container.childElementCount).toBe(0)
  })

  it('tells nobody who has left', () => {
    const { engine, live } = open()
    let changes = 0
    const leave = live.subscribe(1, () => (changes += 1))
    engine.set(1, { delayMs: 100 })
    leave()
    engine.set(1, { delayMs: 200 })
    expect(changes).toBe(1)
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
  const drawn = draw
  // Each is asked for.
  draw = () => undefined
  drawn(0, { mediaTime } as VideoFrameCallbackMetadata)
}

/** A stand-in for the second tile. */
async function standIn() {
  const opened = open('footage')
  opened.dark('media_unreachable')
  opened.clock.advance(6_000)
  await settle()
  const hls = opened.made[0]
  if (hls === undefined) throw new Error('nothing is played')
  hls.playingDate = new Date(startMs - 3_000)
  const container = document.createElement('div')
  opened.live.mount(1, container)
  return { ...opened, hls, video: () => container.querySelector('video') }
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
    clock.advance(staleAfterMs - 2_001)
    expect(live.observe(1).state).toBe('LATE')
    clock.advance(1)
    expect(states.at(-1)).toBe('STALE')
    const stateSinceMs = lastFrameAtMs + staleAfterMs
    expect(live.observe(1)).toMatchObject({ state: 'STALE', stateSinceMs, lastFrameAtMs, delayMs: undefined })
    clock.advance(60_000)
    expect(live.observe(1)).toMatchObject({ state: 'STALE', stateSinceMs, lastFrameAtMs })
    frame(2)
    expect(live.observe(1)).toMatchObject({ state: 'LATE' })
  })

  it('shows nothing of before once its player has failed', async () => {
    const { clock, live, hls, made, video } = await standIn()
    frame(1)
    hls.emit('ERROR', { fatal: false })
    await settle()
    expect(hls.isDestroyed).toBe(false)
    hls.emit('ERROR', { fatal: true })
    await settle()
    expect(hls.isDestroyed).toBe(true)
    expect(video()?.style.visibility).toBe('hidden')
    expect(live.observe(1)).toMatchObject({ state: 'RECONNECTING' })
    clock.advance(retryMs)
    await settle()
    expect(made).toHaveLength(2)
  })

  it('asks the gateway no oftener than a player of recordings does', async () => {
    const { hls } = await standIn()
    const { manifestLoadPolicy, playlistLoadPolicy, fragLoadPolicy } = hls.config
    for (const policy of [manifestLoadPolicy, playlistLoadPolicy, fragLoadPolicy])
      expect(policy?.default.errorRetry).toMatchObject({ maxNumRetry: 2, shouldRetry })
  })

  it('lies in the container of its tile, seen from its first picture on', async () => {
    const { live } = await standIn()
    const [first, second] = [document.createElement('div'), document.createElement('div')]
    const leave = live.mount(1, first)
    const video = first.querySelector('video')
    expect(video?.style.visibility).toBe('hidden')
    frame(1)
    expect(video?.style.visibility).toBe('visible')
    // Mounted elsewhere before it is taken out here.
    const leaveSecond = live.mount(1, second)
    leave()
    expect(video?.parentElement).toBe(second)
    leaveSecond()
    expect(video?.parentElement).toBeNull()
  })

  it('begins in the container that its tile has already, and in none that it has left', async () => {
    const { live, dark, clock } = open('footage')
    const [left, container] = [document.createElement('div'), document.createElement('div')]
    live.mount(0, left)
    const leave = live.mount(1, left)
    dark('timeout')
    leave()
    clock.advance(6_000)
    expect(left.querySelector('video')).toBeNull()
    live.mount(1, container)
    expect(container.querySelector('video')).not.toBeNull()
  })

  it('plays the footage that was opened for it, muted, in the element that is seen and in no more pixels than that has', async () => {
    const play = vi.spyOn(HTMLVideoElement.prototype, 'play')
    const { hls, video } = await standIn()
    expect(hls.sources).toEqual(['/media/playback-1/manifest.m3u8'])
    expect(hls.isAttached).toBe(true)
    expect(hls.config.capLevelToPlayerSize).toBe(true)
    // A second time after hls.js has made its media source anew, which pauses.
    for (let times = 0; times < 2; times += 1) hls.emit('MEDIA_ATTACHED')
    expect(play.mock.instances).toEqual([video(), video()])
    expect(video()?.muted).toBe(true)
  })

  it('tells who looks at the tile of its first picture alone', async () => {
    const { live } = await standIn()
    const states: string[] = []
    live.subscribe(1, () => states.push(live.observe(1).state))
    live.subscribe(1, () => states.push('heard by who has left'))()
    frame(1)
    frame(2)
    expect(states).toEqual(['LATE'])
  })

  it('is the picture of the tile for whoever asks for one, from its first picture on', async () => {
    const of: unknown[] = []
    vi.stubGlobal(
      'VideoFrame',
      class {
        readonly timestamp = 0
        constructor(video: unknown) {
          of.push(video)
        }
      },
    )
    const { engine, live, video } = await standIn()
    const ofEngine = vi.spyOn(engine, 'frame')
    expect(live.frame(1)).toBeUndefined()
    expect(ofEngine.mock.calls).toEqual([[1]])
    frame(1)
    expect(live.frame(1)).toBeDefined()
    expect(of).toEqual([video()])
    expect(ofEngine.mock.calls).toHaveLength(1)
    // The other tile has none.
    expect(live.frame(0)).toBeUndefined()
    expect(ofEngine.mock.calls).toHaveLength(2)
  })

  test.for([
    ['no camera', []],
    ['another camera', [{ tile: 1, cameraId: 'camera-9', ...size }]],
  ])('ends at once when its tile has %s', async ([, wishes]) => {
    const { clock, engine, live, hls, asked } = await standIn()
    // The engine has no more to say of the tile.
    vi.spyOn(engine, 'observe').mockReturnValue({ ...engine.observe(1) })
    live.show(wishes as TileWish[])
    expect(hls.isDestroyed).toBe(true)
    clock.advance(afterDarkMs)
    expect(asked().slice(1)).toEqual((wishes as TileWish[]).map(({ cameraId }) => cameraId))
  })

  test.for(['LIVE', 'LATE'] as const)('ends when the engine is %s', async (state) => {
    const { engine, hls } = await standIn()
    engine.set(1, { state: 'CONNECTING' })
    expect(hls.isDestroyed).toBe(false)
    engine.set(1, { state })
    expect(hls.isDestroyed).toBe(true)
  })

  it('ends with the first picture of the engine, and its element serves the next one', async () => {
    const { shell, engine, live, hls, dark, clock, video } = await standIn()
    const element = video()
    expect(shell.inputsOf('playback.hold').at(-1)).toEqual({ playing: ['playback-1'], paused: [] })
    frame(1)
    let changes = 0
    live.subscribe(1, () => (changes += 1))
    engine.set(1, { state: 'LATE', error: undefined })
    expect(changes).toBeGreaterThan(0)
    expect(live.observe(1).isLocal).toBeUndefined()
    expect(hls.isDestroyed).toBe(true)
    expect(video()).toBeNull()
    expect(shell.inputsOf('playback.hold').at(-1)).toEqual({ playing: [], paused: [] })
    dark('timeout')
    clock.advance(6_000)
    expect(video()).toBe(element)
    expect(element?.style.visibility).toBe('hidden')
  })

  it('ends while its tile is paused, because the computer is busy or nobody sees it, and begins anew after', async () => {
    const { shell, engine, live, asked, clock } = await standIn()
    engine.set(1, { state: 'CONNECTING', limit: 'paused' })
    expect(shell.inputsOf('playback.hold').at(-1)).toEqual({ playing: [], paused: [] })
    clock.advance(60_000)
    expect(asked()).toHaveLength(1)
    engine.set(1, { limit: 'reduced' })
    expect(asked()).toHaveLength(2)
    expect(live.observe(1)).toMatchObject({ limit: 'reduced' })
  })

  it('ends while the computer sleeps', async () => {
    const { engine, live, hls, asked, clock } = await standIn()
    live.suspend()
    expect(hls.isDestroyed).toBe(true)
    clock.advance(60_000)
    expect(asked()).toHaveLength(1)
    live.resume()
    expect(asked()).toHaveLength(2)
    expect(engine.power).toEqual(['suspend', 'resume'])
  })

  it('has sound where its footage has', async () => {
    const { engine, live, hls, video } = await standIn()
    expect(live.sound(1)).toBeUndefined()
    frame(1)
    expect(live.sound(1)).toBe('none')
    hls.emit('BUFFER_CODECS', { audiovideo: { codec: 'avc1,mp4a' } })
    expect(live.sound(1)).toBe(video())
    // The other tile’s sound is the engine’s.
    const ofEngine = vi.spyOn(engine, 'sound')
    live.sound(0)
    expect(ofEngine.mock.calls).toEqual([[0]])
  })

  it('has no known delay where the manifest names no instants', async () => {
    const { live, hls } = await standIn()
    hls.playingDate = null
    frame(1)
    expect(live.observe(1)).toMatchObject({ state: 'LATE', delayMs: undefined })
  })

  test.for([
    ['platform_failed', retryMs],
    ['not_found', retryRefusedMs],
  ] as const)('that is refused with %s is asked for again after a while', async ([code, afterMs]) => {
    const { clock, live, asked, dark } = open(code)
    dark('timeout')
    clock.advance(6_000)
    await settle()
    clock.advance(afterMs - 1)
    expect(asked()).toHaveLength(1)
    expect(live.observe(1).state).toBe('RECONNECTING')
    clock.advance(1)
    expect(asked()).toHaveLength(2)
  })

  it('that has ended before it was opened plays nothing, and is asked for no more', async () => {
    for (const offered of ['footage', 'platform_failed'] as const) {
      const { clock, engine, made, asked, dark } = open(offered)
      dark('timeout')
      clock.advance(afterDarkMs)
      engine.set(1, { state: 'LIVE', error: undefined })
      await settle()
      clock.advance(60_000)
      expect([made.length, asked().length, clock.pendingCount]).toEqual([0, 1, 0])
    }
  })

  it('that has failed says so no more when it has ended', async () => {
    const { clock, engine, hls, made, asked } = await standIn()
    hls.emit('ERROR', { fatal: true })
    engine.set(1, { state: 'LIVE', error: undefined })
    await settle()
    clock.advance(60_000)
    await settle()
    expect([made.length, asked().length]).toEqual([1, 1])
    expect(clock.pendingCount).toBe(0)
  })

  it('is tried again where the page cannot load a player, and never twice at a time', async () => {
    const clock = new FakeClock(startMs)
    const shell = new FakeShell({
      'playback.local': () => ok({ playbackId: 'playback-1', manifest: '/media/playback-1/manifest.m3u8' }),
    })
    const { library, made } = silentLibrary()
    let loads = 0
    const local = localLiveOf({
      shell,
      holds: new PlaybackHolds(shell),
      cameraId: 'camera-1',
      video: document.createElement('video'),
      clock,
      platformNowMs: clock.nowMs,
      loadHls: async () => ((loads += 1) === 1 ? undefined : library),
    })
    onTestFinished(() => local.dispose())
    const seen: unknown[] = []
    const leave = local.subscribe(() => seen.push(local.observe()))
    await settle()
    expect(seen).toEqual([undefined])
    clock.advance(retryMs)
    await settle()
    frame(1)
    expect(local.observe()).toMatchObject({ isStale: false })
    clock.advance(staleAfterMs)
    expect(local.observe()).toMatchObject({ isStale: true })
    expect(seen).toMatchObject([undefined, { isStale: false }])
    leave()
    for (let times = 0; times < 2; times += 1) {
      made[0]?.emit('ERROR', { fatal: true })
      await settle()
    }
    expect(seen).toHaveLength(2)
    expect(clock.pendingCount).toBe(1)
    clock.advance(retryMs)
    await settle()
    expect(made).toHaveLength(2)
  })

  it('leaves nothing behind', async () => {
    const { clock, shell, engine, live, hls } = await standIn()
    live.subscribe(0, () => undefined)()
    live.dispose()
    expect(hls.isDestroyed).toBe(true)
    expect(shell.inputsOf('playback.hold').at(-1)).toEqual({ playing: [], paused: [] })
    expect([engine.isDisposed, engine.listenerCount, clock.pendingCount]).toEqual([true, 0, 0])
  })
})
