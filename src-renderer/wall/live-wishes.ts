import type { WallCamera } from '#contract/wall/camera.ts'
import type { WallDocument } from '#contract/wall/document.ts'
import type { LiveWallPort, TileWish } from '../live/live-wall-port.ts'
import type { AreaOptions } from './area-options.ts'
import { shareOf } from './layout.ts'
import { nextOfSequences } from './sequences.ts'
import { type TileSize, TileSizes } from './tile-sizes.ts'
import {
  cameraBeside,
  cameraIdOf,
  isHotspot,
  isListed,
  placesOf,
  previousCameraIdOf,
  visibleTiles,
} from './wall-document.ts'
import { onChangeOf } from './on-change-of.ts'

export interface LiveWishesOptions extends Pick<AreaOptions, 'wall' | 'session' | 'playback'> {
  readonly live: Pick<LiveWallPort, 'show' | 'standBy'>
  /** The whole window in device pixels: the size of a tile that has not been measured yet is reckoned from it. */
  readonly viewport: () => TileSize
  readonly onSizes?: () => void
}

/** Passes to the live engine which cameras the wall wants now, and which it may want next. */
export class LiveWishes {
  readonly sizes: TileSizes
  readonly #options: LiveWishesOptions
  readonly #unsubscribe: (() => void)[]
  readonly #sent = new Map<'shown' | 'standingBy', string>()

  constructor(options: LiveWishesOptions) {
    this.#options = options
    this.sizes = new TileSizes(() => {
      this.update()
      options.onSizes?.()
    })
    this.#unsubscribe = [
      // Costs much with thousands of cameras, and both stores change several times a second.
      options.wall.subscribe((now, before) => {
        const { document, cameras, zooms } = before
        if (now.document !== document || now.cameras !== cameras || now.zooms !== zooms) this.update()
      }),
      options.session.subscribe((now, before) => {
        if (now.alarms !== before.alarms || now.settings !== before.settings) this.update()
      }),
      onChangeOf(options.playback, 'tiles', () => this.update()),
    ]
    this.update()
  }

  /** In device pixels, of the whole picture: of one that is zoomed in more than the tile has. Undefined until it is measured. */
  sizeOf(tile: number): TileSize | undefined {
    const size = this.sizes.of(tile)
    const scale = this.#options.wall.getState().zooms.get(tile)?.scale ?? 1
    return size && { widthPx: Math.round(size.widthPx * scale), heightPx: Math.round(size.heightPx * scale) }
  }

  /** Passes on only what has changed. */
  update(): void {
    const { wall, session, playback, live, viewport } = this.#options
    const { document, cameras } = wall.getState()
    const past = playback.getState().tiles
    const alarmed = new Set(session.getState().alarms.alarms.flatMap(({ cameraIds }) => cameraIds))
    const wishes = wishesOf(document, past, (tile) => this.sizeOf(tile), viewport(), alarmed)
    // Covered by playback: not decoded, but on stand-by, so that going back to live takes no time.
    const covered = past.flatMap((tile) => cameraIdOf(document, tile) ?? [])
    const predicted = predictStandBy(document, cameras, session.getState().settings.standbyCameras)
    const standBy = [...new Set([...covered, ...predicted])]

    if (this.#isNews('shown', wishes)) live.show(wishes)
    if (this.#isNews('standingBy', standBy)) live.standBy(standBy)
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.sizes.dispose()
  }

  #isNews(what: 'shown' | 'standingBy', value: unknown): boolean {
    const text = JSON.stringify(value)
    if (this.#sent.get(what) === text) return false
    this.#sent.set(what, text)
    return true
  }
}

/**
 * One wish for each tile on the screen, without a camera for those of the past. A tile that was not measured yet
 * counts as its share of the window.
 */
export function wishesOf(
  document: WallDocument,
  past: readonly number[],
  sizeOf: (tile: number) => TileSize | undefined,
  viewport: TileSize,
  alarmed: ReadonlySet<string> = new Set(),
): TileWish[] {
  return visibleTiles(document).map((tile) => {
    const cameraId = past.includes(tile) ? undefined : cameraIdOf(document, tile)
    const isImportant = isHotspot(document, tile) || (cameraId !== undefined && alarmed.has(cameraId))
    return {
      tile,
      cameraId,
      ...(sizeOf(tile) ?? shareOf(document, tile, viewport)),
      urgent: tile === document.selected,
      ...(isImportant ? { important: true as const } : {}),
    }
  })
}

/** Cameras on the screen: selected tile first, each once. */
export function visibleCameraIds(document: WallDocument): string[] {
  const tiles = [...visibleTiles(document)].sort(
    (a, b) => Number(b === document.selected) - Number(a === document.selected),
  )
  return unique(tiles.map((tile) => cameraIdOf(document, tile)))
}

/**
 * Cameras that are likely to be asked for next, most likely first, none of them on the screen. Pure.
 * What sequences show next and tiles that the large one covers come first and above the limit: the one comes by itself,
 * and `Enter` brings all of the other back at once. Then, for the selected tile: the camera before this one, the
 * neighbours by number; then the next page of numbers (what a larger layout or an operator who counts on would show);
 * then the same for the other tiles.
 */
export function predictStandBy(
  document: WallDocument,
  cameras: readonly WallCamera[],
  limit: number,
): string[] {
  const visible = new Set(visibleCameraIds(document))
  const known = placesOf(cameras)
  const shown = visibleTiles({ ...document, large: null }).map((tile) => cameraIdOf(document, tile))
  const covered = unique([...nextOfSequences(document), ...shown]).filter((id) => !visible.has(id))

  const { selected } = document
  const others = visibleTiles(document).filter((tile) => tile !== selected)
  const beside = (tile: number, by: number) => cameraBeside(cameras, cameraIdOf(document, tile), by)?.id
  const guesses = [
    previousCameraIdOf(document, selected),
    beside(selected, 1),
    beside(selected, -1),
    beside(selected, 2),
    beside(selected, -2),
    ...nextPage(document, cameras).slice(0, 4),
    ...others.map((tile) => previousCameraIdOf(document, tile)),
    ...others.map((tile) => beside(tile, 1)),
    ...others.map((tile) => beside(tile, -1)),
    ...nextPage(document, cameras),
  ]
  const predicted = unique(guesses).filter((id) => known.has(id) && !visible.has(id) && !covered.includes(id))
  return [...covered.filter((id) => known.has(id)), ...predicted.slice(0, Math.max(0, limit))]
}

/** As many cameras as the layout has tiles, from the first number above the highest one on the wall. */
function nextPage(document: WallDocument, cameras: readonly WallCamera[]): string[] {
  const places = placesOf(cameras)
  const highest = Math.max(-1, ...visibleCameraIds(document).map((id) => places.get(id) ?? -1))
  const page: string[] = []
  for (let at = highest + 1; at < cameras.length && page.length < document.layout.cells.length; at += 1) {
    const camera = cameras[at]
    if (camera !== undefined && isListed(camera)) page.push(camera.id)
  }
  return page
}

function unique(ids: readonly (string | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id !== undefined))]
}
