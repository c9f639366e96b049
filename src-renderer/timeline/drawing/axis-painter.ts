import type { Axis, MeasureText } from '../axis/axis.ts'
import type { PlacedLabel } from '../axis/place-labels.ts'
import type { PictureSize } from './messages.ts'
import type { Theme } from './theme.ts'

type Context = OffscreenCanvasRenderingContext2D

export const fontFamily = 'Timeline'
/** At 1080 lines; three metres away it is read like the captions of the tiles. */
const textPx = 12.5
const fonts = { regular: 470, strong: 620 } as const

const fontOf = (weight: keyof typeof fonts, { scale, pixelRatio }: PictureSize) =>
  `${fonts[weight]} ${textPx * scale * pixelRatio}px ${fontFamily}, Inter, system-ui, sans-serif`

/** Widths in CSS pixels, as they will be drawn. */
export function measureWith(context: Context, size: PictureSize): MeasureText {
  return (text, weight) => {
    context.font = fontOf(weight, size)
    return context.measureText(text).width / size.pixelRatio
  }
}

/** Lines through the lanes where a day begins; below them ticks, labels and the row of dates. */
export function paintAxis(context: Context, axis: Axis, size: PictureSize, theme: Theme): void {
  const { pixelRatio, scale } = size
  const hairPx = Math.max(1, Math.round(pixelRatio))
  const topPx = Math.round((size.heightPx - size.axisHeightPx) * pixelRatio)
  const at = (px: number) => Math.round(px * pixelRatio)
  const tick = (px: number, lengthPx: number) => context.fillRect(at(px), topPx, hairPx, at(lengthPx * scale))

  context.fillStyle = theme.background
  context.fillRect(0, topPx, at(size.widthPx), at(size.axisHeightPx))
  context.fillStyle = theme.line
  for (const px of axis.minorPx) tick(px, 4)
  context.fillStyle = theme.lineStrong
  for (const px of axis.majorPx) tick(px, 8)
  for (const px of axis.bordersPx) context.fillRect(at(px), 0, hairPx, topPx + at(10 * scale))

  const row = (
    labels: readonly PlacedLabel[],
    middlePx: number,
    weight: keyof typeof fonts,
    colour: string,
  ) => {
    context.font = fontOf(weight, size)
    context.fillStyle = colour
    for (const label of labels)
      context.fillText(label.text, at(label.px + 5 * scale), topPx + at(middlePx * scale))
  }
  context.textBaseline = 'middle'
  row(axis.labels, 15, 'regular', theme.textDim)
  row(axis.context, 33, 'strong', theme.text)
}
