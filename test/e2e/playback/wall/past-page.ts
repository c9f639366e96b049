import { footageDefaults } from '#tools/demo-footage/footage-defaults.ts'
import { instantOf } from '#tools/demo-footage/frame-code.ts'
import type { WallPage } from '#test/stand/wall-page.ts'

/** One picture of the demo cameras. */
export const frameMs = 1_000 / footageDefaults.framesPerSecond

export interface PastTile {
  readonly cameraNumber: number
  /** When its picture was filmed, from its pixels. Epoch milliseconds, the one nearest to what the band says. */
  readonly filmedMs: number
  /** What the band above it says. */
  readonly bandMs: number
}

/** Tiles of the past, by the operator's numbers, and what was written there just before. */
export async function pastTiles(
  wall: WallPage,
  numbers: readonly number[],
): Promise<(PastTile | undefined)[]> {
  const seen = await wall.page.evaluate((wanted) => {
    return wanted.map((number) => {
      const tile = document.querySelector(`[data-tile="${number}"]`)
      const picture = tile?.querySelector('.picture-past')?.getBoundingClientRect()
      const text = tile?.querySelector('.past-time')?.textContent ?? ''
      // As long as it has no picture.
      if (text.includes('-')) return undefined
      const [hours, minutes, seconds] = text.split(':').map(Number)
      if (picture === undefined || hours === undefined || minutes === undefined || seconds === undefined) {
        return undefined
      }
      const band = new Date()
      // It names the day when that is not today; no test looks further back than yesterday.
      if ((tile?.querySelector('.past-day')?.textContent ?? '') !== '') band.setDate(band.getDate() - 1)
      band.setHours(hours, minutes, 0, Math.round(seconds * 1_000))
      const { x, y, width, height } = picture
      return { x, y, width, height, bandMs: band.getTime() }
    })
  }, numbers)
  const tiles: (PastTile | undefined)[] = []
  for (const place of seen) {
    if (place === undefined) {
      tiles.push(undefined)
      continue
    }
    // Shown whole in the middle of its place, however that is shaped.
    const width = Math.min(place.width, (place.height * 16) / 9)
    const height = (width * 9) / 16
    const x = place.x + (place.width - width) / 2
    const y = place.y + (place.height - height) / 2
    const code = await wall.codeIn({ x, y, width, height })
    tiles.push(
      code && {
        cameraNumber: code.cameraNumber,
        filmedMs: instantOf(code.frameIndex, place.bandMs),
        bandMs: place.bandMs,
      },
    )
  }
  return tiles
}

/** All times that the band of a tile says from now on, in their order. */
export async function watchBand(wall: WallPage, number: number): Promise<() => Promise<readonly number[]>> {
  const seen = await wall.tile(number).evaluateHandle((tile) => {
    const texts: string[] = []
    new MutationObserver(() => texts.push(tile.querySelector('.past-time')?.textContent ?? '')).observe(
      tile,
      { subtree: true, childList: true, characterData: true },
    )
    return texts
  })
  return async () => {
    const texts = [...new Set(await seen.jsonValue())].filter((text) => /^\d+:\d+:[\d.]+$/.test(text))
    return texts.map((text) => {
      const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
      const band = new Date()
      band.setHours(hours, minutes, 0, Math.round(seconds * 1_000))
      // The small hours may look back to before midnight.
      return band.getTime() > Date.now() ? band.setDate(band.getDate() - 1) : band.getTime()
    })
  }
}

/** One that has to be readable. */
export async function pastTile(wall: WallPage, number: number): Promise<PastTile> {
  const [tile] = await pastTiles(wall, [number])
  if (tile === undefined) throw new Error(`tile ${number} shows no picture of the past`)
  return tile
}
