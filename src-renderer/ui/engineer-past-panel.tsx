import { sessionWords, usePlaybackFigures } from './playback-figures.ts'
import { useNowMs } from './second-ticker.ts'
import { useServices } from './services.ts'

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** How a tile of the past is played: its player, and the sessions of the wall. */
export function EngineerPastPanel({ tile }: { readonly tile: number }) {
  const { wallPlayback, ticker } = useServices()
  // Drawn again each second, with what the player says then.
  useNowMs(ticker, true)
  const figures = wallPlayback.figuresOf(tile)
  const state = wallPlayback.pictures.observe(tile)?.state
  // Where there is no footage there is nothing to be ahead of.
  const driftMs =
    state === 'PLAYING' || state === 'PAUSED' || state === 'BUFFERING' ? figures?.aheadMs : undefined
  const wall = usePlaybackFigures()
  return (
    <div className="engineer">
      <dl>
        <dt>state</dt>
        <dd>{state ?? 'not seen'}</dd>
        <dt>drift</dt>
        <dd>{driftMs === undefined ? 'not known' : `${Math.round(driftMs)} ms`}</dd>
        <dt>buffer</dt>
        <dd>{figures === undefined ? 'none' : `${figures.bufferedSeconds.toFixed(1)} s`}</dd>
        <dt>dropped</dt>
        <dd>{figures === undefined ? 'none' : `${figures.droppedFrames} frames`}</dd>
        {wall !== undefined && (
          <>
            <dt>sessions</dt>
            <dd>{sessionWords(wall)}</dd>
            <dt>restarts</dt>
            <dd>{wall.restarts}</dd>
            <dt>footage</dt>
            <dd>
              {megabytes(wall.bytes)} in {wall.requests} requests
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}
