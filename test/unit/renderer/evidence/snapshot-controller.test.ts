import { describe, expect, it, onTestFinished } from 'vitest'
import { ok } from '#contract/result.ts'
import { PICTURE_PART_CHARS } from '#contract/wall/evidence.ts'
import type { Mask } from '#contract/wall/camera-picture.ts'
import { loadLanguage } from '#renderer/language/language.ts'
import { snapshotsOf } from '#renderer/evidence/snapshot-controller.ts'
import type { PlaybackObservation } from '#renderer/playback/tile/tile-state.ts'
import { rectangle } from '#renderer/wall/camera-pictures.ts'
import { pageParts } from '../page-parts.ts'

const nowMs = 1_800_000_000_000

function open(png = new Uint8Array([1, 2, 3])) {
  const parts = pageParts({
    cameras: 2,
    nowMs,
    skewMs: 0,
    answers: {
      'evidence.picturePart': () => ok(undefined),
      'evidence.snapshot': () => ok({ fileName: 'picture.png', folder: '/documents/Tessera' }),
    },
  })
  const { shell, wall, session, playback, notices } = parts
  wall.actions.showCamera(0, 'camera-1')
  wall.actions.showCamera(1, 'camera-2')
  wall.actions.select(0)
  let closed = 0
  const encoded: (readonly Mask[])[] = []
  const frame = { displayWidth: 640, displayHeight: 360, close: () => void (closed += 1) } as VideoFrame
  const live = Object.assign(parts.live, { frame: () => frame })
  let past: PlaybackObservation | undefined
  const snapshots = snapshotsOf({
    ...parts,
    live,
    pictures: { observe: () => past, frame: () => ({ frame, shownMs: nowMs - 60_040 }) },
    download: () => {},
    encode: async (_picture, masks) => {
      encoded.push(masks)
      return png
    },
  })
  return {
    live,
    shell,
    snapshots,
    session,
    encoded,
    showPast: (state: PlaybackObservation['state']) => {
      playback.setState({ tiles: [0] })
      past = { state, shownMs: nowMs - 60_000, untilMs: undefined, reason: undefined, isQuiet: false }
    },
    notices,
    closed: () => closed,
  }
}

describe('a saved picture', () => {
  it('of a live tile is of the moment when it was filmed', async () => {
    const { live, shell, snapshots, notices, closed } = open()
    live.set(0, { state: 'LIVE', shownCameraId: 'camera-1', delayMs: 200 })
    await snapshots.save('selected')
    expect(shell.inputsOf('evidence.picturePart')).toEqual([{ base64: 'AQID', isFirst: true }])
    expect(shell.inputsOf('evidence.snapshot')).toEqual([
      {
        cameraId: 'camera-1',
        tile: 1,
        atMs: nowMs - 200,
        mode: 'live',
        state: 'LIVE',
        rendition: 'webrtc',
        widthPx: 640,
        heightPx: 360,
        masks: 0,
        hasMore: false,
      },
    ])
    expect(notices()).toEqual(['Saved: picture.png in /documents/Tessera.'])
    expect(closed()).toBe(1)
  })

  it('that is too large for one part is begun by the first of them alone', async () => {
    const png = Uint8Array.from({ length: PICTURE_PART_CHARS }, (_, at) => at % 251)
    const { live, shell, snapshots } = open(png)
    live.set(0, { state: 'LIVE', shownCameraId: 'camera-1', delayMs: 200 })
    await snapshots.save('selected')
    const parts = shell.inputsOf('evidence.picturePart')
    expect(parts.map(({ isFirst }) => isFirst)).toEqual([true, false])
    expect(Buffer.concat(parts.map(({ base64 }) => Buffer.from(base64, 'base64'))).equals(png)).toBe(true)
  })

  it('has the privacy masks of its camera drawn into it, and is not saved where they do not fit', async () => {
    const { live, shell, snapshots, session, notices, encoded, closed } = open()
    live.set(0, { state: 'LIVE', shownCameraId: 'camera-1', delayMs: 200 })
    const mask = rectangle({ x: 0, y: 0 }, { x: 0.5, y: 0.5 })
    const mask1 = (aspect: number) => {
      const { settings } = session.getState()
      const cameraPictures = { 'camera-1': { fit: 'whole' as const, masks: [mask], aspect } }
      session.actions.setSettings({ ...settings, cameraPictures })
    }
    mask1(16 / 9)
    await snapshots.save('selected')
    expect(encoded).toEqual([[mask]])
    expect(shell.inputsOf('evidence.snapshot')).toMatchObject([{ masks: 1 }])
    mask1(4 / 3)
    await snapshots.save('selected')
    expect(encoded).toHaveLength(1)
    expect(notices().at(-1)).toBe(
      'Tile 1 is not saved: its picture has another aspect ratio than the one that its privacy masks were drawn on.',
    )
    expect(closed()).toBe(2)
  })

  it('of the past has the instant of the picture itself', async () => {
    const { shell, snapshots, showPast } = open()
    showPast('PAUSED')
    await snapshots.save('selected')
    expect(shell.inputsOf('evidence.snapshot')).toMatchObject([
      { mode: 'playback', state: 'PAUSED', rendition: 'recording', atMs: nowMs - 60_040 },
    ])
  })

  it.each(['SEEKING', 'GAP', 'BUFFERING', 'FAILED'] as const)(
    'is not made of a tile that says %s',
    async (state) => {
      const { shell, snapshots, showPast, notices } = open()
      showPast(state)
      await snapshots.save('selected')
      expect(shell.inputsOf('evidence.snapshot')).toEqual([])
      expect(notices()).toEqual([
        `Tile 1 is not saved: its picture is ${state}, and would not be what it seems.`,
      ])
    },
  )

  it('is refused with the word that the tile shows, in any language', async () => {
    onTestFinished(() => loadLanguage('en'))
    await loadLanguage('de')
    const { live, snapshots, notices } = open()
    live.set(0, { state: 'STALE', shownCameraId: 'camera-1', lastFrameAtMs: nowMs - 9_000 })
    await snapshots.save('selected')
    expect(notices().at(-1)).toContain('sie meldet VERALTET,')
  })

  it('of all tiles leaves out what has stopped, and says so', async () => {
    const { live, shell, snapshots, notices } = open()
    live.set(0, { state: 'STALE', shownCameraId: 'camera-1', lastFrameAtMs: nowMs - 9_000 })
    live.set(1, { state: 'LATE', shownCameraId: 'camera-2', delayMs: 4_000, isLocal: true })
    await snapshots.save('all')
    expect(shell.inputsOf('evidence.snapshot')).toMatchObject([
      { cameraId: 'camera-2', state: 'LATE', rendition: 'hls-live', atMs: nowMs - 4_000 },
    ])
    expect(notices()).toEqual([
      'Saved: picture.png in /documents/Tessera. Tile 1 is not saved: its picture is STALE, and would not be what it seems.',
    ])
  })
})
