import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { MAX_TILES } from '#contract/wall/layout.ts'
import type { OpenedPlayback } from '#contract/wall/playback.ts'
import { describe, expect, it } from 'vitest'
import { PlaybackHolds } from '#renderer/playback/playback-holds.ts'
import { footagePictures } from '#renderer/timeline/thumbnails/footage-pictures.ts'
import { FootageSource } from '#renderer/timeline/thumbnails/footage-source.ts'
import { ThumbnailScheduler } from '#renderer/timeline/thumbnails/thumbnail-scheduler.ts'
import { createPlaybackStore } from '#renderer/wall/playback-store.ts'
import { thumbnailFootageOf } from '#renderer/wall/thumbnail-footage.ts'
import { FakeClock, settle } from '../fake-clock.ts'
import { FakeShell } from '../fake-shell.ts'

const hourMs = 3_600_000

function build({ played = [] as OpenedPlayback[] } = {}) {
  let opened = 0
  const shell = new FakeShell({
    'playback.open': ({ atMs }) => {
      const startMs = Math.floor(atMs / hourMs) * hourMs
      const playbackId = `playback-of-a-preview-${++opened}`
      return ok({
        playbackId,
        manifest: `/media/${playbackId}/m`,
        startMs,
        endMs: startMs + hourMs,
        isNewest: false,
      })
    },
    'playback.hold': () => ok(undefined),
  })
  const playback = createPlaybackStore()
  const clock = new FakeClock(100 * hourMs)
  const holds = new PlaybackHolds(shell)
  const footage = thumbnailFootageOf({ shell, holds, playback, clock, playedOf: () => played })
  const held = () => shell.inputsOf('playback.hold').at(-1)
  return { shell, playback, clock, footage, held }
}

describe('footage of small pictures', () => {
  it('is that of the tiles where they play the hour', async () => {
    const played = [{ playbackId: 'p', manifest: '/media/p/m', startMs: 0, endMs: hourMs, isNewest: false }]
    const { footage, shell } = build({ played })
    expect(await footage.manifestAt('camera-1', 10)).toEqual({ url: '/media/p/m', startMs: 0, endMs: hourMs })
    expect(shell.inputsOf('playback.open')).toEqual([])
  })

  it('is opened once for an hour, and held', async () => {
    const { footage, shell, held } = build()
    const [one, other] = await Promise.all([
      footage.manifestAt('camera-1', 10),
      footage.manifestAt('camera-1', 20),
    ])
    expect(one).toEqual(other)
    expect(shell.inputsOf('playback.open')).toEqual([{ cameraId: 'camera-1', atMs: 10, quality: 'reduced' }])
    expect(held()).toEqual({ playing: [], paused: ['playback-of-a-preview-1'] })
  })

  it('is kept for each tile of a full wall, however often the hand comes back to it', async () => {
    const { footage, shell, held } = build()
    const cameraIds = Array.from({ length: MAX_TILES }, (_, tile) => `camera-${tile}`)
    for (const cameraId of [...cameraIds, ...cameraIds]) await footage.manifestAt(cameraId, 10)
    expect(shell.inputsOf('playback.open').map((input) => input.cameraId)).toEqual(cameraIds)
    expect(held()?.paused).toHaveLength(MAX_TILES)
  })

  it('is none, without a word, while the platform has no session to spare', async () => {
    const { footage, shell } = build()
    const grant = shell.answers['playback.open']
    let isFull = true
    shell.answers['playback.open'] = (input) =>
      (isFull ? undefined : grant?.(input)) ?? fail(wallError('too_many_sessions'))
    expect(await footage.manifestAt('camera-1', 10)).toBe('failed')
    isFull = false
    expect(await footage.manifestAt('camera-1', 10)).toMatchObject({ startMs: 0, endMs: hourMs })
  })

  it.each([
    ['platform_failed', 2],
    ['no_recording', 1],
  ] as const)('that failed with %s is asked for again, or not, when the hand moves', async (code, times) => {
    const { footage, shell } = build()
    shell.answers['playback.open'] = () => fail(wallError(code))
    const source = new FootageSource((cameraId, atMs) => footage.manifestAt(cameraId, atMs))
    const scheduler = new ThumbnailScheduler({
      source: footagePictures(source),
      bytesOf: () => 1,
      show: () => undefined,
    })
    for (const atMs of [10, 20]) {
      scheduler.want({ place: 'hover', cameraId: 'camera-1', atMs, stepMs: 1_000 })
      await settle()
    }
    expect(shell.inputsOf('playback.open')).toHaveLength(times)
  })

  it('is asked for again no sooner than a full platform says, of whichever camera it was, or tiles change', async () => {
    const { footage, shell, clock, playback } = build()
    shell.answers['playback.open'] = () => fail(wallError('too_many_sessions', undefined, 10_000))
    const answers = [await footage.manifestAt('camera-1', 10), await footage.manifestAt('camera-2', 10)]
    expect(answers).toEqual(['failed', 'failed'])
    expect(shell.inputsOf('playback.open')).toHaveLength(1)
    clock.advance(10_000)
    await footage.manifestAt('camera-1', 10)
    expect(shell.inputsOf('playback.open')).toHaveLength(2)
    playback.setState({ tiles: [0] })
    await footage.manifestAt('camera-1', 10)
    expect(shell.inputsOf('playback.open')).toHaveLength(3)
  })

  it('is asked for where another camera was refused', async () => {
    const { footage, shell } = build()
    shell.answers['playback.open'] = () => fail(wallError('platform_failed', undefined, 10_000))
    for (const cameraId of ['camera-1', 'camera-2']) await footage.manifestAt(cameraId, 10)
    expect(shell.inputsOf('playback.open')).toHaveLength(2)
  })

  it('gives way when a tile begins to play', async () => {
    const { footage, playback, held } = build()
    await footage.manifestAt('camera-1', 10)
    playback.setState({ tiles: [0] })
    expect(held()).toEqual({ playing: [], paused: [] })
  })

  it('is let go when nobody has looked for a minute, and at the end', async () => {
    const { footage, clock, held } = build()
    await footage.manifestAt('camera-1', 10)
    clock.advance(60_000)
    expect(held()).toEqual({ playing: [], paused: [] })
    await footage.manifestAt('camera-2', 10)
    expect(held()).toEqual({ playing: [], paused: ['playback-of-a-preview-2'] })
    footage.dispose()
    expect(held()).toEqual({ playing: [], paused: [] })
  })
})
