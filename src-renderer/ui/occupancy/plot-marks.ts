import type Plot from 'uplot'
import type { AnsweredReport } from '../../occupancy/report/report-controller.ts'
import { countText, ruleWords } from '../../occupancy/report/report-words.ts'
import { clockText, weekdayText } from '../../timeline/axis/time-words.ts'
import type { PlotTheme } from './plot-theme.ts'
import { t } from '../../language/language.ts'

export interface MarkOptions {
  readonly theme: PlotTheme
  readonly answered: AnsweredReport
  /** Pixels of the canvas for one of CSS. */
  readonly ratio: number
}

/** Each line has its own dashes and its own label: none depends on its colour alone. */
const dashes = { average: [6, 4], capacity: [14, 4, 2, 4], reset: [2, 3] } as const

/** Over the curve: resets, average, capacity and the maximum. */
export function drawMarks(plot: Plot, options: MarkOptions): void {
  const { theme, answered } = options
  const { answer, capacity, zone } = answered
  const pen = penOf(plot, options)
  drawResets(pen, options)
  if ((answer.buckets ?? []).length === 0) return
  pen.level(
    answer.average,
    theme.average,
    dashes.average,
    t('occupancy.plot.average', { value: countText(answer.average) }),
    'left',
  )
  if (capacity !== undefined) {
    pen.level(
      capacity,
      theme.attention,
      dashes.capacity,
      t('occupancy.plot.capacity', { value: countText(capacity) }),
      'right',
    )
  }
  if (answer.maximumAtMs !== undefined) {
    const at = answer.maximumAtMs
    const when = `${weekdayText(zone, at)} ${clockText(zone, at, 'minute')}`
    const words = t('occupancy.plot.maximum', { value: countText(answer.maximum) })
    pen.point(at, answer.maximum, theme.text, `${words} · ${when}`)
  }
}

/** A line each, unless lines would hide the curve; words where they change and have room. */
function drawResets(pen: ReturnType<typeof penOf>, { theme, answered }: MarkOptions): void {
  const resets = answered.answer.resets ?? []
  const areSeen = pen.hasRoomFor(resets.length)
  let freeFromPx = Number.NEGATIVE_INFINITY
  let written = ''
  for (const { atMs, value, rule } of resets) {
    if (areSeen) pen.upright(atMs, theme.textDim, dashes.reset)
    const words = value === undefined ? ruleWords(rule) : `${ruleWords(rule)} → ${countText(value)}`
    if (words === written || pen.x(atMs) < freeFromPx) continue
    freeFromPx = pen.heading(atMs, theme.textDim, words)
    written = words
  }
}

/** Draws by instants and counts, in the pixels of the canvas. */
function penOf(plot: Plot, { theme, ratio }: MarkOptions) {
  const em = theme.fontPx * ratio
  const font = `${em * 0.8125}px ${theme.font}`

  function xOf(ms: number): number {
    return plot.valToPos(ms, 'x', true)
  }

  /** Whether so many upright lines leave the curve to be seen. */
  function hasRoomFor(lines: number): boolean {
    return plot.bbox.width / Math.max(1, lines) > 2 * em
  }

  function upright(ms: number, colour: string, dash: readonly number[]): void {
    const { top, height } = plot.bbox
    line(colour, dash, [xOf(ms), top], [xOf(ms), top + height])
  }

  /** Words above the room of the curve, beginning at an instant. @returns where the next ones have room */
  function heading(ms: number, colour: string, words: string): number {
    const { bbox } = plot
    const widthPx = measure(words)
    const x = Math.min(xOf(ms), bbox.left + bbox.width - widthPx)
    write(`▾ ${words}`, colour, x, bbox.top - em * 0.4)
    return x + widthPx + em
  }

  function level(
    value: number,
    colour: string,
    dash: readonly number[],
    words: string,
    end: 'left' | 'right',
  ): void {
    const { left, width } = plot.bbox
    const y = plot.valToPos(value, 'y', true)
    line(colour, dash, [left, y], [left + width, y])
    const inset = em * 0.5
    const x = end === 'left' ? left + inset : left + width - measure(words) - inset
    write(words, colour, x, y - em * 0.35, true)
  }

  function point(ms: number, value: number, colour: string, words: string): void {
    const { ctx, bbox } = plot
    const x = xOf(ms)
    const y = plot.valToPos(value, 'y', true)
    ctx.save()
    ctx.beginPath()
    ctx.arc(x, y, em * 0.35, 0, 2 * Math.PI)
    ctx.fillStyle = theme.panel
    ctx.fill()
    ctx.strokeStyle = colour
    ctx.lineWidth = 2 * ratio
    ctx.stroke()
    ctx.restore()
    // Beside it, for the cursor stands on it when the report opens: a line through it, over the words.
    const widthPx = measure(words)
    const asidePx = em * 0.6
    const hasRoom = x + asidePx + widthPx <= bbox.left + bbox.width
    const wordsX = hasRoom ? x + asidePx : Math.max(bbox.left, x - asidePx - widthPx)
    write(words, colour, wordsX, y - em * 0.8, true)
  }

  function measure(words: string): number {
    const { ctx } = plot
    ctx.save()
    ctx.font = font
    const { width } = ctx.measureText(words)
    ctx.restore()
    return width
  }

  /** `hasGround`: hides what lies below the letters. */
  function write(words: string, colour: string, x: number, y: number, hasGround = false): void {
    const { ctx } = plot
    ctx.save()
    ctx.font = font
    ctx.textAlign = 'left'
    ctx.textBaseline = 'alphabetic'
    if (hasGround) {
      ctx.strokeStyle = theme.panel
      ctx.lineWidth = em * 0.25
      ctx.lineJoin = 'round'
      ctx.strokeText(words, x, y)
    }
    ctx.fillStyle = colour
    ctx.fillText(words, x, y)
    ctx.restore()
  }

  function line(
    colour: string,
    dash: readonly number[],
    from: readonly [number, number],
    to: readonly [number, number],
  ): void {
    const { ctx } = plot
    ctx.save()
    ctx.strokeStyle = colour
    ctx.lineWidth = ratio
    ctx.setLineDash(dash.map((px) => px * ratio))
    ctx.beginPath()
    ctx.moveTo(...from)
    ctx.lineTo(...to)
    ctx.stroke()
    ctx.restore()
  }

  return { x: xOf, hasRoomFor, upright, heading, level, point }
}
