import type { TileContent } from '#contract/wall/document.ts'
import { clockText, weekdayText } from '../../timeline/axis/time-words.ts'
import { stepOf } from '../../wall/tile-content.ts'
import { tileOf } from '../../wall/wall-document.ts'
import { FeedTile } from '../events/feed-tile.tsx'
import { OccupancyTile } from '../occupancy/tile.tsx'
import { useNowMs, useServices, useWall } from '../services.ts'
import { t } from '../../language/language.ts'

/** What a tile shows in the place of a picture. */
export function TilePanel({ tile }: { readonly tile: number }) {
  const content = useWall(({ document }) => tileOf(document, tile).content)
  if (content.kind === 'feed') return <FeedTile tile={tile} search={content.search} />
  if (content.kind === 'occupancy') return <OccupancyTile tile={tile} reportId={content.reportId} />
  if (content.kind === 'clock') return <ClockPanel timeZone={content.timeZone} />
  return content.kind === 'text' ? <p className="text-panel fill">{content.text}</p> : null
}

/** The platform's time, in which everything else on the wall is told, too. */
function ClockPanel({ timeZone }: { readonly timeZone: string | undefined }) {
  const { zone, platformClock } = useServices()
  useNowMs()
  const own = zone()
  const shown = (timeZone === undefined ? undefined : own.other(timeZone)) ?? own
  const nowMs = platformClock.nowMs()
  return (
    <div className="clock-panel fill">
      <time className="clock-time">{clockText(shown, nowMs, 'second')}</time>
      <span className="clock-day">{weekdayText(shown, nowMs)}</span>
      <span className="clock-zone dim">{shown.id.replaceAll('_', ' ')}</span>
    </div>
  )
}

/** Says that a tile chooses its camera by itself. */
export function TileRole({ tile }: { readonly tile: number }) {
  const words = useWall(({ document }) => roleWords(tileOf(document, tile).content))
  const isPaused = useWall(({ document }) => {
    const { content } = tileOf(document, tile)
    return content.kind === 'sequence' && content.pausedBy !== undefined
  })
  if (words === undefined) return null
  return (
    <span className="tile-role cut badge" data-paused={isPaused || undefined}>
      {words}
    </span>
  )
}

export function roleWords(content: TileContent): string | undefined {
  if (content.kind === 'hotspot')
    return t(content.scope === 'all' ? 'contents.role.hotspotOfAll' : 'contents.role.hotspot')
  if (content.kind !== 'sequence') return undefined
  return t(content.pausedBy === undefined ? 'contents.role.sequence' : 'contents.role.paused', {
    step: stepOf(content) + 1,
    count: content.steps.length,
  })
}
