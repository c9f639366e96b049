import {
  type CameraPicture,
  type CameraPictures,
  type Mask,
  type MaskPoint,
  type PictureFit,
  pictureFits,
} from '#contract/wall/camera-picture.ts'

const plainPicture: CameraPicture = { fit: 'whole', masks: [], aspect: 16 / 9 }

export function pictureOf(pictures: CameraPictures, cameraId: string | undefined): CameraPicture {
  return cameraId !== undefined && Object.hasOwn(pictures, cameraId)
    ? (pictures[cameraId] ?? plainPicture)
    : plainPicture
}

export function nextFit(fit: PictureFit): PictureFit {
  return pictureFits[(pictureFits.indexOf(fit) + 1) % pictureFits.length] ?? 'whole'
}

const objectFits = { whole: 'contain', fill: 'cover', stretch: 'fill' } as const
/** Of an SVG drawing: the same as `object-fit` is of a video. */
const aspectRatios = { whole: 'xMidYMid meet', fill: 'xMidYMid slice', stretch: 'none' } as const

/** For every video of a tile, whichever engine it belongs to. */
export function fitStyle(fit: PictureFit): { readonly '--picture-fit'?: string } {
  return fit === 'whole' ? {} : { '--picture-fit': objectFits[fit] }
}

export const aspectRatioOf = (fit: PictureFit): string => aspectRatios[fit]

/** As much as encoders round a picture's size; more is another shape, of which the masks hide the wrong places. */
const mostOff = 0.02

export function isSameAspect(aspect: number, widthPx: number, heightPx: number): boolean {
  return Math.abs(widthPx / heightPx / aspect - 1) <= mostOff
}

const maskColour = '#14181c'

/** For a picture that leaves the page or is shown outside its tile. */
export function paintMasks(
  context: Pick<OffscreenCanvasRenderingContext2D, 'beginPath' | 'moveTo' | 'lineTo' | 'fill' | 'fillStyle'>,
  masks: readonly Mask[],
  widthPx: number,
  heightPx: number,
): void {
  context.fillStyle = maskColour
  for (const [first, ...others] of masks) {
    if (first === undefined) continue
    context.beginPath()
    context.moveTo(first.x * widthPx, first.y * heightPx)
    for (const { x, y } of others) context.lineTo(x * widthPx, y * heightPx)
    context.fill()
  }
}

/** As the attribute of an SVG polygon, in a drawing `aspect` wide and 1 high. */
export function polygonPoints(mask: Mask, aspect: number): string {
  return mask.map(({ x, y }) => `${rounded(x * aspect)},${rounded(y)}`).join(' ')
}

export function rectangle(one: MaskPoint, other: MaskPoint): Mask {
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)]
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)]
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ].map(inside)
}

/** All of it, or one corner of it; its shape stays at the picture's edge. */
export function moved(mask: Mask, by: MaskPoint, corner?: number): Mask {
  if (corner !== undefined)
    return mask.map((point, at) => (at === corner ? inside({ x: point.x + by.x, y: point.y + by.y }) : point))
  const { left, right, top, bottom } = boundsOf(mask)
  const x = Math.min(1 - right, Math.max(-left, by.x))
  const y = Math.min(1 - bottom, Math.max(-top, by.y))
  return mask.map((point) => inside({ x: point.x + x, y: point.y + y }))
}

/** Wider and higher, from its upper left corner; never so small that nobody finds it again. */
export function resized(mask: Mask, by: MaskPoint): Mask {
  const { left, right, top, bottom } = boundsOf(mask)
  const x = scaleOf(right - left, by.x, 1 - left)
  const y = scaleOf(bottom - top, by.y, 1 - top)
  return mask.map((point) => inside({ x: left + (point.x - left) * x, y: top + (point.y - top) * y }))
}

function scaleOf(length: number, more: number, room: number): number {
  return length === 0 ? 1 : Math.min(room, Math.max(leastSide, length + more)) / length
}

export const leastSide = 0.01

function boundsOf(mask: Mask): { left: number; right: number; top: number; bottom: number } {
  const xs = mask.map(({ x }) => x)
  const ys = mask.map(({ y }) => y)
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

function inside({ x, y }: MaskPoint): MaskPoint {
  return { x: rounded(Math.min(1, Math.max(0, x))), y: rounded(Math.min(1, Math.max(0, y))) }
}

/** A tenth of a pixel of the largest pictures. */
const rounded = (part: number): number => Math.round(part * 100_000) / 100_000
