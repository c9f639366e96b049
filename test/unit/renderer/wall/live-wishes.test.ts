import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveWishes, wishesOf } from '#renderer/wall/live-wishes.ts'
import { createPlaybackStore } from '#renderer/wall/playback-store.ts'
import { createSessionStore } from '#renderer/wall/session-store.ts'
import { emptyDocument, withLarge } from '#renderer/wall/wall-document.ts'
import { createWallStore } from '#renderer/wall/wall-store.ts'
import { FakeLiveWall } from '../fake-live-wall.ts'
import { camerasUpTo } from '../fake-shell.ts'

/** One observer for all tiles; the test says what it measures. */
class HandObserver {
  static made: HandObserver[] = []
  readonly observed = new Set<unknown>()
  readonly #callback: (entries: unknown[]) => void
  constructor(callback: (entries: unknown[]) => void) {
    this.#callback = callback
    HandObserver.made.push(this)
  }
  observe(element: unknown): void {
    this.observed.add(element)
  }
  unobserve(element: unknown): void {
    this.observed.delete(element)
  }
  disconnect(): void {
    this.observed.clear()
  }
  measure(target: unknown, inlineSize: number, blockSize: number): void {
    this.#callback([{ target, devicePixelContentBoxSize: [{ inlineSize, blockSize }] }])
  }
}

beforeEach(() => {
  HandObserver.made = []
  vi.stubGlobal('ResizeObserver', HandObserver)
})
afterEach(() => vi.unstubAllGlobals())

const viewport = vi.fn(() => ({ widthPx: 1_920, heightPx: 1_080 }))

function open() {
  const live = new FakeLiveWall()
  const wall = createWallStore(emptyDocument(9), camerasUpTo(40))
  const session = createSessionStore()
  const playback = createPlaybackStore(wall)
  const wishes = new LiveWishes({ wall, session, playback, live, viewport })
  return { live, wall, session, playback, wishes, observer: HandObserver.made[0] }
}
// The watcher hands elements through and never looks at them.
const element = {} as Element

describe('live wishes', () => {
  it('keep every camera that only gets another tile, and never ask for one whose tile is in the past', () => {
    const { live, wall, playback } = open()
    playback.setState({ tiles: [5] })
    const before = live.shown.length
    wall.actions.editGrid({ kind: 'edge', tile: 0, side: 'right', by: 1 })
    wall.actions.editGrid({ kind: 'swap', tile: 0, other: 7 })
    wall.actions.undo()
    wall.actions.undo()
    const asked = live.shown.slice(before).map((wishes) => wishes.flatMap(({ cameraId }) => cameraId ?? []))
    const kept = [1, 3, 4, 5, 7, 8, 9].map((number) => `camera-${number}`)
    expect(asked.map((cameras) => kept.filter((id) => !cameras.includes(id)))).toEqual(asked.map(() => []))
    expect(asked.filter((cameras) => cameras.includes('camera-6'))).toEqual([])
    expect(asked.length).toBeGreaterThan(3)
  })

  it('are not reckoned anew for what does not change them', () => {
    const { session } = open()
    viewport.mockClear()
    session.actions.notify('Something happened.')
    session.actions.notify('Something else happened.')
    expect(viewport).not.toHaveBeenCalled()
    session.actions.setSettings({ ...session.getState().settings, standbyCameras: 1 })
    expect(viewport).toHaveBeenCalledOnce()
  })

  it('are as large as a picture that is zoomed in, so that its layer is', () => {
    const { live, wall, wishes, observer } = open()
    wishes.sizes.watch(0, element)
    observer?.measure(element, 400, 225)
    wall.actions.setZoom(0, { scale: 3, x: 0.5, y: 0.5 })
    expect(live.shown.at(-1)?.[0]).toMatchObject({ widthPx: 1_200, heightPx: 675 })
    wall.actions.setZoom(0, { scale: 1, x: 0.5, y: 0.5 })
    expect(live.shown.at(-1)?.[0]).toMatchObject({ widthPx: 400, heightPx: 225 })
  })

  it('are there before anything was measured, at their share of the window', () => {
    const { live } = open()
    expect(live.shown[0]).toHaveLength(9)
    expect(live.shown[0]?.[0]).toEqual({
      tile: 0,
      cameraId: 'camera-1',
      widthPx: 640,
      heightPx: 360,
      urgent: true,
    })
    expect(live.standingBy[0]).toHaveLength(11)
  })

  it('follow the measured size, and are not repeated for the same one', () => {
    const { live, wishes, observer } = open()
    wishes.sizes.watch(0, element)
    observer?.measure(element, 639, 359)
    observer?.measure(element, 639, 359)
    expect(live.shown).toHaveLength(2)
    expect(live.shown[1]?.[0]).toMatchObject({ widthPx: 639, heightPx: 359 })
  })

  it('use one observer for all tiles', () => {
    const { wishes } = open()
    const stop = wishes.sizes.watch(0, element)
    wishes.sizes.watch(1, {} as Element)
    stop()
    expect(HandObserver.made).toHaveLength(1)
    expect(HandObserver.made[0]?.observed.size).toBe(1)
  })

  it('name the selected tile urgent, and only the large one while there is one', () => {
    const { live, wall } = open()
    wall.actions.select(4)
    expect(
      live.shown
        .at(-1)
        ?.filter(({ urgent }) => urgent)
        .map(({ tile }) => tile),
    ).toEqual([4])
    wall.actions.toggleLarge()
    expect(live.shown.at(-1)).toMatchObject([{ tile: 4, cameraId: 'camera-5', urgent: true }])
  })

  it('reckon a large tile that was not measured as the whole window', () => {
    const document = withLarge(emptyDocument(9), true)
    const wishes = wishesOf(document, [], () => undefined, { widthPx: 1_920, heightPx: 1_080 })
    expect(wishes).toMatchObject([{ widthPx: 1_920, heightPx: 1_080 }])
  })

  it('change the cameras on stand-by when the settings do', () => {
    const { live, session } = open()
    session.actions.setSettings({ ...session.getState().settings, standbyCameras: 3 })
    expect(live.standingBy.at(-1)).toHaveLength(3)
    expect(live.shown).toHaveLength(1)
  })

  it('let a camera whose tile shows the past stand by, before all that is guessed', () => {
    const { live, playback } = open()
    playback.setState({ tiles: [2] })
    expect(live.shown.at(-1)?.map(({ cameraId }) => cameraId)).toEqual(
      [1, 2, undefined, 4, 5, 6, 7, 8, 9].map((number) => number && `camera-${number}`),
    )
    expect(live.standingBy.at(-1)?.[0]).toBe('camera-3')
  })

  it('end with everything they began', () => {
    const { live, wall, wishes } = open()
    wishes.sizes.watch(0, element)
    wishes.dispose()
    wall.actions.select(3)
    expect(live.shown).toHaveLength(1)
    expect(HandObserver.made[0]?.observed.size).toBe(0)
  })
})
