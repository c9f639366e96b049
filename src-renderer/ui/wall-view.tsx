import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { TimelineMarks } from '../events/marks/timeline-marks.ts'
import { type EntryPreview as Preview, entryPreviewOf } from '../keyboard/entry-preview.ts'
import { frameClockOf } from '../timeline/frame-clock.ts'
import { layoutNameOf } from '#contract/wall/layout.ts'
import { cellOf, templateOf } from '../wall/layout.ts'
import { cameraIdOf, isOnWall, tileOf, visibleTiles } from '../wall/wall-document.ts'
import { speedWords } from './playback-look.ts'
import { Chord, KeyOf, rich } from './rich-text.tsx'
import { SearchPanel } from './events/search-panel.tsx'
import { usePlayback, useServices, useWall } from './services.ts'
import { Tile } from './tile.tsx'
import { spokenState, useTileName } from './tile-name.ts'
import { driveTimelineBar } from './timeline-bar-driver.ts'
import { t } from '../language/language.ts'

/** The wall itself. Tiles keep their key over every change of layout, so that no picture is torn down by one. */
export function WallView() {
  const layout = useWall(({ document }) => document.layout)
  const large = useWall(({ document }) => document.large)
  const tiles = useMemo(() => visibleTiles({ layout, large }), [layout, large])
  return (
    <main
      className="wall"
      aria-label={t('wall.videoWall')}
      data-layout={layoutNameOf(layout) ?? 'free'}
      // The browser's menu offers to take a video out of the wall.
      onContextMenu={(event) => event.preventDefault()}
      data-large={large === null ? undefined : large + 1}
    >
      <h1 className="unseen">{t('wall.videoWall')}</h1>
      <div className="grid stack low" style={templateOf(layout)}>
        {tiles.map((tile) => (
          <Tile key={tile} tile={tile} />
        ))}
      </div>
      <EntryPreview />
      <SelectedTile />
      <TimelineBar />
      <SearchPanel />
    </main>
  )
}

/**
 * Tells a screen reader what a key has done to the selected tile. What changes by itself is no part of it: of a
 * picture that has gone the banner speaks.
 */
function SelectedTile() {
  const { live } = useServices()
  const tile = useWall(({ document }) => document.selected)
  const isLarge = useWall(({ document }) => document.large === tile)
  const hasCamera = useWall(({ document }) => cameraIdOf(document, tile) !== undefined)
  const isPast = usePlayback(({ tiles }) => tiles.includes(tile))
  const speed = usePlayback((state) => state.speed)
  const name = useTileName(tile)
  const place = isLarge ? t('tile.large', { name }) : name
  const past = speed === 1 ? '' : `, ${speedWords(speed)}`
  const words = isPast ? `${t('playback.of', { name: place })}${past}` : place
  const changesItself = useWall(({ document }) => {
    const { content } = tileOf(document, tile)
    return content.kind === 'hotspot' || (content.kind === 'sequence' && content.pausedBy === undefined)
  })
  const cause = changesItself ? `${isLarge} ${isPast && speed}` : words
  const [spoken, setSpoken] = useState({ tile, words, cause, state: '' })
  if (spoken.tile !== tile || spoken.cause !== cause) {
    // A camera that was just asked for has no picture yet.
    const isNew = spoken.tile !== tile && hasCamera && !isPast
    setSpoken({ tile, words, cause, state: isNew ? `, ${spokenState(live.observe(tile).state)}` : '' })
  }
  return (
    <p className="unseen" role="status">
      {spoken.words}
      {spoken.state}
    </p>
  )
}

/** What `Enter` will do; in the middle when no tile of this page changes. Always there, for screen readers. */
function EntryPreview() {
  const { keyboard } = useServices()
  const isTyping = useStore(keyboard, ({ endsAtMs }) => endsAtMs !== undefined)
  return (
    <div className="entry-preview-layer" role="status" aria-live="polite">
      {isTyping && <OpenPreview />}
    </div>
  )
}

function OpenPreview() {
  const { keyboard, context } = useServices()
  const state = useStore(keyboard)
  const document = useWall((wall) => wall.document)
  const preview = entryPreviewOf(state, context())
  if (preview === undefined) return null

  const { layout, large } = document
  const isOnTile = large === null && preview.tile !== undefined && isOnWall(document, preview.tile)
  const cell = isOnTile ? cellOf(layout, preview.tile) : undefined
  const x = cell === undefined ? 50 : ((cell.column + cell.columns / 2) / layout.columns) * 100
  const y = cell === undefined ? 50 : ((cell.row + cell.rows / 2) / layout.rows) * 100
  return (
    <div
      className="entry-preview column"
      data-outcome={preview.outcome}
      data-typing={state.entry !== '' || undefined}
      style={{
        left: `${x}%`,
        top: `${y}%`,
        // Never off the screen, however small the tile and long the name.
        translate: `${besideMiddle(x, 'cqw')} ${besideMiddle(y, 'cqh')}`,
      }}
    >
      {preview.entry !== '' && <Typed entry={preview.entry} />}
      <Meaning preview={preview} />
    </div>
  )
}

/** Half of its own size back, but neither before the beginning of the wall nor past its end. */
function besideMiddle(percent: number, unit: 'cqw' | 'cqh'): string {
  return `clamp(${-percent}${unit}, -50%, ${100 - percent}${unit} - 100%)`
}

const signs: ReadonlySet<string> = new Set(['.', '/', '*'])

/** Signs are drawn fainter than digits: the eye finds the camera number. */
function Typed({ entry }: { readonly entry: string }) {
  const parts = entry.match(/\d+|[./*]/g) ?? [entry]
  return (
    <p className="entry-preview-entry wrap strong" aria-label={entry}>
      {parts.map((part, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an entry have no other identity
        signs.has(part) ? <i key={at}>{part}</i> : <b key={at}>{part}</b>,
      )}
    </p>
  )
}

function Meaning({ preview }: { readonly preview: Preview }) {
  return (
    <p className="entry-preview-meaning line wrap large">
      {preview.text}
      {preview.outcome === 'ready' && <KeyOf action="confirm" />}
      {/^\*0*[1-9]/.test(preview.entry) && <SaveSalvoHint />}
    </p>
  )
}

/** What is typed is a salvo's number: there may be one already. */
function SaveSalvoHint() {
  const chord = useServices().keymap().chordsByAction.get('saveSalvo')?.[0]
  if (chord === undefined) return null
  return (
    <small className="entry-preview-hint dim">{rich('wall.saves', { chord: <Chord chord={chord} /> })}</small>
  )
}

/** The timeline below the tiles, while it is wanted. */
function TimelineBar() {
  const isShown = usePlayback(({ isTimelineShown }) => isTimelineShown)
  return isShown ? <OpenTimelineBar /> : null
}

/** Only lends it a place: it draws itself. */
function OpenTimelineBar() {
  const services = useServices()
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (place.current === null) return undefined
    return driveTimelineBar(place.current, {
      ...services,
      thumbnails: services.thumbnails.makePlace(),
      clock: frameClockOf(services.platformClock),
      marks: new TimelineMarks({ ...services, shown: services.shownTags }),
    })
  }, [services])
  return <div className="timeline-place" ref={place} />
}
