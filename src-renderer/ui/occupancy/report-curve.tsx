import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type Plot from 'uplot'
import { useStore } from 'zustand'
import type { OccupancyAnswer } from '#contract/wall/occupancy.ts'
import { bucketAt } from '../../occupancy/report/curve.ts'
import type { AnsweredReport } from '../../occupancy/report/report-controller.ts'
import { bucketWords } from '../../occupancy/report/report-words.ts'
import { Chord, rich } from '../rich-text.tsx'
import { chordOfPress } from '../keyboard-driver.ts'
import { useServices } from '../services.ts'
import { plotThemeOf } from './plot-theme.ts'
import { ReportPlot } from './report-plot.ts'
import { t } from '../../language/language.ts'

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: 10,
  PageDown: -10,
  Home: -Infinity,
  End: Infinity,
}

/** The curve and its cursor, which pointer and keys move alike; `Enter` plays where it stands. */
export function ReportCurve(props: {
  readonly answered: AnsweredReport
  readonly buckets: NonNullable<OccupancyAnswer['buckets']>
  readonly onPlot: (plot: ReportPlot | undefined) => void
  readonly onPlay: (refused: string | undefined) => void
}) {
  const { answered, buckets, onPlot, onPlay } = props
  const { report } = useServices()
  const host = useRef<HTMLDivElement>(null)
  const plot = usePlot(host, answered, onPlot)
  const cursor = useStore(report.store, (state) => state.cursor) ?? 0
  const bucket = buckets[cursor]
  const words = bucket === undefined ? '' : bucketWords(bucket, answered.zone, answered.capacity)

  const play = (isStanding: boolean) => onPlay(report.playCursor(isStanding ? 'stand' : 'play'))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const step = steps[event.key]
    if (step !== undefined) report.setCursor(cursor + step)
    else if (chordOfPress(event) === 'M') report.toMaximum()
    else if (event.key === 'Enter') play(event.shiftKey)
    else return
    event.preventDefault()
  }
  const onPointer = ({ clientX }: PointerEvent) => {
    if (plot !== undefined) report.setCursor(bucketAt(buckets, plot.instantAt(clientX)))
  }

  return (
    <>
      <div
        className="report-plot grow rounded"
        role="slider"
        tabIndex={0}
        aria-label={t('occupancy.curve.label')}
        aria-valuemin={0}
        aria-valuemax={buckets.length - 1}
        aria-valuenow={cursor}
        aria-valuetext={words}
        onKeyDown={onKeyDown}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onDoubleClick={() => play(false)}
      >
        <div className="fill clipped" ref={host} />
        {plot !== undefined && bucket !== undefined && <Cursor plot={plot} bucket={bucket} />}
      </div>
      <p className="report-read wrap">
        <span>{words}</span>
        <span className="small-note">
          {rich('occupancy.curve.keys', {
            arrows: (
              <>
                <Chord chord="ArrowLeft" /> <Chord chord="ArrowRight" />
              </>
            ),
            maximum: <Chord chord="M" />,
            enter: <Chord chord="Enter" />,
          })}
        </span>
      </p>
    </>
  )
}

function Cursor(props: {
  readonly plot: ReportPlot
  readonly bucket: { readonly startMs: number; readonly endMs: number }
}) {
  const { plot, bucket } = props
  const from = plot.placeOf(bucket.startMs)
  const until = plot.placeOf(bucket.endMs)
  const style = {
    left: from.leftPx,
    top: from.topPx,
    width: Math.max(1, until.leftPx - from.leftPx),
    height: from.heightPx,
  }
  return <div className="report-cursor" style={style} />
}

/** The curve of an answer, as large as its host; undefined until its library has come. */
function usePlot(
  host: React.RefObject<HTMLDivElement | null>,
  answered: AnsweredReport,
  onPlot: (plot: ReportPlot | undefined) => void,
): ReportPlot | undefined {
  const [plot, setPlot] = useState<ReportPlot>()
  const [, setSize] = useState('')
  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    let made: ReportPlot | undefined
    let isGone = false
    const show = (next: ReportPlot | undefined) => {
      setPlot(next)
      onPlot(next)
    }
    const draw = async () => {
      const Library = await loadPlot()
      if (isGone) return
      made = new ReportPlot({ Library, host: element, theme: plotThemeOf(element), answered })
      show(made)
    }
    void draw()
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? element.getBoundingClientRect()
      made?.resize(width, height)
      setSize(`${width} ${height}`)
    })
    observer.observe(element)
    return () => {
      isGone = true
      observer.disconnect()
      made?.dispose()
      show(undefined)
    }
  }, [host, answered, onPlot])
  return plot
}

/** Loaded with the first curve: a wall without occupancy reports never loads it. */
async function loadPlot(): Promise<typeof Plot> {
  const [{ default: library }] = await Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')])
  return library
}
