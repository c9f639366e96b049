import type { PictureFacts } from '../playback/tile/player.ts'
import { clockText, dateText } from '../timeline/axis/time-words.ts'
import { sessionWords, usePlaybackFigures } from './playback-figures.ts'
import { useNowMs } from './second-ticker.ts'
import { useServices } from './services.ts'
import { stateWords } from './words.ts'
import { fixed, t } from '../language/language.ts'

function megabytes(bytes: number): string {
  return `${fixed(bytes / 1_000_000)} MB`
}

function pictureWords({ widthPx, heightPx, isReduced }: PictureFacts): string {
  return `${widthPx} × ${heightPx}, ${t(isReduced ? 'engineer.reduced' : 'engineer.best')}`
}

/** What a tile of the past shows, and how it is played: its player, and the sessions of the wall. */
export function EngineerPastPanel({ tile }: { readonly tile: number }) {
  const { wallPlayback } = useServices().tiles
  const { ticker, zone } = useServices().time
  // Drawn again each second, with what the player says then.
  useNowMs(ticker, true)
  const figures = wallPlayback.figuresOf(tile)
  const { state, shownMs } = wallPlayback.pictures.observe(tile) ?? {}
  const picture = figures?.picture
  // Where there is no footage there is nothing to be ahead of.
  const driftMs =
    state === 'PLAYING' || state === 'PAUSED' || state === 'BUFFERING' ? figures?.aheadMs : undefined
  const wall = usePlaybackFigures()
  return (
    <div className="engineer">
      <dl>
        <dt>{t('engineer.state')}</dt>
        <dd>{state === undefined ? t('engineer.notSeen') : stateWords(state)}</dd>
        <dt>{t('engineer.filmed')}</dt>
        <dd>
          {shownMs === undefined
            ? t('engineer.notKnown')
            : `${dateText(zone(), shownMs)} ${clockText(zone(), shownMs, 'millisecond')}`}
        </dd>
        <dt>{t('engineer.picture')}</dt>
        <dd>{picture === undefined ? t('engineer.notKnown') : pictureWords(picture)}</dd>
        <dt>{t('engineer.codec')}</dt>
        <dd>{picture?.codec ?? t('engineer.notKnown')}</dd>
        <dt>{t('engineer.drift')}</dt>
        <dd>{driftMs === undefined ? t('engineer.notKnown') : `${Math.round(driftMs)} ms`}</dd>
        <dt>{t('engineer.buffer')}</dt>
        <dd>{figures === undefined ? t('engineer.none') : `${fixed(figures.bufferedSeconds)} s`}</dd>
        <dt>{t('engineer.dropped')}</dt>
        <dd>
          {figures === undefined
            ? t('engineer.none')
            : t('engineer.droppedFrames', { count: figures.droppedFrames })}
        </dd>
        {wall !== undefined && (
          <>
            <dt>{t('engineer.sessions')}</dt>
            <dd>{sessionWords(wall)}</dd>
            <dt>{t('engineer.restarts')}</dt>
            <dd>{wall.restarts}</dd>
            <dt>{t('engineer.footage')}</dt>
            <dd>{t('engineer.requests', { size: megabytes(wall.bytes), count: wall.requests })}</dd>
          </>
        )}
      </dl>
    </div>
  )
}
