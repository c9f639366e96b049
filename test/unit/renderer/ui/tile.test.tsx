// @vitest-environment happy-dom
import { act, Profiler } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { ExportWatch } from '#renderer/evidence/export-watch.ts'
import { openAlarms } from '#renderer/alarms/open-alarms.ts'
import { openEvents } from '#renderer/events/open-events.ts'
import { openOccupancy } from '#renderer/occupancy/open-occupancy.ts'
import { openKeyboard } from '#renderer/keyboard/open-keyboard.ts'
import type { PlaybackDriver } from '#renderer/playback/tile/playback-driver.ts'
import type { PlaybackObservation } from '#renderer/playback/tile/tile-state.ts'
import { PlaybackHolds } from '#renderer/playback/playback-holds.ts'
import { loadTemporal } from '#renderer/timeline/axis/temporal.ts'
import { SecondTicker } from '#renderer/ui/second-ticker.ts'
import { type Services, ServicesContext } from '#renderer/ui/services.ts'
import { Tile } from '#renderer/ui/tile.tsx'
import type { AreaOptions } from '#renderer/wall/area-options.ts'
import { MaskedThumbnails } from '#renderer/wall/masked-thumbnails.ts'
import { savedLayoutsOf } from '#renderer/wall/saved-layouts.ts'
import { Salvos } from '#renderer/wall/salvos.ts'
import { rectangle } from '#renderer/wall/camera-pictures.ts'
import { WallPlayback } from '#renderer/wall/wall-playback.ts'
import { zoneReader } from '#renderer/wall/wall-zone.ts'
import { camerasUpTo } from '../fake-shell.ts'
import { pageParts } from '../page-parts.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function ignore(): void {}

const viewport = () => ({ widthPx: 1_920, heightPx: 1_080 })

const maskedAt = (x: number) => ({
  fit: 'fill' as const,
  masks: [rectangle({ x, y: 0 }, { x: x + 0.1, y: 0.5 })],
  aspect: 2,
})

/** Nine tiles, each with a count of how often it was drawn. */
async function drawTiles() {
  const parts = pageParts({ tiles: 9, cameras: 16, nowMs: Date.parse('2026-11-20T14:32:07Z') })
  const { clock, live, wall, session, playback, shell, platformClock } = parts
  const holds = new PlaybackHolds(shell)
  const wallPlayback = new WallPlayback({
    wall,
    playback,
    holds,
    shell,
    clock: platformClock,
    steadyClock: clock,
    loadHls: () => Promise.reject(new Error('nothing is played here')),
    sizeOf: () => undefined,
    viewport,
  })
  const zone = zoneReader(await loadTemporal(), () => 'Europe/Berlin')
  const area: AreaOptions = {
    ...parts,
    own: (made) => made,
    zone,
    viewport,
    isVisible: () => true,
    download: ignore,
    wallPlayback,
    pictures: wallPlayback.pictures,
  }
  const events = openEvents(area)
  const services: Services = {
    ...area,
    ...openKeyboard(area, () => false, ignore),
    ...events,
    ...openOccupancy(area),
    ...openAlarms({ ...area, ...events }),
    ticker: new SecondTicker(clock),
    salvos: new Salvos({ ...area, keyHint: () => '' }),
    savedLayouts: savedLayoutsOf(area),
    sound: { store: createStore(() => ({ audible: undefined })), level: 0 },
    thumbnails: new MaskedThumbnails({
      shell,
      holds,
      playback,
      clock,
      playedOf: () => [],
      masksOf: () => [],
    }),
    sizes: { watch: () => () => undefined },
    exports: new ExportWatch(shell),
    run: ignore,
  }
  const tiles = Array.from({ length: 9 }, (_, tile) => tile)
  for (const tile of tiles) live.set(tile, { state: 'LIVE', shownCameraId: `camera-${tile + 1}` })
  const drawn = new Map<string, number>()
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  const root = createRoot(container)
  onTestFinished(() => act(async () => root.unmount()))
  await act(async () =>
    root.render(
      <ServicesContext value={services}>
        {tiles.map((tile) => (
          <Profiler key={tile} id={String(tile)} onRender={(id) => drawn.set(id, (drawn.get(id) ?? 0) + 1)}>
            <Tile tile={tile} />
          </Profiler>
        ))}
      </ServicesContext>,
    ),
  )
  drawn.clear()
  /** Tiles that were drawn again by the change. */
  const drawnBy = async (change: () => void) => {
    drawn.clear()
    await act(async () => change())
    return [...drawn.keys()].map(Number)
  }
  const find = (selector: string) => container.querySelector<HTMLElement>(selector)
  return { clock, live, wall, session, playback, wallPlayback, drawnBy, container, find }
}

/** A player of which the test says what it shows. */
function fakeDriver(shownMs: number) {
  let observation: PlaybackObservation = {
    state: 'PLAYING',
    shownMs,
    untilMs: undefined,
    reason: undefined,
    isQuiet: false,
  }
  const listeners = new Set<() => void>()
  const driver: Pick<PlaybackDriver, 'element' | 'observe' | 'subscribe' | 'figures'> = {
    element: document.createElement('div'),
    observe: () => observation,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    figures: () => undefined,
  }
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that a tile asks of one
    driver: driver as PlaybackDriver,
    show: (change: Partial<PlaybackObservation>) => {
      observation = { ...observation, ...change }
      for (const listener of listeners) listener()
    },
    /** As a player does for each frame: nobody is told. */
    present: (frameMs: number) => {
      observation = { ...observation, shownMs: frameMs }
    },
  }
}

const frame = () => act(() => new Promise<void>((done) => requestAnimationFrame(() => done())))

/** Nine tiles, the third of them in the past. */
async function drawPast(shownMs = Date.parse('2026-11-20T13:05:10.300Z')) {
  const wall = await drawTiles()
  const player = fakeDriver(shownMs)
  await wall.drawnBy(() => {
    wall.playback.setState({ tiles: [2], speed: 1 })
    wall.wallPlayback.pictures.show([{ tile: 2, cameraId: 'camera-3', quality: 'full' }], () => player.driver)
  })
  const tile = wall.find('[data-tile="3"]')
  const band = (part: string) => tile?.querySelector(`.past-${part}`)?.textContent
  const spoken = () =>
    wall.container.querySelector(`[id="${tile?.getAttribute('aria-labelledby')}"]`)?.textContent
  return { ...wall, player, tile, band, spoken }
}

describe('a tile in the past', () => {
  it('has the masks of the wished camera before its picture, and keeps those of the one that is still seen', async () => {
    const { live, wall, session, drawnBy, find } = await drawTiles()
    const { settings } = session.getState()
    const cameraPictures = { 'camera-1': maskedAt(0), 'camera-5': maskedAt(0.5) }
    const shown = () =>
      [...(find('[data-tile="1"]')?.querySelectorAll('.picture-masks polygon') ?? [])].map((polygon) =>
        polygon.getAttribute('points'),
      )
    await drawnBy(() => session.actions.setSettings({ ...settings, cameraPictures }))
    expect(shown()).toEqual(['0,0 0.2,0 0.2,0.5 0,0.5'])
    await drawnBy(() => wall.actions.showCamera(0, 'camera-5'))
    expect(live.observe(0).shownCameraId).toBe('camera-1')
    expect(shown()).toEqual(['1,0 1.2,0 1.2,0.5 1,0.5', '0,0 0.2,0 0.2,0.5 0,0.5'])
    await drawnBy(() => live.set(0, { state: 'LIVE', shownCameraId: 'camera-5' }))
    expect(shown()).toEqual(['1,0 1.2,0 1.2,0.5 1,0.5'])
    expect(find('[data-tile="1"] .picture-masks')?.getAttribute('preserveAspectRatio')).toBe('xMidYMid slice')
    expect(find('[data-tile="1"]')?.style.getPropertyValue('--picture-fit')).toBe('cover')

    const video = document.createElement('video')
    let widthPx = 400
    Object.defineProperties(video, { videoWidth: { get: () => widthPx }, videoHeight: { value: 300 } })
    find('[data-tile="1"]')?.append(video)
    await drawnBy(() => video.dispatchEvent(new Event('resize')))
    expect(shown()).toEqual([])
    expect(find('[data-tile="1"] .picture-masks rect')).not.toBeNull()
    // The picture of another camera, made ready behind this one, needs none of its masks.
    video.dataset['cameraId'] = 'camera-7'
    await drawnBy(() => video.dispatchEvent(new Event('loadedmetadata')))
    expect(shown()).toHaveLength(1)
    video.dataset['cameraId'] = 'camera-5'
    await drawnBy(() => video.dispatchEvent(new Event('loadedmetadata')))
    expect(shown()).toEqual([])
    widthPx = 0
    await drawnBy(() => video.dispatchEvent(new Event('emptied')))
    expect(shown()).toHaveLength(1)
  })

  it('has its masks again once the picture of another shape has gone, a stand-in or the past', async () => {
    const { live, playback, session, drawnBy, find } = await drawTiles()
    const { settings } = session.getState()
    await drawnBy(() =>
      session.actions.setSettings({ ...settings, cameraPictures: { 'camera-1': maskedAt(0) } }),
    )
    const masks = () => find('[data-tile="1"]')?.querySelectorAll('.picture-masks polygon').length
    const begin = async (place: string) => {
      const video = document.createElement('video')
      Object.defineProperties(video, { videoWidth: { value: 400 }, videoHeight: { value: 300 } })
      find(`[data-tile="1"] ${place}`)?.append(video)
      await drawnBy(() => video.dispatchEvent(new Event('resize')))
      expect(masks()).toBe(0)
      return video
    }
    await drawnBy(() => live.set(0, { state: 'LATE', isLocal: true }))
    const standIn = await begin('.picture')
    await drawnBy(() => {
      standIn.remove()
      live.set(0, { state: 'LIVE' })
    })
    expect(masks()).toBe(1)
    await drawnBy(() => playback.setState({ tiles: [0] }))
    await begin('.picture-past')
    await drawnBy(() => playback.setState({ tiles: [] }))
    expect(masks()).toBe(1)
  })

  it('says of when its picture is, in the wall’s zone, and that it is played', async () => {
    const { tile, band, spoken } = await drawPast()
    expect(tile?.dataset).toMatchObject({ mode: 'playback', state: 'PLAYING' })
    expect([band('time'), band('day'), band('speed')]).toEqual(['14:05:10', '', 'Playback'])
    expect(spoken()).toMatch(/^Tile 3: camera 3 .*, playback, 14:05:10, Friday 20 November 2026/)
  })

  it('names the day when that is another, and tenths while it stands', async () => {
    const { playback, band, drawnBy } = await drawPast(Date.parse('2026-11-18T13:05:10.300Z'))
    await drawnBy(() => playback.setState({ speed: 0 }))
    await frame()
    expect([band('time'), band('day'), band('speed')]).toEqual(['14:05:10.3', 'Wed 18 Nov', 'Paused'])
  })

  it('writes the time of each frame without being drawn again', async () => {
    const { player, band, drawnBy } = await drawPast()
    const drawn = await drawnBy(() => player.present(Date.parse('2026-11-20T13:05:11.000Z')))
    await frame()
    expect(band('time')).toBe('14:05:11')
    expect(drawn).toEqual([])
  })

  it('says why there is no picture, and until when', async () => {
    const { player, tile, drawnBy } = await drawPast()
    const untilMs = Date.parse('2026-11-20T13:06:40Z')
    expect(await drawnBy(() => player.show({ state: 'GAP', untilMs }))).toEqual([2])
    expect(tile?.querySelector('.tile-middle')?.textContent).toBe('GAPNo recording until 14:06:40')
    await drawnBy(() =>
      player.show({ state: 'FAILED', untilMs: undefined, reason: 'All sessions are in use.' }),
    )
    expect(tile?.querySelector('.tile-middle')?.textContent).toBe('FAILEDAll sessions are in use.')
  })

  it('says that its paused picture is not the best there is, until it is', async () => {
    const { player, tile, drawnBy } = await drawPast()
    const corner = () => tile?.querySelector('.tile-corner')?.textContent
    const size = { widthPx: 320, heightPx: 180 }
    const show = (reduced: PlaybackObservation['reduced']) =>
      drawnBy(() => player.show({ state: 'PAUSED', reduced }))
    expect(await show({ ...size, isComing: true })).toEqual([2])
    expect(corner()).toBe('320×180, sharper picture on its way')
    await show({ ...size, isComing: false })
    expect(corner()).toBe('320×180, sharper picture not available')
    await show(undefined)
    expect(corner()).toBeUndefined()
  })

  it('is a live tile again with nothing left of it', async () => {
    const { playback, wallPlayback, tile, drawnBy } = await drawPast()
    const drawn = await drawnBy(() => {
      playback.setState({ tiles: [] })
      wallPlayback.pictures.show([], () => undefined)
    })
    expect(drawn).toEqual([2])
    expect(tile?.dataset['mode']).toBeUndefined()
    expect(tile?.querySelector('[class*="past"]')).toBeNull()
    expect(tile?.getAttribute('aria-label')).toMatch(/live$/)
  })
})

/** Camera 3 has left the list at this time. */
const left = (at: string) =>
  camerasUpTo(16).map((camera) =>
    camera.number === 3 ? { ...camera, unlistedSinceMs: Date.parse(at) } : camera,
  )

describe('a tile whose camera has left the platform’s list', () => {
  it('keeps camera and picture and says since when, in the wall’s zone', async () => {
    const { wall, find, drawnBy } = await drawTiles()
    const sentence = () => find('[data-tile="3"] .caption-unlisted')?.textContent
    await drawnBy(() => wall.actions.setCameras(left('2026-11-20T13:05:40Z')))
    expect(sentence()).toBe('not in the platform’s list since 14:05')
    expect(find('[data-tile="3"]')?.dataset).toMatchObject({ camera: '3', shown: '3', state: 'LIVE' })
    await drawnBy(() => wall.actions.setCameras(left('2026-11-18T13:05:40Z')))
    expect(sentence()).toBe('not in the platform’s list since Wed 18 Nov 14:05')
    await drawnBy(() => wall.actions.setCameras(camerasUpTo(16)))
    expect(sentence()).toBeUndefined()
  })

  it('says since when by the platform’s clock', async () => {
    const { wall, session, find, drawnBy } = await drawTiles()
    const skewMs = -600_000
    await drawnBy(() => {
      session.setState({ connection: { ...session.getState().connection, skewMs } })
      wall.actions.setCameras(left('2026-11-20T13:05:40Z'))
    })
    expect(find('[data-tile="3"] .caption-unlisted')?.textContent).toMatch(/since 13:55$/)
  })
})

describe('a tile', () => {
  it('is drawn again alone when its state changes', async () => {
    const { live, drawnBy } = await drawTiles()
    expect(await drawnBy(() => live.set(3, { state: 'STALE' }))).toEqual([3])
  })

  it('is not drawn again by frames and delays that nobody sees', async () => {
    const { live, drawnBy } = await drawTiles()
    const drawn = await drawnBy(() => {
      for (let frame = 0; frame < 50; frame++) live.set(3, { lastFrameAtMs: frame, delayMs: 80 + frame })
    })
    expect(drawn).toEqual([])
  })

  it('is spoken of as it is seen when nobody knows its camera any more', async () => {
    const { wall, drawnBy, find } = await drawTiles()
    await drawnBy(() => wall.actions.setCameras(camerasUpTo(1)))
    expect(find('[data-tile="5"] .caption')?.textContent).toBe('unknown camera')
    expect(find('[data-tile="5"]')?.getAttribute('aria-label')).toBe('Tile 5: unknown camera, live')
  })

  it('is not drawn again by a clock while it is live', async () => {
    const { clock, drawnBy } = await drawTiles()
    expect(await drawnBy(() => clock.advance(10_000))).toEqual([])
  })

  it('counts its age alone', async () => {
    const { clock, live, drawnBy } = await drawTiles()
    await drawnBy(() => live.set(3, { state: 'STALE', lastFrameAtMs: clock.nowMs() - 3_000 }))
    expect(await drawnBy(() => clock.advance(1_000))).toEqual([3])
  })

  it('is drawn again with the one beside it when the selection moves', async () => {
    const { wall, drawnBy } = await drawTiles()
    expect(await drawnBy(() => wall.actions.moveSelection('right'))).toEqual([0, 1])
  })

  it('is drawn again alone when it gets another camera', async () => {
    const { wall, drawnBy, container } = await drawTiles()
    expect(await drawnBy(() => wall.actions.showCamera(5, 'camera-12'))).toEqual([5])
    expect(container.querySelector('[data-tile="6"]')?.getAttribute('data-camera')).toBe('12')
  })

  it('is not drawn again by anything that concerns the page', async () => {
    const { session, drawnBy } = await drawTiles()
    const drawn = await drawnBy(() => {
      session.actions.notify('something')
      session.actions.setLink(false)
      session.actions.toggleDialog('help')
    })
    expect(drawn).toEqual([])
  })
})
