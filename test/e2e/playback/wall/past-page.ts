import { decode } from 'fast-png'
import { footageDefaults } from '#site/footage/footage-defaults.ts'
import { decodeFrameCode, instantOf } from '#site/footage/frame-code.ts'
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

/** Tiles of the past, by the operator's numbers: all from one picture of the screen, and what was written there then. */
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
  const places = seen.flatMap((place) => place ?? [])
  if (places.length === 0) return seen.map(() => undefined)
  const x = Math.floor(Math.min(...places.map((place) => place.x)))
  const y = Math.floor(Math.min(...places.map((place) => place.y)))
  const width = Math.ceil(Math.max(...places.map((place) => place.x + place.width))) - x
  const height = Math.ceil(Math.max(...places.map((place) => place.y + place.height))) - y
  const png = decode(await wall.page.screenshot({ clip: { x, y, width, height } }))
  return seen.map((place) => {
    if (place === undefined) return undefined
    // Shown whole in the middle of its place, however that is shaped.
    const shownWidth = Math.min(place.width, (place.height * 16) / 9)
    const shownHeight = (shownWidth * 9) / 16
    const rect = {
      left: Math.round(place.x - x + (place.width - shownWidth) / 2),
      top: Math.round(place.y - y + (place.height - shownHeight) / 2),
      width: Math.floor(shownWidth),
      height: Math.floor(shownHeight),
    }
    const code = decodeFrameCode(cropped(png, rect), rect.width, rect.height)
    if (code === undefined) return undefined
    const filmedMs = instantOf(code.frameIndex, place.bandMs)
    return { cameraNumber: code.cameraNumber, filmedMs, bandMs: place.bandMs }
  })
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

function cropped(
  png: ReturnType<typeof decode>,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): Uint8Array {
  const rgba = new Uint8Array(width * height * 4).fill(255)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = ((top + y) * png.width + left + x) * png.channels
      const to = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel += 1) rgba[to + channel] = png.data[from + channel] ?? 0
    }
  }
  return rgba
}
