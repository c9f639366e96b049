import type Plot from 'uplot'
import { curveOf } from '../../occupancy/report/curve.ts'
import type { AnsweredReport } from '../../occupancy/report/report-controller.ts'
import { clockText, shortMonthText, weekdayText } from '../../timeline/axis/time-words.ts'
import { stepFor, ticksBetween } from '../../timeline/axis/ticks.ts'
import type { Zone } from '../../timeline/axis/zone.ts'
import { drawMarks } from './plot-marks.ts'
import type { PlotTheme } from './plot-theme.ts'

export interface ReportPlotOptions {
  readonly Library: typeof Plot
  readonly host: HTMLElement
  readonly theme: PlotTheme
  readonly answered: AnsweredReport
}

/** Room for a label of the time axis, in ems. */
const labelEms = 7

/** The curve of one answer: at most and on average as steps, with its marks. It knows no cursor but where an instant lies. */
export class ReportPlot {
  readonly #plot: Plot

  constructor({ Library, host, theme, answered }: ReportPlotOptions) {
    const { range, capacity, zone, answer } = answered
    const { atMs, maximum, average } = curveOf(answer.buckets ?? [])
    const paths = Library.paths.stepped?.({ align: 1 })
    const series = (stroke: string, more: Plot.Series): Plot.Series => ({
      stroke,
      points: { show: false },
      ...(paths === undefined ? {} : { paths }),
      ...more,
    })
    const { width, height } = host.getBoundingClientRect()
    this.#plot = new Library(
      {
        width,
        height,
        ms: 1,
        cursor: { show: false },
        legend: { show: false },
        padding: [theme.fontPx * 1.5, theme.fontPx, 0, 0],
        scales: {
          x: { time: false, range: [range.startMs, lastMs(answered)] },
          // Room for the words of the highest place.
          y: { range: (_plot, _min, max) => [0, Math.max(1, Math.max(max, capacity ?? 0) * 1.15)] },
        },
        axes: [timeAxis(theme, zone, Library.pxRatio), countAxis(theme)],
        series: [
          {},
          series(theme.average, { width: 1.5, fill: `${theme.average}38` }),
          series(theme.text, { width: 1.5 }),
        ],
        hooks: { draw: [(plot) => drawMarks(plot, { theme, answered, ratio: Library.pxRatio })] },
      },
      [[...atMs], [...average], [...maximum]],
      host,
    )
  }

  dispose(): void {
    this.#plot.destroy()
  }

  get canvas(): HTMLCanvasElement {
    return this.#plot.ctx.canvas
  }

  /** In CSS pixels. */
  resize(width: number, height: number): void {
    this.#plot.setSize({ width, height })
  }

  /** Epoch milliseconds under a place of the screen, CSS pixels. */
  instantAt(clientX: number): number {
    return this.#plot.posToVal(clientX - this.#plot.over.getBoundingClientRect().left, 'x')
  }

  /** Where an instant lies, in CSS pixels from the left edge of the host; and how high the curve's room is. */
  placeOf(ms: number): { readonly leftPx: number; readonly topPx: number; readonly heightPx: number } {
    const { over } = this.#plot
    return {
      leftPx: over.offsetLeft + this.#plot.valToPos(ms, 'x'),
      topPx: over.offsetTop,
      heightPx: over.offsetHeight,
    }
  }
}

/** What lies ahead of now is in no bucket and takes no room. */
function lastMs({ range, answer }: AnsweredReport): number {
  return Math.max(answer.buckets?.at(-1)?.endMs ?? range.endMs, range.startMs + 1)
}

function timeAxis(theme: PlotTheme, zone: Zone, ratio: number): Plot.Axis {
  return {
    ...axisLook(theme),
    size: theme.fontPx * 2,
    splits: (plot, _axis, fromMs, untilMs) => {
      const msPerPx = (untilMs - fromMs) / (plot.bbox.width / ratio)
      const step = stepFor(msPerPx, theme.fontPx * labelEms, { unit: 'clock', ms: 60_000 })
      return ticksBetween(zone, fromMs, untilMs, step)
    },
    values: (_plot, splits) => splits.map((ms) => tickText(zone, ms, (splits[1] ?? ms) - (splits[0] ?? ms))),
    grid: { stroke: theme.line, width: 1 },
    ticks: { stroke: theme.lineStrong, width: 1, size: theme.fontPx * 0.3 },
  }
}

function tickText(zone: Zone, ms: number, stepMs: number): string {
  if (stepMs >= 27 * 86_400_000) return shortMonthText(zone, ms)
  const isMidnight = ms === zone.startOfDay(zone.dayAt(ms))
  return isMidnight ? weekdayText(zone, ms) : clockText(zone, ms, 'minute')
}

function countAxis(theme: PlotTheme): Plot.Axis {
  return {
    ...axisLook(theme),
    size: theme.fontPx * 3.5,
    space: theme.fontPx * 3,
    // People are whole.
    incrs: [
      1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 1_000_000,
    ],
    grid: { stroke: theme.line, width: 1 },
    ticks: { show: false },
  }
}

function axisLook({ textDim, fontPx, font }: PlotTheme): Plot.Axis {
  return { stroke: textDim, font: `${Math.round(fontPx * 0.8125)}px ${font}` }
}
