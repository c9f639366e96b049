/** What is seen of a tile's picture. */
export interface PictureZoom {
  /** 1: all of it. */
  readonly scale: number
  /** What lies in the tile's middle, as parts of its width and height. */
  readonly x: number
  readonly y: number
}

export const wholePicture: PictureZoom = { scale: 1, x: 0.5, y: 0.5 }

/** Beyond it a camera's pixels are larger than a finger. */
const mostScale = 8
/** Below this the whole picture is shown. */
const leastScale = 1.02

/** Closer or further away by a factor; what lies at this place of the tile stays there. */
export function zoomedBy(before: PictureZoom, factor: number, at = { x: 0.5, y: 0.5 }): PictureZoom {
  const scale = Math.min(mostScale, before.scale * factor)
  if (scale < leastScale) return wholePicture
  const kept = (middle: number, place: number) => middle + (place - 0.5) * (1 / before.scale - 1 / scale)
  return within({ scale, x: kept(before.x, at.x), y: kept(before.y, at.y) })
}

/** Moves what is seen by parts of the tile: positive to the right and down. */
export function panned(before: PictureZoom, by: { readonly x: number; readonly y: number }): PictureZoom {
  return within({ ...before, x: before.x + by.x / before.scale, y: before.y + by.y / before.scale })
}

/** As a value of CSS `transform`, from the top left corner. */
export function transformOf({ scale, x, y }: PictureZoom): string {
  const percent = (middle: number) => `${(0.5 - middle * scale) * 100}%`
  return `translate(${percent(x)}, ${percent(y)}) scale(${scale})`
}

/** Never beyond the picture's edge. */
function within({ scale, x, y }: PictureZoom): PictureZoom {
  const margin = 0.5 / scale
  const clamp = (middle: number) => Math.min(1 - margin, Math.max(margin, middle))
  return { scale, x: clamp(x), y: clamp(y) }
}
