import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { instantOf } from '#tools/demo-footage/frame-code.ts'
import type { WallPage } from '#test/stand/wall-page.ts'
import { startHost, WallStand } from '#test/stand/wall-stand.ts'
import { frameMs, pastTile, pastTiles } from './past-page.ts'

/** A live picture on the screen was filmed this long ago at most. */
const oldestLiveMs = 5_000
/** The band writes tenths. */
const tenthMs = 100
const replayMs = 30_000

const poll = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 20_000 })

/** Playback in the tiles of a wall of nine, by its keys. `started` has the cameras, 14 of them, and the browser. */
export function playbackKeys(started: () => WallStand): void {
  let stand: WallStand | undefined
  let wall: WallPage

  beforeAll(async () => {
    const { site, browser } = started()
    // What the wall before it was left with is kept by that wall's own program.
    stand = new WallStand(site, await startHost({ site, flags: ['--layout', '9'] }), browser)
    wall = await stand.open()
    await wall.untilPlaying(9)
  })
  afterAll(() => stand?.host.stop())
  afterEach(async () => {
    await wall.press('Escape', 'Escape', 'Shift+Home', 'Escape')
    await wall.untilPlaying(9)
    for (let press = 0; press < 3; press += 1) await wall.press('ArrowLeft', 'ArrowUp')
  })

  /** Of tile 1, from its pixels. */
  const filmed = async () => (await pastTiles(wall, [1]))[0]?.filmedMs
  const camera = async () => (await pastTiles(wall, [1]))[0]?.cameraNumber
  const speedOf = (tile: number) => wall.tile(tile).locator('.past-band > .past-speed').first().textContent()
  const nine = async () => (await pastTiles(wall, [1, 2, 3, 4, 5, 6, 7, 8, 9])).flatMap((tile) => tile ?? [])
  const spreadMs = async () => {
    const instants = (await nine()).map(({ filmedMs }) => filmedMs)
    return instants.length < 9 ? undefined : Math.max(...instants) - Math.min(...instants)
  }
  /** How far a band is from its picture, where it is furthest. */
  const furthestMs = async () => {
    const tiles = await nine()
    return tiles.length < 9
      ? undefined
      : Math.max(...tiles.map(({ filmedMs, bandMs }) => Math.abs(filmedMs - bandMs)))
  }
  const modeOf = (tile: number) => wall.tile(tile).getAttribute('data-mode')
  /** Paused, and the asked picture is on the screen. */
  const untilPaused = (count: number) => wall.until('PAUSED', count)

  it('R shows what was thirty seconds ago, and the band says of when it is', async () => {
    const beforeMs = Date.now()
    await wall.press('r', 'k')
    const afterMs = Date.now()
    await untilPaused(1)
    const { cameraNumber, filmedMs, bandMs } = await pastTile(wall, 1)
    expect(cameraNumber).toBe(1)
    expect(filmedMs).toBeGreaterThan(beforeMs - replayMs - frameMs)
    expect(filmedMs).toBeLessThanOrEqual(afterMs - replayMs)
    expect(filmedMs - bandMs).toBeGreaterThanOrEqual(-1)
    expect(filmedMs - bandMs).toBeLessThan(tenthMs)
  })

  it('S shows the same picture’s time on nine tiles, within one frame', async () => {
    await wall.press('s')
    await wall.until('PLAYING', 9)
    await wall.press('Space')
    await untilPaused(9)
    // A tile that stopped a little beside the instant goes there by a seek, and says nothing of so short a one.
    await poll(spreadMs).toBeLessThanOrEqual(frameMs + 1)
    await poll(furthestMs).toBeLessThan(tenthMs)
    expect((await nine()).map(({ cameraNumber }) => cameraNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    await wall.press('s')
    await wall.untilPlaying(8)
    expect(await modeOf(1)).toBe('playback')
  })

  it('Home brings the tile back to now, and leaves those beside it where they are', async () => {
    await wall.press('r', 'ArrowRight', 'r')
    await wall.until('PLAYING', 2)
    await wall.press('Home')
    await wall.untilPlaying(8)
    expect(await modeOf(1)).toBe('playback')
    expect(await modeOf(2)).toBeNull()
    const nowMs = Date.now()
    const { frameIndex } = await wall.untilCamera(2, 2)
    expect(nowMs - instantOf(frameIndex, nowMs)).toBeLessThan(oldestLiveMs)
    const { filmedMs } = await pastTile(wall, 1)
    expect(Date.now() - filmedMs).toBeGreaterThan(replayMs / 2)
  })

  it('I says of a paused picture its rendition, its codec and its very instant', async () => {
    await wall.press('r', 'k')
    await untilPaused(1)
    await wall.press('i')
    const fact = (name: string) =>
      wall
        .tile(1)
        .locator('.engineer')
        .getByText(name, { exact: true })
        .locator('xpath=following-sibling::dd[1]')
    await expect.poll(() => fact('codec').textContent()).toMatch(/^avc1\.[0-9A-Fa-f]{6}$/)
    // A ninth of the wall is played in the small rendition; paused, the picture becomes the best there is.
    await poll(() => fact('picture').textContent()).toBe('640 × 360, best rendition')
    const { filmedMs } = await pastTile(wall, 1)
    const text = (await fact('filmed').textContent()) ?? ''
    expect(text).toMatch(/\d\d:\d\d:\d\d\.\d{3}$/)
    // Of the minute; a picture's instant is no whole millisecond.
    const offMs = Math.abs(Number(text.slice(-6)) * 1_000 - (filmedMs % 60_000))
    expect(Math.min(offMs, 60_000 - offMs)).toBeLessThanOrEqual(1)
    await wall.press('i')
  })

  it('comma and dot step one picture, and the dot still belongs to an entry', async () => {
    await wall.press('r', 'k')
    await untilPaused(1)
    const { filmedMs } = await pastTile(wall, 1)
    const steps = async () =>
      Math.round(((await pastTiles(wall, [1]))[0]?.filmedMs ?? 0) / frameMs - filmedMs / frameMs)
    for (const [key, at] of [
      ['.', 1],
      ['.', 2],
      [',', 1],
      [',', 0],
      [',', -1],
    ] as const) {
      await wall.press(key)
      await poll(steps).toBe(at)
    }
    await wall.press('2', '.', '1', '3', 'Enter')
    await wall.untilCamera(2, 13)
    await wall.press('2', '.', '0', 'Enter')
    expect(await steps()).toBe(-1)
  })

  it('J, K and L change the speed, and Space stops and goes on', async () => {
    await wall.press('r')
    await wall.until('PLAYING', 1)
    expect(await speedOf(1)).toBe('Playback')
    await wall.press('l')
    expect(await speedOf(1)).toBe('2×')
    await wall.press('j', 'j')
    expect(await speedOf(1)).toBe('½×')
    await wall.press('k')
    expect(await speedOf(1)).toBe('Paused')
    await untilPaused(1)
    const stood = await pastTile(wall, 1)
    await wall.press('j', 'j')
    expect(await speedOf(1)).toBe('−2×')
    await poll(filmed).toBeLessThan(stood.filmedMs - 1_000)
    const seenMs = await filmed()
    await wall.press('Space')
    expect(await speedOf(1)).toBe('Paused')
    await untilPaused(1)
    expect(await filmed(), 'it stops at what is seen, though the clock is later').toBeLessThanOrEqual(
      seenMs ?? 0,
    )
    await wall.press('Shift+ArrowLeft')
    await poll(filmed).toBeLessThan(stood.filmedMs - 10_000)
    await wall.press('l')
    await wall.until('PLAYING', 1)
  })

  it('a camera that is typed into a tile of the past shows the same instant', async () => {
    await wall.press('r', 'k')
    await untilPaused(1)
    const before = await pastTile(wall, 1)
    await wall.press('1', '3', 'Enter')
    await poll(camera).toBe(13)
    const after = await pastTile(wall, 1)
    expect(Math.abs(after.filmedMs - before.filmedMs)).toBeLessThanOrEqual(frameMs + 1)
    await wall.press('Control+z')
    await poll(camera).toBe(1)
  })

  it('a large tile of the past stays at its instant', { tags: 'long' }, async () => {
    await wall.press('s')
    await wall.until('PLAYING', 9)
    await wall.press('k')
    await untilPaused(9)
    await poll(spreadMs).toBeLessThanOrEqual(frameMs + 1)
    const before = await pastTile(wall, 1)
    await wall.press('Enter')
    await wall.page.locator('[data-large="1"] [data-state="PAUSED"]').waitFor()
    const isSame = async () => Math.abs(((await filmed()) ?? 0) - before.filmedMs) <= frameMs + 1
    await poll(isSame).toBe(true)
    await wall.press('Enter')
    await untilPaused(9)
    expect(Math.abs((await pastTile(wall, 9)).filmedMs - before.filmedMs)).toBeLessThanOrEqual(frameMs + 1)
  })

  it('says in words that nothing was recorded, and refuses in words what a live tile cannot', async () => {
    await wall.press('Space')
    await wall.page.getByText('This tile is live. R replays the last 30 s.').waitFor()
    await wall.press('Escape', '1', '4', 'Enter')
    await wall.untilCamera(1, 14)
    await wall.press('r')
    await wall.until('NO RECORDING', 1)
    const words = 'Nothing was recorded by this camera at this time.'
    await wall.tile(1).getByText(words, { exact: true }).waitFor()
    expect(await modeOf(2)).toBeNull()
    await wall.press('Home', '0', 'Enter')
  })
}
