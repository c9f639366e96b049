import { useEffect, useState } from 'react'
import { RATE_LIMIT } from '#contract/platform/limits.ts'
import { computerMs } from '../clock.ts'
import type { TileStatistics } from '../live/live-wall-port.ts'
import { useServices, useSession } from './services.ts'
import { stateWords, timeOfDay } from './words.ts'
import { fixed, t } from '../language/language.ts'

function rate(bitsPerSecond: number): string {
  return bitsPerSecond < 1_000_000
    ? `${Math.round(bitsPerSecond / 1_000)} kbit/s`
    : `${fixed(bitsPerSecond / 1_000_000, 2)} Mbit/s`
}

/** What comes in, what is shown, and how the tile got here. Sampled only while it is open. */
export function EngineerPanel({ tile }: { readonly tile: number }) {
  const { live } = useServices().tiles
  const { zone, platformClock } = useServices().time
  const [statistics, setStatistics] = useState<TileStatistics>()
  const tickets = useTicketWords()
  useEffect(() => live.watchStatistics(tile, setStatistics), [live, tile])

  if (statistics === undefined) return <div className="engineer">{t('engineer.measuring')}</div>
  const timeText = (atMs: number) =>
    timeOfDay(zone(), platformClock.ofComputer(computerMs(atMs)), platformClock.nowMs())
  const { receivedFps, presentedFps, widthPx, heightPx, layer, lossPercent, history } = statistics
  return (
    <div className="engineer">
      <dl>
        <dt>{t('engineer.frames')}</dt>
        <dd>{t('engineer.fps', { received: fixed(receivedFps), shown: fixed(presentedFps) })}</dd>
        <dt>{t('engineer.delay')}</dt>
        <dd>
          {statistics.delayMs === undefined ? t('engineer.notKnown') : `${Math.round(statistics.delayMs)} ms`}
        </dd>
        <dt>{t('engineer.picture')}</dt>
        <dd>
          {widthPx} × {heightPx}, {t(`engineer.${layer}`)}
        </dd>
        <dt>{t('engineer.loss')}</dt>
        <dd>{fixed(lossPercent)} %</dd>
        <dt>{t('engineer.buffer')}</dt>
        <dd>
          {t('engineer.buffered', {
            buffer: Math.round(statistics.jitterBufferMs),
            decode: fixed(statistics.decodeMs),
          })}
        </dd>
        <dt>{t('engineer.rate')}</dt>
        <dd>{rate(statistics.bitsPerSecond)}</dd>
        <dt>{t('engineer.tickets')}</dt>
        <dd>{tickets}</dd>
      </dl>
      {history.length > 0 && (
        <ol aria-label={t('engineer.statesNewestFirst')}>
          {history
            .toReversed()
            .slice(0, 5)
            .map((entry) => (
              <li key={`${entry.atMs} ${entry.state}`}>
                <time>{timeText(entry.atMs)}</time>
                <b>{stateWords(entry.state)}</b>
                <span className="cut">{entry.why}</span>
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
  const rate = t('engineer.ticketRate', {
    count: Math.round(perMinute),
    most: RATE_LIMIT.requestsPerSecond * 60,
  })
  return fresh === undefined
    ? rate
    : t('engineer.ticketsHeld', { held: fresh.held, wanted: fresh.wanted, rate })
}
