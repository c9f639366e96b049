import { Play } from 'lucide-react'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { OccupancyReading, SavedReport } from '#contract/wall/occupancy.ts'
import { countText } from '../../occupancy/report/report-words.ts'
import { resetTimesOf } from '../../occupancy/reset-times.ts'
import {
  type Fill,
  type OccupancyLook,
  occupancyLook,
  type OccupancyProblem,
} from '../../occupancy/tile-look.ts'
import { useNowMs, useServices, useSession } from '../services.ts'
import { TileMiddle } from '../tile-middle.tsx'
import { span } from '../words.ts'
import { t } from '../../language/language.ts'

/** Resets are at whole minutes. */
const minuteMs = 60_000

/** How many are there, in the place of a picture. */
export function OccupancyTile({ tile, reportId }: { readonly tile: number; readonly reportId: string }) {
  const report = useSession(({ settings }) => settings.occupancyReports.find(({ id }) => id === reportId))
  return report === undefined ? (
    <TileMiddle
      words={{
        tone: 'attention',
        chip: t('occupancy.tile.noReport'),
        lines: [t('occupancy.tile.gone')],
      }}
    />
  ) : (
    <Followed tile={tile} report={report} />
  )
}

function Followed({ tile, report }: { readonly tile: number; readonly report: SavedReport }) {
  const { occupancy, zone, platformClock } = useServices()
  const reading = useStore(occupancy.store, ({ readings }) => readings.get(report.id))
  const dictionaries = useStore(occupancy.store, (state) => state.dictionaries)
  const nowMs = platformClock.ofComputer(useNowMs())
  const minute = Math.floor(nowMs / minuteMs)
  const resets = useMemo(
    () => resetTimesOf(report.definition, dictionaries?.schedules ?? [], minute * minuteMs),
    [report, dictionaries, minute],
  )
  const aheadMs = platformClock.ofComputer(0)
  const look = occupancyLook({ report, reading, dictionaries, resets, zone: zone(), nowMs, aheadMs })
  const hasValues = look.ageMs !== undefined
  return (
    <div className="occupancy fill" data-stale={(hasValues && look.problem !== undefined) || undefined}>
      <Head report={report} look={look} />
      {hasValues ? (
        <>
          {look.problem !== undefined && <Problem problem={look.problem} />}
          <div className="occupancy-now grow low">
            <p>
              <strong>{look.now}</strong> <span>{t('occupancy.tile.now')}</span>
            </p>
            {reading !== undefined && <TileTrend trend={reading.trend} capacity={look.fill?.capacity} />}
          </div>
          {look.fill !== undefined && <FillBar fill={look.fill} />}
          <Facts tile={tile} look={look} />
        </>
      ) : (
        <TileMiddle
          words={
            look.problem === undefined
              ? { tone: 'quiet', lines: [t('occupancy.tile.asking')] }
              : { tone: look.problem.tone, chip: look.problem.chip, lines: [look.problem.text] }
          }
        />
      )}
    </div>
  )
}

function Head({ report, look }: { readonly report: SavedReport; readonly look: OccupancyLook }) {
  return (
    <header className="occupancy-head line dim rigid nowrap">
      <h2 className="cut">{report.name}</h2>
      {look.zone !== undefined && <span title={report.definition.timezone}>{look.zone}</span>}
      <span>{t('occupancy.tile.estimate')}</span>
      {look.ageMs !== undefined && <span>{t('occupancy.tile.ago', { age: span(look.ageMs) })}</span>}
    </header>
  )
}

function Problem({ problem: { chip, text, tone } }: { readonly problem: OccupancyProblem }) {
  return (
    <p className="occupancy-problem row" role="status" data-tone={tone}>
      <strong className="chip">{chip}</strong> <span className="cut">{text}</span>
    </p>
  )
}

/** Length, hatching and words carry the meaning; the colour only repeats it. */
function FillBar({ fill }: { readonly fill: Fill }) {
  const { level, now, capacity, share, capacityShare, words, chip } = fill
  return (
    <div className="occupancy-fill row rigid nowrap" data-level={level}>
      <div
        className="occupancy-bar clipped grow rounded"
        role="meter"
        aria-label={t('occupancy.tile.ofCapacity')}
        aria-valuemin={0}
        aria-valuemax={Math.max(capacity, now)}
        aria-valuenow={now}
        aria-valuetext={chip === undefined ? words : `${words}, ${chip.toLowerCase()}`}
      >
        <i style={{ width: `${share * 100}%` }} />
        {capacityShare < 1 && <b style={{ left: `${capacityShare * 100}%` }} />}
      </div>
      <span>{words}</span>
      {chip !== undefined && <strong className="chip">{chip}</strong>}
    </div>
  )
}

function Facts({ tile, look: { facts, window } }: { readonly tile: number; readonly look: OccupancyLook }) {
  return (
    <dl className="occupancy-facts stack rigid">
      {facts.map(({ name, text, isMoment }) => (
        <div key={name} data-fact={name}>
          <dt>{t(`occupancy.fact.${name}`)}</dt>
          <dd className="cut">
            {text}
            {name === 'average' && <span className="faint"> · {window}</span>}
            {isMoment && <PlayButton tile={tile} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What `Enter` does, for the pointer; it takes no focus, so that the keys stay the wall's. */
function PlayButton({ tile }: { readonly tile: number }) {
  const { run } = useServices()
  return (
    <button
      type="button"
      className="occupancy-play dim rounded"
      tabIndex={-1}
      aria-label={t('occupancy.tile.play')}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        run({ kind: 'select', tile })
        run({ kind: 'play-maximum' })
      }}
    >
      <Play aria-hidden size="0.9em" />
    </button>
  )
}

const hourMs = 3_600_000
/** Of the drawing, in its own units: it is stretched over its place. */
const width = 100
const height = 40

/** The last hour as a line from zero to the highest value, and the capacity where it is lower than that. */
function TileTrend(props: {
  readonly trend: OccupancyReading['trend']
  readonly capacity: number | undefined
}) {
  const { trend, capacity } = props
  const last = trend.at(-1)
  if (last === undefined || trend.length < 2) return null
  const values = trend.map(({ value }) => value)
  const highest = Math.max(1, ...values)
  const x = (atMs: number) => width - ((last.atMs - atMs) / hourMs) * width
  const y = (value: number) => height - (value / (highest * 1.1)) * height
  const line = trend.map(({ atMs, value }) => `${x(atMs).toFixed(2)},${y(value).toFixed(2)}`).join(' ')
  const words = t('occupancy.tile.trend', {
    least: countText(Math.min(...values), 0),
    most: countText(highest, 0),
  })
  return (
    <figure className="occupancy-trend grow slim">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={words}>
        <polygon points={`${x(trend[0]?.atMs ?? last.atMs)},${height} ${line} ${width},${height}`} />
        <polyline points={line} />
        {capacity !== undefined && capacity < highest * 1.1 && (
          <line x1={0} x2={width} y1={y(capacity)} y2={y(capacity)} />
        )}
      </svg>
      <figcaption aria-hidden>1 h</figcaption>
    </figure>
  )
}
