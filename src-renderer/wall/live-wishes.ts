import type { WallDocument } from '#contract/wall/document.ts'
import type { LiveWallPort, TileWish } from '../live/live-wall-port.ts'
import { layoutTable } from './layout.ts'
import type { PlaybackStore } from './playback-store.ts'
import type { SessionStore } from './session-store.ts'
import { predictStandBy } from './standby.ts'
import { type TileSize, TileSizes } from './tile-sizes.ts'
import { cameraIdOf, visibleTiles } from './wall-document.ts'
import type { WallStore } from './wall-store.ts'

export interface LiveWishesOptions {
  readonly wall: WallStore
  readonly session: SessionStore
  readonly playback: PlaybackStore
  readonly live: Pick<LiveWallPort, 'show' | 'standBy'>
  /** The whole window in device pixels: the size of a tile that has not been measured yet is reckoned from it. */
  readonly viewport: () => TileSize
  readonly onSizes?: () => void
}

/** Tells the engine which cameras the wall wants now, and which it may want next. */
export class LiveWishes {
  readonly sizes: TileSizes
  readonly #options: LiveWishesOptions
  readonly #unsubscribe: (() => void)[]
  readonly #said = new Map<'shown' | 'standingBy', string>()

  constructor(options: LiveWishesOptions) {
    this.#options = options
    this.sizes = new TileSizes(() => {
      this.update()
      options.onSizes?.()
    })
    this.#unsubscribe = [
      options.wall.subscribe(() => this.update()),
      options.session.subscribe(() => this.update()),
      options.playback.subscribe((now, before) => {
        if (now.tiles !== before.tiles) this.update()
      }),
    ]
    this.update()
  }

  /** Says only what has changed since the last time. */
  update(): void {
    const { wall, session, playback, live, viewport } = this.#options
    const { document, cameras } = wall.getState()
    const past = playback.getState().tiles
    const wishes = wishesOf(document, past, (tile) => this.sizes.of(tile), viewport())
    // Nobody decodes what nobody sees; but back to live shall be at once.
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
    if (this.#said.get(what) === text) return false
    this.#said.set(what, text)
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
): TileWish[] {
  const { columns, rows } = document.large === null ? layoutTable[document.layout] : layoutTable[1]
  const share = {
    widthPx: Math.floor(viewport.widthPx / columns),
    heightPx: Math.floor(viewport.heightPx / rows),
  }
  return visibleTiles(document).map((tile) => ({
    tile,
    cameraId: past.includes(tile) ? undefined : cameraIdOf(document, tile),
    ...(sizeOf(tile) ?? share),
    urgent: tile === document.selected,
  }))
}
