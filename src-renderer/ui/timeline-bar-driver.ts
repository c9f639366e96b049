import type { WallShell } from '#contract/wall/shell.ts'
import type { TimelineMarks } from '../events/marks/timeline-marks.ts'
import { clockText } from '../timeline/axis/time-words.ts'
import type { CoveragePort } from '../timeline/coverage-loader.ts'
import type { FrameClock } from '../timeline/frame-clock.ts'
import type { ThumbnailPort } from '../timeline/hover-driver.ts'
import type { Lane } from '../timeline/lane-list.ts'
import { Timeline } from '../timeline/timeline.ts'
import type { AreaOptions } from '../wall/area-options.ts'
import type { PlaybackState } from '../wall/playback-store.ts'
import { cameraIdOf, visibleTiles } from '../wall/wall-document.ts'
import { rangeWords } from '../wall/export-range.ts'
import type { WallState } from '../wall/wall-store.ts'
import { t } from '../language/language.ts'
import { timesWords } from './playback-look.ts'

export interface TimelineBarOptions
  extends Pick<AreaOptions, 'wall' | 'session' | 'zone' | 'playback' | 'wallPlayback'> {
  readonly shell: Pick<WallShell, 'call'>
  readonly thumbnails: ThumbnailPort
  /** The platform's, as the playhead is counted by. */
  readonly clock: FrameClock
  readonly marks: TimelineMarks
}

/**
 * Joins the timeline with the wall: its lanes, where the wall stands, and what a hand on it does. Returns the function
 * that takes them apart.
 */
export function driveTimelineBar(place: HTMLElement, options: TimelineBarOptions): () => void {
  const { shell, wall, session, playback, wallPlayback, thumbnails, zone, clock, marks } = options
  let opened: Timeline | undefined
  let stops: readonly (() => void)[] = []
  let isDisposed = false
  let lanesShown = ''
  let zoneId = zone().id

  async function open(): Promise<void> {
    const timeline = await Timeline.open({
      parent: place,
      timeZone: zoneId,
      scrub: {
        scrubTo: (atMs) => wallPlayback.scrubTo(atMs),
        release: (atMs) => wallPlayback.release(atMs),
      },
      coverage: coverageOf(shell),
      thumbnails,
      marks,
      clock,
    })
    if (isDisposed) return timeline.dispose()
    opened = timeline
    stops = [
      wall.subscribe(showLanes),
      playback.subscribe(() => showPlayhead(timeline)),
      session.subscribe(() => {
        showZone(timeline)
        showRange(timeline)
      }),
      wallPlayback.lendTimeline((command) => timeline.run(command)),
    ]
    // It may have changed while the timeline was opened.
    showZone(timeline)
    marks.attach(timeline)
    lanesShown = ''
    showLanes()
    showPlayhead(timeline)
  }

  function showLanes(): void {
    const { lanes, selectedId } = lanesOfWall(wall.getState())
    const fingerprint = JSON.stringify([lanes, selectedId])
    if (fingerprint === lanesShown) return
    lanesShown = fingerprint
    place.style.setProperty('--lanes', String(lanes.length))
    opened?.setLanes(lanes, selectedId)
    if (opened !== undefined) marks.setLanes(lanes)
  }

  /** Only when it is another one: everything is drawn again, and the session changes often. */
  function showZone(timeline: Timeline): void {
    const { id } = zone()
    if (id === zoneId) return
    zoneId = id
    timeline.setTimeZone(id)
  }

  function showRange(timeline: Timeline): void {
    const { range } = playback.getState()
    const words = rangeWords(range, (ms) => clockText(zone(), ms, 'second'))
    timeline.setRange(range, words === undefined ? '' : t('timelineBar.export', { words }))
  }

  function showPlayhead(timeline: Timeline): void {
    const state = playback.getState()
    timeline.setPlayhead(state.playhead)
    timeline.setMode(modeWords(state))
    showRange(timeline)
    place.dataset['mode'] = state.playhead.mode
  }

  showLanes()
  void open()
  return () => {
    isDisposed = true
    for (const stop of stops) stop()
    marks.dispose()
    opened?.dispose()
    thumbnails.forget()
    // A drag ends with the timeline.
    const { scrub } = playback.getState()
    if (scrub !== undefined) wallPlayback.release(scrub.atMs)
  }
}

function coverageOf(shell: Pick<WallShell, 'call'>): CoveragePort {
  return {
    coverage: async (cameraId, startMs, endMs) => {
      const answer = await shell.call('playback.coverage', { cameraId, startMs, endMs })
      return answer.ok ? answer.value : undefined
    },
  }
}

interface WallLanes {
  readonly lanes: readonly Lane[]
  readonly selectedId: string | undefined
}

/** A lane for each camera on the screen, in the order of its first tile. */
export function lanesOfWall({ document, cameraById }: Pick<WallState, 'document' | 'cameraById'>): WallLanes {
  const cameraIds = new Set(visibleTiles(document).flatMap((tile) => cameraIdOf(document, tile) ?? []))
  const lanes = [...cameraIds].map((cameraId): Lane => {
    const camera = cameraById.get(cameraId)
    const lane = { id: cameraId, cameraId, name: camera?.name ?? t('tile.notListed') }
    return camera === undefined ? lane : { ...lane, number: camera.number }
  })
  return { lanes, selectedId: cameraIdOf(document, document.selected) }
}

/** What the wall does with time, beside the clock of the timeline: `PLAYBACK 2× · all tiles in step`. */
export function modeWords({ tiles, isTogether, speed, playhead }: ModeState): string {
  if (playhead.mode === 'live') return t('state.LIVE')
  const [first = 0, ...others] = tiles
  const who = isTogether
    ? t('timelineBar.allInStep')
    : others.length === 0
      ? t('timelineBar.tile', { tile: first + 1 })
      : t('timelineBar.tilesInStep', { count: tiles.length })
  const how = speed === 0 ? t('timelineBar.paused') : timesWords(speed)
  return `${t('timelineBar.playback')} ${how} · ${who}`
}

export type ModeState = Pick<PlaybackState, 'tiles' | 'isTogether' | 'speed' | 'playhead'>
