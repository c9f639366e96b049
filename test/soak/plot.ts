import type { Sample } from './growth.ts'
import type { Soaked } from './soak.ts'

const panel = { width: 300, height: 90, gap: 24, columns: 3 }

/** Small multiples, one for each thing that was counted: its samples over the hours, from zero. */
export function plotOf({ samples, slopes, switches, stuck }: Soaked): string {
  const names = Object.keys(slopes)
  const end = samples.at(-1)?.hour ?? 1
  const rows = Math.ceil(names.length / panel.columns)
  const [width, height] = [
    panel.columns * (panel.width + panel.gap) + panel.gap,
    rows * (panel.height + 2 * panel.gap) + 2 * panel.gap,
  ]
  const panels = names.map((name, at) => {
    const values = samples.map((sample) => (sample as Sample)[name] ?? 0)
    const most = Math.max(1, ...values) * 1.1
    const x = panel.gap + (at % panel.columns) * (panel.width + panel.gap)
    const y = 2 * panel.gap + Math.floor(at / panel.columns) * (panel.height + 2 * panel.gap)
    const points = samples.map(({ hour }, i) =>
      [(hour / end) * panel.width, panel.height * (1 - (values[i] ?? 0) / most)]
        .map((part) => part.toFixed(1))
        .join(),
    )
    const { perHour = 0, from = 0, to = 0 } = slopes[name] ?? {}
    const words = `${name}: ${perHour.toFixed(1)} an hour (${from.toFixed(1)} … ${to.toFixed(1)})`
    return `<g transform="translate(${x} ${y})"><text y="-6">${words}</text>
<path d="M0 0V${panel.height}H${panel.width}" class="axis"/><polyline points="${points.join(' ')}"/></g>`
  })
  const title = `${end.toFixed(2)} hours, ${switches} switches, ${stuck} stuck`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>text{font:12px sans-serif;fill:#222}.axis{fill:none;stroke:#999}polyline{fill:none;stroke:#06c;stroke-width:1.5}rect{fill:#fff}</style>
<rect width="100%" height="100%"/><text x="${panel.gap}" y="${panel.gap}">${title}</text>
${panels.join('\n')}
</svg>
`
}
