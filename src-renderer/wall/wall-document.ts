import type { WallCamera } from '#contract/wall/camera.ts'
import {
  TILE_MEMORY,
  type TileContent,
  type TileDocument,
  type TileReceipt,
  WALL_DOCUMENT_VERSION,
  type WallDocument,
  wallDocumentSchema,
} from '#contract/wall/document.ts'
import { asSetUp, cameraOfContent, isSameContent, panelState } from './tile-content.ts'
import type { SalvoWall } from '#contract/wall/salvo.ts'
import { type Layout, type LayoutName, layoutOf, MAX_TILES } from '#contract/wall/layout.ts'

const emptyTile: TileDocument = { content: { kind: 'empty' }, memory: [] }

export function emptyDocument(layout: LayoutName): WallDocument {
  return {
    version: WALL_DOCUMENT_VERSION,
    layout: layoutOf(layout),
    tiles: Array.from({ length: MAX_TILES }, () => emptyTile),
    selected: 0,
    large: null,
  }
}

/** A kept document made whole: all tiles there, selection and large tile inside the layout. Undefined when it is none. */
export function restoreDocument(kept: unknown): WallDocument | undefined {
  const parsed = wallDocumentSchema.safeParse(kept)
  if (!parsed.success) return undefined
  const tiles = Array.from({ length: MAX_TILES }, (_, tile) => parsed.data.tiles[tile] ?? emptyTile)
  return insideLayout({ ...parsed.data, tiles })
}

function insideLayout(document: WallDocument): WallDocument {
  const { layout, selected, large } = document
  const count = layout.cells.length
  const isLarge = large !== null && large < count && count > 1
  return { ...document, selected: selected < count ? selected : 0, large: isLarge ? large : null }
}

/** Whether the layout has that tile. */
export function isOnWall({ layout }: Pick<WallDocument, 'layout'>, tile: number): boolean {
  return tile >= 0 && tile < layout.cells.length
}

export function tileOf(document: WallDocument, tile: number): TileDocument {
  return document.tiles[tile] ?? emptyTile
}

export function cameraIdOf(document: WallDocument, tile: number): string | undefined {
  return cameraOfContent(tileOf(document, tile).content)
}

/** Whether the tile follows the selection. */
export function isHotspot(document: WallDocument, tile: number): boolean {
  return tileOf(document, tile).content.kind === 'hotspot'
}

export function isSequence(document: WallDocument, tile: number): boolean {
  return tileOf(document, tile).content.kind === 'sequence'
}

/** Whether the tile shows events as they come. */
export function isFeed(document: WallDocument, tile: number): boolean {
  return tileOf(document, tile).content.kind === 'feed'
}

/** The saved report whose occupancy the tile shows. */
export function reportIdOf(document: WallDocument, tile: number): string | undefined {
  const { content } = tileOf(document, tile)
  return content.kind === 'occupancy' ? content.reportId : undefined
}

/** Whether the tile was given something else to show than a camera. */
export function isPanel(document: WallDocument, tile: number): boolean {
  return panelState(tileOf(document, tile).content) !== undefined
}

/** Away from the number of the camera and from what cameras write into their upper edge. */
const noReceipt: TileReceipt = { isShown: false, corner: 'bottom-right', size: 'middle', tags: [] }

export function receiptOf(document: WallDocument, tile: number): TileReceipt {
  return tileOf(document, tile).receipt ?? noReceipt
}

/** Where a tile is after a change of the wall: one that only got another place is the same object. */
export function placeAfter(document: WallDocument, before: WallDocument, tile: number): number {
  const was = before.tiles[tile]
  if (was === undefined || document.tiles[tile] === was) return tile
  const at = document.tiles.indexOf(was)
  return at < 0 ? tile : at
}

/** Tiles on the screen, by index. */
export function visibleTiles(document: Pick<WallDocument, 'layout' | 'large'>): readonly number[] {
  if (document.large !== null) return [document.large]
  return document.layout.cells.map((_, tile) => tile)
}

function withTile(document: WallDocument, tile: number, replacement: TileDocument): WallDocument {
  return { ...document, tiles: document.tiles.map((old, at) => (at === tile ? replacement : old)) }
}

/** The same document when the tile shows that camera already or is none of the layout's. */
export function putCamera(document: WallDocument, tile: number, cameraId: string): WallDocument {
  return putContent(document, tile, { kind: 'camera', cameraId })
}

/** What was shown is remembered, each content once. The same document when it is shown already. */
export function putContent(document: WallDocument, tile: number, content: TileContent): WallDocument {
  const before = tileOf(document, tile)
  if (!isOnWall(document, tile) || isSameContent(before.content, content)) return document
  const shown = before.content.kind === 'empty' ? [] : [asSetUp(before.content)]
  const others = before.memory.filter(
    (one) => !isSameContent(one, before.content) && !isSameContent(one, content),
  )
  return withTile(document, tile, { ...before, content, memory: [...shown, ...others].slice(0, TILE_MEMORY) })
}

/** What the tile showed before; what it shows now is remembered last, so that going on leads round to it. */
export function backToEarlier(document: WallDocument, tile: number): WallDocument {
  const before = tileOf(document, tile)
  const [content, ...memory] = before.memory
  if (content === undefined || !isOnWall(document, tile)) return document
  const last = before.content.kind === 'empty' ? [] : [asSetUp(before.content)]
  return withTile(document, tile, { ...before, content, memory: [...memory, ...last] })
}

/** Changes what the tile shows without changing what it is set up to: nothing is remembered. */
export function withRunning(document: WallDocument, tile: number, content: TileContent): WallDocument {
  return withTile(document, tile, { ...tileOf(document, tile), content })
}

/** The same document when nothing of it is another. */
export function withReceipt(
  document: WallDocument,
  tile: number,
  change: Partial<TileReceipt>,
): WallDocument {
  const before = receiptOf(document, tile)
  const receipt = { ...before, ...change }
  if (JSON.stringify(receipt) === JSON.stringify(before)) return document
  return withTile(document, tile, { ...tileOf(document, tile), receipt })
}

export function previousCameraIdOf(document: WallDocument, tile: number): string | undefined {
  const previous = tileOf(document, tile).memory.find(({ kind }) => kind === 'camera')
  return previous?.kind === 'camera' ? previous.cameraId : undefined
}

/** The camera before this one; done twice, nothing has changed. */
export function backToPrevious(document: WallDocument, tile: number): WallDocument {
  const previous = previousCameraIdOf(document, tile)
  return previous === undefined ? document : putCamera(document, tile, previous)
}

/** Whether the platform, or the operators, list it now. */
export const isListed = (camera: WallCamera): boolean => camera.unlistedSinceMs === undefined

/** Next or previous listed camera by number; from the last one on to the first. Cameras are sorted by number. */
export function stepCamera(
  document: WallDocument,
  tile: number,
  cameras: readonly WallCamera[],
  by: 1 | -1,
): WallDocument {
  const next = cameraBeside(cameras, cameraIdOf(document, tile), by)
  return next === undefined ? document : putCamera(document, tile, next.id)
}

/** Counted from where the camera stands, whether it is listed or not. */
export function cameraBeside(
  cameras: readonly WallCamera[],
  cameraId: string | undefined,
  by: number,
): WallCamera | undefined {
  const direction = Math.sign(by)
  const at = placesOf(cameras).get(cameraId ?? '') ?? -1
  let left = at < 0 ? 1 : Math.abs(by)
  let place = at < 0 && direction < 0 ? cameras.length : at
  for (let looked = 0; looked < cameras.length * Math.abs(by); looked += 1) {
    place = (place + direction + cameras.length) % cameras.length
    const camera = cameras[place]
    if (camera !== undefined && isListed(camera)) left -= 1
    if (left === 0) return camera
  }
  return undefined
}

const placesByCameras = new WeakMap<readonly WallCamera[], ReadonlyMap<string, number>>()

/** Index of each camera by id; computed once per list, as a list has thousands. */
export function placesOf(cameras: readonly WallCamera[]): ReadonlyMap<string, number> {
  const known = placesByCameras.get(cameras)
  if (known !== undefined) return known
  const places = new Map(cameras.map(({ id }, at) => [id, at]))
  placesByCameras.set(cameras, places)
  return places
}

export function withLayout(document: WallDocument, layout: Layout): WallDocument {
  return JSON.stringify(layout) === JSON.stringify(document.layout) && document.large === null
    ? document
    : insideLayout({ ...document, layout, large: null })
}

/** While a tile is large the large tile is the selected one: moving the selection turns the pages. */
export function withSelection(document: WallDocument, tile: number): WallDocument {
  if (!isOnWall(document, tile) || tile === document.selected) return document
  return { ...document, selected: tile, large: document.large === null ? null : tile }
}

export function withLarge(document: WallDocument, isLarge: boolean): WallDocument {
  const large = isLarge && document.layout.cells.length > 1 ? document.selected : null
  return large === document.large ? document : { ...document, large }
}

/**
 * Cameras by number into all tiles, those that a larger layout would show included. Cameras are sorted by number;
 * `skipped` are those of other monitors. The same document when there is none to show.
 */
export function fillByNumber(
  document: WallDocument,
  cameras: readonly WallCamera[],
  skipped = 0,
): WallDocument {
  const shown = cameras.filter(isListed).slice(skipped)
  if (shown.length === 0) return document
  const tiles = document.tiles.map((tile, at): TileDocument => {
    const camera = shown[at]
    return camera === undefined ? tile : { ...tile, content: { kind: 'camera', cameraId: camera.id } }
  })
  return { ...document, tiles }
}

/** Layout and contents as a salvo was set up; tiles remember what they showed. */
export function withSalvo(document: WallDocument, { layout, tiles }: SalvoWall): WallDocument {
  const empty: TileContent = { kind: 'empty' }
  return layout.cells.reduce(
    (changed, _, tile) => putContent(changed, tile, asSetUp(tiles[tile] ?? empty)),
    withLayout(document, layout),
  )
}

/** Layout and contents of a document that was left; the selection stays where the operator has it, if it still can. */
export function withContentOf(
  document: WallDocument,
  { layout, tiles, selected }: WallDocument,
): WallDocument {
  const stays = isOnWall({ layout }, document.selected)
  return { ...document, layout, tiles, selected: stays ? document.selected : selected, large: null }
}

/** Whether nothing was ever put into a tile, those that a larger layout would show included. */
export function isBlank(document: WallDocument): boolean {
  return document.tiles.every(({ content }) => content.kind === 'empty')
}
