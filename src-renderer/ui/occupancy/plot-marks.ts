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
  const pen = new Pen(plot, options)
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
function drawResets(pen: Pen, { theme, answered }: MarkOptions): void {
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
class Pen {
  readonly #plot: Plot
  readonly #ratio: number
  readonly #theme: PlotTheme

  constructor(plot: Plot, { theme, ratio }: MarkOptions) {
    this.#plot = plot
    this.#ratio = ratio
    this.#theme = theme
  }

  x(ms: number): number {
    return this.#plot.valToPos(ms, 'x', true)
  }

  /** Whether so many upright lines leave the curve to be seen. */
  hasRoomFor(lines: number): boolean {
    return this.#plot.bbox.width / Math.max(1, lines) > 2 * this.#em
  }

  upright(ms: number, colour: string, dash: readonly number[]): void {
    const { top, height } = this.#plot.bbox
    this.#line(colour, dash, [this.x(ms), top], [this.x(ms), top + height])
  }

  /** Words above the room of the curve, beginning at an instant. @returns where the next ones have room */
  heading(ms: number, colour: string, words: string): number {
    const { bbox } = this.#plot
    const widthPx = this.#measure(words)
    const x = Math.min(this.x(ms), bbox.left + bbox.width - widthPx)
    this.#words(`▾ ${words}`, colour, x, bbox.top - this.#em * 0.4)
    return x + widthPx + this.#em
  }

  level(value: number, colour: string, dash: readonly number[], words: string, end: 'left' | 'right'): void {
    const { left, width } = this.#plot.bbox
    const y = this.#plot.valToPos(value, 'y', true)
    this.#line(colour, dash, [left, y], [left + width, y])
    const inset = this.#em * 0.5
    const x = end === 'left' ? left + inset : left + width - this.#measure(words) - inset
    this.#words(words, colour, x, y - this.#em * 0.35, true)
  }

  point(ms: number, value: number, colour: string, words: string): void {
    const { ctx, bbox } = this.#plot
    const x = this.x(ms)
    const y = this.#plot.valToPos(value, 'y', true)
    ctx.save()
    ctx.beginPath()
    ctx.arc(x, y, this.#em * 0.35, 0, 2 * Math.PI)
    ctx.fillStyle = this.#theme.panel
    ctx.fill()
    ctx.strokeStyle = colour
    ctx.lineWidth = 2 * this.#ratio
    ctx.stroke()
    ctx.restore()
    // Beside it, for the cursor stands on it when the report opens: a line through it, over the words.
    const widthPx = this.#measure(words)
    const asidePx = this.#em * 0.6
    const hasRoom = x + asidePx + widthPx <= bbox.left + bbox.width
    const wordsX = hasRoom ? x + asidePx : Math.max(bbox.left, x - asidePx - widthPx)
    this.#words(words, colour, wordsX, y - this.#em * 0.8, true)
  }

  get #em(): number {
    return this.#theme.fontPx * this.#ratio
  }

  #font(): string {
    return `${this.#em * 0.8125}px ${this.#theme.font}`
  }

  #measure(words: string): number {
    const { ctx } = this.#plot
    ctx.save()
    ctx.font = this.#font()
    const { width } = ctx.measureText(words)
    ctx.restore()
    return width
  }

  /** `hasGround`: hides what lies below the letters. */
  #words(words: string, colour: string, x: number, y: number, hasGround = false): void {
    const { ctx } = this.#plot
    ctx.save()
    ctx.font = this.#font()
    ctx.textAlign = 'left'
    ctx.textBaseline = 'alphabetic'
    if (hasGround) {
      ctx.strokeStyle = this.#theme.panel
      ctx.lineWidth = this.#em * 0.25
      ctx.lineJoin = 'round'
      ctx.strokeText(words, x, y)
    }
    ctx.fillStyle = colour
    ctx.fillText(words, x, y)
    ctx.restore()
  }

  #line(
    colour: string,
    dash: readonly number[],
    from: readonly [number, number],
    to: readonly [number, number],
  ): void {
    const { ctx } = this.#plot
    ctx.save()
    ctx.strokeStyle = colour
    ctx.lineWidth = this.#ratio
    ctx.setLineDash(dash.map((px) => px * this.#ratio))
    ctx.beginPath()
    ctx.moveTo(...from)
    ctx.lineTo(...to)
    ctx.stroke()
    ctx.restore()
  }
}
