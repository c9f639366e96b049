import { Download } from 'lucide-react'
import { useState } from 'react'
import type { OccupancyAnswer } from '#contract/wall/occupancy.ts'
import type { AskedReport } from '../../occupancy/report/report-controller.ts'
import { reportFileName, reportTable } from '../../occupancy/report/report-table.ts'
import { openDownload } from '../events/open-download.ts'
import { useServices } from '../services.ts'
import { plotThemeOf } from './plot-theme.ts'
import { reportPicture } from './report-picture.ts'
import type { ReportPlot } from './report-plot.ts'

/** Long enough for a browser to have begun to read. */
const keptForMs = 60_000

/** The answer as a table and as a picture. */
export function ReportFiles({
  asked,
  answer,
  plot,
}: {
  readonly asked: AskedReport
  readonly answer: OccupancyAnswer
  /** Undefined where there is no curve. */
  readonly plot: ReportPlot | undefined
}) {
  const { clock } = useServices()
  const [isBusy, setBusy] = useState(false)
  const file = { ...asked, answer }
  const save = (blob: Blob, ending: 'csv' | 'png') => {
    const address = URL.createObjectURL(blob)
    openDownload(document, address, reportFileName(file, ending))
    clock.after(keptForMs, () => URL.revokeObjectURL(address))
  }
  const savePicture = async (curve: HTMLCanvasElement) => {
    setBusy(true)
    save(await reportPicture(curve, plotThemeOf(document.documentElement), asked, answer), 'png')
    setBusy(false)
  }
  return (
    <span className="report-files">
      <button
        type="button"
        className="button"
        onClick={() => save(new Blob([reportTable(file)], { type: 'text/csv' }), 'csv')}
      >
        <Download aria-hidden size="1em" /> CSV
      </button>
      <button
        type="button"
        className="button"
        disabled={plot === undefined || isBusy}
        onClick={() => void (plot && savePicture(plot.canvas))}
      >
        <Download aria-hidden size="1em" /> PNG
      </button>
    </span>
  )
}
