// @vitest-environment happy-dom
import { act, Profiler } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it } from 'vitest'
import { contextOfWall } from '../../../../src-renderer/keyboard/context-of-wall.ts'
import { createKeyboardStore } from '../../../../src-renderer/keyboard/keyboard-store.ts'
import { keymapReader } from '../../../../src-renderer/keyboard/keymap-reader.ts'
import { SecondTicker } from '../../../../src-renderer/ui/second-ticker.ts'
import { type Services, ServicesContext } from '../../../../src-renderer/ui/services.ts'
import { Tile } from '../../../../src-renderer/ui/tile.tsx'
import { createSessionStore } from '../../../../src-renderer/wall/session-store.ts'
import { emptyDocument } from '../../../../src-renderer/wall/wall-document.ts'
import { createWallStore } from '../../../../src-renderer/wall/wall-store.ts'
import { FakeClock } from '../fake-clock.ts'
import { FakeLiveWall } from '../fake-live-wall.ts'
import { camerasUpTo, FakeShell } from '../fake-shell.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function ignore(): void {}

/** Nine tiles, each with a count of how often it was drawn. */
async function drawTiles() {
  const clock = new FakeClock()
  const live = new FakeLiveWall()
  const wall = createWallStore(emptyDocument(9), camerasUpTo(16))
  const session = createSessionStore()
  const keymap = keymapReader(() => ({}))
  const context = () => contextOfWall(wall.getState(), session.getState(), false)
  const services: Services = {
    shell: new FakeShell(),
    wall,
    session,
    keyboard: createKeyboardStore({ clock, keymap, context, run: ignore }),
    keymap,
    context,
    live,
    sizes: { watch: () => () => undefined },
    clock,
    ticker: new SecondTicker(clock),
    run: ignore,
  }
  const tiles = Array.from({ length: 9 }, (_, tile) => tile)
  for (const tile of tiles) live.set(tile, { state: 'LIVE', shownCameraId: `camera-${tile + 1}` })
  const drawn = new Map<string, number>()
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  await act(async () =>
    createRoot(container).render(
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
  return { clock, live, wall, session, drawnBy, container }
}

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
      session.actions.notify('something', 0)
      session.actions.setLink(false, 0)
      session.actions.toggleDialog('help')
    })
    expect(drawn).toEqual([])
  })
})
