import { hasRatio, ratioOf, type Row } from '../report.ts'
import { rounded, standingOf } from './performance-page.ts'

const line = { height: 22, words: 430, bars: 360, gap: 12 }
const colours = { ahead: '#2a7f3f', level: '#777', behind: '#b5502a' }
/** Of the logarithm to the base 2 on each side: sixteen times as much. */
const most = 4

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * Each row beside its baseline, which is the line in the middle; half and twice as much are as far from it. Undefined
 * where none has a ratio.
 */
export function ratioPlot(title: string, all: readonly Row[]): string | undefined {
  const rows = all.filter(hasRatio)
  if (rows.length === 0) return undefined
  const [width, height] = [line.words + line.bars + 3 * line.gap + 60, (rows.length + 2) * line.height]
  const middle = line.words + 2 * line.gap + line.bars / 2
  const bars = rows.map((row, at) => {
    const ratio = ratioOf(row)
    const reach = Math.max(-most, Math.min(most, Math.log2(ratio)))
    const long = Math.max(1, (Math.abs(reach) / most) * (line.bars / 2))
    const y = (at + 1.5) * line.height
    return `<text x="${line.words + line.gap}" y="${y + 12}" text-anchor="end">${escaped(row.what)}</text>
<rect x="${(reach < 0 ? middle - long : middle).toFixed(1)}" y="${y}" width="${long.toFixed(1)}" height="${line.height - 6}" fill="${colours[standingOf(row)]}"/>
<text x="${width - line.gap}" y="${y + 12}" text-anchor="end">${rounded(ratio)}×</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>text{font:12px sans-serif;fill:#222}.all{fill:#fff}</style>
<rect class="all" width="100%" height="100%"/><text x="${line.gap}" y="18">${escaped(title)}; the line is the baseline, green is ahead</text>
<path d="M${middle} ${line.height}V${height}" stroke="#999"/>
${bars.join('\n')}
</svg>
`
}
