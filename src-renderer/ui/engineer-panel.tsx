import { useEffect, useState } from 'react'
import { RATE_LIMIT } from '#contract/platform/limits.ts'
import type { TileStatistics } from '../live/live-wall-port.ts'
import { useServices, useSession } from './services.ts'
import { timeOfDay } from './words.ts'

const layerWords: Readonly<Record<TileStatistics['layer'], string>> = {
  low: 'low layer',
  medium: 'middle layer',
  high: 'high layer',
  only: 'only layer',
}

function rate(bitsPerSecond: number): string {
  return bitsPerSecond < 1_000_000
    ? `${Math.round(bitsPerSecond / 1_000)} kbit/s`
    : `${(bitsPerSecond / 1_000_000).toFixed(2)} Mbit/s`
}

/** What comes in, what is shown, and how the tile got here. Sampled only while it is open. */
export function EngineerPanel({ tile }: { readonly tile: number }) {
  const { live, clock } = useServices()
  const [statistics, setStatistics] = useState<TileStatistics>()
  const tickets = useTicketWords()
  useEffect(() => live.watchStatistics(tile, setStatistics), [live, tile])

  if (statistics === undefined) return <div className="engineer">measuring…</div>
  const { receivedFps, presentedFps, widthPx, heightPx, layer, lossPercent, history } = statistics
  return (
    <div className="engineer">
      <dl>
        <dt>frames</dt>
        <dd>
          {receivedFps.toFixed(1)} in, {presentedFps.toFixed(1)} shown
        </dd>
        <dt>delay</dt>
        <dd>{statistics.delayMs === undefined ? 'not known' : `${Math.round(statistics.delayMs)} ms`}</dd>
        <dt>picture</dt>
        <dd>
          {widthPx} × {heightPx}, {layerWords[layer]}
        </dd>
        <dt>loss</dt>
        <dd>{lossPercent.toFixed(1)} %</dd>
        <dt>buffer</dt>
        <dd>
          {Math.round(statistics.jitterBufferMs)} ms, decoded in {statistics.decodeMs.toFixed(1)} ms
        </dd>
        <dt>rate</dt>
        <dd>{rate(statistics.bitsPerSecond)}</dd>
        <dt>tickets</dt>
        <dd>{tickets}</dd>
      </dl>
      {history.length > 0 && (
        <ol aria-label="States, newest first">
          {history
            .toReversed()
            .slice(0, 5)
            .map((entry) => (
              <li key={`${entry.atMs} ${entry.state}`}>
                <time>{timeOfDay(entry.atMs, clock.nowMs())}</time>
                <b>{entry.state}</b>
                <span>{entry.why}</span>
              </li>
            ))}
        </ol>
      )}
    </div>
  )
}

/** Of the whole wall, whichever tile shows it. */
function useTicketWords(): string {
  const perMinute = useSession((session) => session.connection.ticketsPerMinute)
  const fresh = useSession((session) => session.connection.freshTickets)
  const rate = `${Math.round(perMinute)} a minute of ${RATE_LIMIT.requestsPerSecond * 60}`
  return fresh === undefined ? rate : `${fresh.inHand} of ${fresh.wanted} cameras, ${rate}`
}
