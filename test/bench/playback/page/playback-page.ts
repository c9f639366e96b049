import { type Drag, drag, hasBuffered, seek, type Spread, spreads, untilStill } from './measures.ts'
import { freezes, type TileFreezes } from './freezes.ts'
import { layOut, type Tiles } from './tiles.ts'
import { untilShown } from './watch.ts'

/** What a bench asks of a page that plays recorded footage: the same of the wall and of its baseline. */
export interface PlaybackPage {
  /**
   * Resolves once each of these shows the instant, paused. `sources`: cameras of the wall, or manifests, of the baseline
   * and of a wall without its gateway.
   */
  open(sources: readonly string[], atMs: number): Promise<void>
  seek(atMs: number): Promise<number>
  drag(fromMs: number, toMs: number, durationMs: number): Promise<Drag>
  run(rate: number): void
  setTurn(isTurn: boolean): void
  /** Whether one of the tiles has that instant in its buffer. */
  hasBuffered(atMs: number): boolean
  untilStill(tile: number, forMs: number): Promise<void>
  spreads(forMs: number, stalled: number): Promise<Spread[]>
  /** Of each tile, while it plays for so long; `frameMs` lie between two pictures of the footage. */
  freezes(forMs: number, frameMs: number): Promise<TileFreezes[]>
  /** Milliseconds until the timeline's picture of that instant is there; of the wall alone. */
  thumbnail?(cameraId: string, atMs: number): Promise<number>
}

declare global {
  interface Window {
    playbackBench: PlaybackPage
  }
}

/** Puts a page at the bench's service. */
export function offer(
  openTiles: (sources: readonly string[], atMs: number) => Promise<Tiles>,
  more: Pick<PlaybackPage, 'thumbnail'> = {},
): void {
  let tiles: Tiles = {
    elements: [],
    seek: () => undefined,
    drag: () => undefined,
    run: () => undefined,
    setTurn: () => undefined,
    mediaSeconds: () => undefined,
    wallMs: () => undefined,
    windowOf: () => undefined,
  }
  window.playbackBench = {
    ...more,
    async open(sources, atMs) {
      tiles = await openTiles(sources, atMs)
      layOut(tiles.elements)
      await Promise.all(tiles.elements.map((element) => untilShown(element, atMs)))
    },
    seek: (atMs) => seek(tiles, atMs),
    drag: (fromMs, toMs, durationMs) => drag(tiles, fromMs, toMs, durationMs),
    run: (rate) => tiles.run(rate),
    setTurn: (isTurn) => tiles.setTurn(isTurn),
    hasBuffered: (atMs) => hasBuffered(tiles, atMs),
    untilStill: (tile, forMs) => untilStill(tiles, tile, forMs),
    spreads: (forMs, stalled) => spreads(tiles, forMs, stalled),
    freezes: (forMs, frameMs) => freezes(tiles, forMs, frameMs),
  }
}
