import type { OccupancyReading } from '#contract/wall/occupancy.ts'
import { countText } from '../../occupancy/report/report-words.ts'

const hourMs = 3_600_000
/** Of the drawing, in its own units: it is stretched over its place. */
const width = 100
const height = 40

/** The last hour as a line from nobody up to the highest value, and the capacity where it lies below that. */
export function TileTrend({
  trend,
  capacity,
}: {
  readonly trend: OccupancyReading['trend']
  readonly capacity: number | undefined
}) {
  const last = trend.at(-1)
  if (last === undefined || trend.length < 2) return null
  const values = trend.map(({ value }) => value)
  const highest = Math.max(1, ...values)
  const x = (atMs: number) => width - ((last.atMs - atMs) / hourMs) * width
  const y = (value: number) => height - (value / (highest * 1.1)) * height
  const line = trend.map(({ atMs, value }) => `${x(atMs).toFixed(2)},${y(value).toFixed(2)}`).join(' ')
  const words = `Last hour: at least ${countText(Math.min(...values), 0)}, at most ${countText(highest, 0)}`
  return (
    <figure className="occupancy-trend">
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
