import { Download } from 'lucide-react'
import { useState } from 'react'
import type { AnsweredReport } from '../../occupancy/report/report-controller.ts'
import { reportFileName, reportTable } from '../../occupancy/report/report-table.ts'
import { countText, rangeWords } from '../../occupancy/report/report-words.ts'
import { instantText } from '../../timeline/axis/time-words.ts'
import { downloadBlob } from '../download.tsx'
import { useServices } from '../services.ts'
import { type PlotTheme, plotThemeOf } from './plot-theme.ts'
import type { ReportPlot } from './report-plot.ts'
import { t } from '../../language/language.ts'
import { Button } from '../form-parts.tsx'

/** The answer as a table and as a picture. */
export function ReportFiles(props: {
  readonly answered: AnsweredReport
  /** Undefined where there is no curve. */
  readonly plot: ReportPlot | undefined
}) {
  const { answered, plot } = props
  const { clock } = useServices()
  const [isBusy, setBusy] = useState(false)
  const save = (blob: Blob, ending: 'csv' | 'png') =>
    downloadBlob(clock, blob, reportFileName(answered, ending))
  const savePicture = async (curve: HTMLCanvasElement) => {
    setBusy(true)
    save(await reportPicture(curve, plotThemeOf(document.documentElement), answered), 'png')
    setBusy(false)
  }
  return (
    <span className="report-files">
      <Button onClick={() => save(new Blob([reportTable(answered)], { type: 'text/csv' }), 'csv')}>
        <Download aria-hidden size="1em" /> CSV
      </Button>
      <Button
        isBusy={isBusy}
        disabled={plot === undefined}
        onClick={() => void (plot && savePicture(plot.canvas))}
      >
        <Download aria-hidden size="1em" /> PNG
      </Button>
    </span>
  )
}

/** The curve under its title and figures, as a PNG: it says by itself what it shows. */
function reportPicture(curve: HTMLCanvasElement, theme: PlotTheme, answered: AnsweredReport): Promise<Blob> {
  const { title, range, zone } = answered
  const ratio = curve.width / Math.max(1, curve.getBoundingClientRect().width)
  // Whole pixels: between two of them the curve would be blurred.
  const em = Math.round(theme.fontPx * ratio)
  const picture = document.createElement('canvas')
  picture.width = curve.width + em * 2
  picture.height = curve.height + em * 6.5
  const context = picture.getContext('2d')
  if (context === null) return Promise.reject(new Error('no canvas'))
  context.fillStyle = theme.panel
  context.fillRect(0, 0, picture.width, picture.height)
  const write = (words: string, y: number, colour: string, weight: number, size: number) => {
    context.fillStyle = colour
    context.font = `${weight} ${em * size}px ${theme.font}`
    context.fillText(words, em, y)
  }
  write(t('occupancy.palette.open', { name: title }), em * 2, theme.text, 650, 1.25)
  write(`${rangeWords(range, zone)} · ${zone.id}`, em * 3.5, theme.textDim, 400, 0.9375)
  write(figureWords(answered), em * 5, theme.text, 400, 0.9375)
  context.drawImage(curve, em, em * 6)
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png')
  })
}

function figureWords({ zone, capacity, askedAtMs, answer }: AnsweredReport): string {
  const at = answer.maximumAtMs
  const when = at === undefined ? '' : `, ${instantText(zone, at, askedAtMs)}`
  return [
    t('occupancy.figures.average', { value: countText(answer.average) }),
    `${t('occupancy.plot.maximum', { value: countText(answer.maximum) })}${when}`,
    ...(capacity === undefined ? [] : [t('occupancy.plot.capacity', { value: countText(capacity) })]),
    t('occupancy.figures.estimate'),
  ].join(' · ')
}
