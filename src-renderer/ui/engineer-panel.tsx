import { useEffect, useState } from 'react'
import { RATE_LIMIT } from '#contract/platform/limits.ts'
import { computerMs } from '../clock.ts'
import type { TileStatistics } from '../live/live-wall-port.ts'
import type { PictureFacts } from '../playback/tile/player.ts'
import { clockText, dateText } from '../timeline/axis/time-words.ts'
import { Fact } from './facts.tsx'
import { sessionWords, usePlaybackFigures } from './playback-figures.ts'
import { useNowMs, useServices, useSession } from './services.ts'
import { stateWords, timeOfDay } from './words.ts'
import { fixed, t } from '../language/language.ts'

function rate(bitsPerSecond: number): string {
  return bitsPerSecond < 1_000_000
    ? `${Math.round(bitsPerSecond / 1_000)} kbit/s`
    : `${fixed(bitsPerSecond / 1_000_000, 2)} Mbit/s`
}

function milliseconds(ms: number | undefined): string {
  return ms === undefined ? t('engineer.notKnown') : `${Math.round(ms)} ms`
}

/** What comes in, what is shown, and how the tile got here. Sampled only while it is open. */
export function EngineerPanel({ tile }: { readonly tile: number }) {
  const { live, zone, platformClock } = useServices()
  const [statistics, setStatistics] = useState<TileStatistics>()
  const tickets = useTicketWords()
  useEffect(() => live.watchStatistics(tile, setStatistics), [live, tile])

  if (statistics === undefined) return <div className="engineer">{t('engineer.measuring')}</div>
  const timeText = (atMs: number) =>
    timeOfDay(zone(), platformClock.ofComputer(computerMs(atMs)), platformClock.nowMs())
  const { receivedFps, presentedFps, widthPx, heightPx, layer, jitterBufferMs, history } = statistics
  const buffered = { buffer: Math.round(jitterBufferMs), decode: fixed(statistics.decodeMs) }
  return (
    <div className="engineer">
      <dl>
        <Fact name={t('engineer.frames')}>
          {t('engineer.fps', { received: fixed(receivedFps), shown: fixed(presentedFps) })}
        </Fact>
        <Fact name={t('engineer.delay')}>{milliseconds(statistics.delayMs)}</Fact>
        <Fact name={t('engineer.picture')}>
          {widthPx} × {heightPx}, {t(`engineer.${layer}`)}
        </Fact>
        <Fact name={t('engineer.loss')}>{fixed(statistics.lossPercent)} %</Fact>
        <Fact name={t('engineer.buffer')}>{t('engineer.buffered', buffered)}</Fact>
        <Fact name={t('engineer.rate')}>{rate(statistics.bitsPerSecond)}</Fact>
        <Fact name={t('engineer.tickets')}>{tickets}</Fact>
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

function pictureWords({ widthPx, heightPx, isReduced }: PictureFacts): string {
  return `${widthPx} × ${heightPx}, ${t(isReduced ? 'engineer.reduced' : 'engineer.best')}`
}

/** What a tile of the past shows, and how it is played: its player, and the sessions of the wall. */
export function EngineerPastPanel({ tile }: { readonly tile: number }) {
  const { wallPlayback, zone } = useServices()
  // Drawn again each second, with what the player says then.
  useNowMs()
  const figures = wallPlayback.figuresOf(tile)
  const { state, shownMs } = wallPlayback.pictures.observe(tile) ?? {}
  const picture = figures?.picture
  // Where there is no footage there is nothing to be ahead of.
  const hasFootage = state === 'PLAYING' || state === 'PAUSED' || state === 'BUFFERING'
  const wall = usePlaybackFigures()
  const size = `${fixed((wall?.bytes ?? 0) / 1_000_000)} MB`
  return (
    <div className="engineer">
      <dl>
        <Fact name={t('engineer.state')}>
          {state === undefined ? t('engineer.notSeen') : stateWords(state)}
        </Fact>
        <Fact name={t('engineer.filmed')}>
          {shownMs === undefined
            ? t('engineer.notKnown')
            : `${dateText(zone(), shownMs)} ${clockText(zone(), shownMs, 'millisecond')}`}
        </Fact>
        <Fact name={t('engineer.picture')}>
          {picture === undefined ? t('engineer.notKnown') : pictureWords(picture)}
        </Fact>
        <Fact name={t('engineer.codec')}>{picture?.codec ?? t('engineer.notKnown')}</Fact>
        <Fact name={t('engineer.drift')}>{milliseconds(hasFootage ? figures?.aheadMs : undefined)}</Fact>
        <Fact name={t('engineer.buffer')}>
          {figures === undefined ? t('engineer.none') : `${fixed(figures.bufferedSeconds)} s`}
        </Fact>
        <Fact name={t('engineer.dropped')}>
          {figures === undefined
            ? t('engineer.none')
            : t('engineer.droppedFrames', { count: figures.droppedFrames })}
        </Fact>
        {wall !== undefined && (
          <>
            <Fact name={t('engineer.sessions')}>{sessionWords(wall)}</Fact>
            <Fact name={t('engineer.restarts')}>{wall.restarts}</Fact>
            <Fact name={t('engineer.footage')}>{t('engineer.requests', { size, count: wall.requests })}</Fact>
          </>
        )}
      </dl>
    </div>
  )
}
