import type Plot from 'uplot'
import { describe, expect, it } from 'vitest'
import type { AnsweredReport } from '#renderer/occupancy/report/report-controller.ts'
import { drawMarks } from '#renderer/ui/occupancy/plot-marks.ts'
import { zone } from '../../timeline/axis/zones.ts'

const [left, width] = [40, 400]
const charPx = 6

/** Where the words of the maximum begin and end, for one that was reached `x` pixels from the left. */
function maximumAt(x: number): readonly [begin: number, end: number] {
  const written: { words: string; x: number }[] = []
  const fonts: string[] = []
  const ctx = {
    font: '',
    save: () => fonts.push(ctx.font),
    restore: () => {
      ctx.font = fonts.pop() ?? ''
    },
    beginPath: () => {},
    moveTo: () => {},
    lineTo: () => {},
    arc: () => {},
    fill: () => {},
    stroke: () => {},
    setLineDash: () => {},
    strokeText: () => {},
    // Words are as wide as the font in which they are written makes them.
    measureText: ({ length }: string) => ({ width: ctx.font === '' ? 0 : length * charPx }),
    fillText: (words: string, at: number) => written.push({ words, x: at }),
  }
  const plot = {
    ctx,
    bbox: { left, top: 10, width, height: 100 },
    valToPos: (value: number, axis: string) => (axis === 'x' ? value : 50),
  }
  const range = { startMs: left, endMs: left + width }
  drawMarks(plot as unknown as Plot, {
    theme: {
      panel: '',
      text: '',
      textDim: '',
      line: '',
      lineStrong: '',
      average: '',
      attention: '',
      fontPx: 10,
      font: '',
    },
    answered: {
      zone: zone('UTC'),
      answer: { average: 1, maximum: 9, maximumAtMs: x, buckets: [{ ...range, average: 1, maximum: 9 }] },
    } as AnsweredReport,
    ratio: 1,
  })
  const words = written.find((one) => one.words.startsWith('maximum 9'))
  if (words === undefined) throw new Error('the maximum is not written')
  return [words.x, words.x + words.words.length * charPx]
}

describe('the words of the maximum', () => {
  it.each([left, left + 100])('stand right of it, where the cursor does not cross them: %i px', (x) => {
    expect(maximumAt(x)[0]).toBeGreaterThan(x)
  })

  it.each([left + width - 20, left + width])('stand left of it where there is no room: %i px', (x) => {
    expect(maximumAt(x)[1]).toBeLessThan(x)
  })
})
