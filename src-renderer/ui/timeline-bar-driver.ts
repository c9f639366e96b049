import type { WallShell } from '#contract/wall/shell.ts'
import type { TimelineMarks } from '../events/marks/timeline-marks.ts'
import type { CoveragePort } from '../timeline/coverage-loader.ts'
import type { FrameClock } from '../timeline/frame-clock.ts'
import type { ThumbnailPort } from '../timeline/hover-driver.ts'
import { Timeline } from '../timeline/timeline.ts'
import type { Zone } from '../timeline/axis/zone.ts'
import type { PlaybackStore } from '../wall/playback-store.ts'
import type { SessionStore } from '../wall/session-store.ts'
import type { WallPlayback } from '../wall/wall-playback.ts'
import type { WallStore } from '../wall/wall-store.ts'
import { lanesOfWall } from './timeline-bar-lanes.ts'
import { modeWords } from './timeline-bar-words.ts'

export interface TimelineBarOptions {
  readonly shell: Pick<WallShell, 'call'>
  readonly wall: WallStore
  readonly session: SessionStore
  readonly playback: PlaybackStore
  readonly wallPlayback: WallPlayback
  readonly thumbnails: ThumbnailPort
  readonly zone: () => Zone
  /** The platform's, as the playhead is counted by. */
  readonly clock: FrameClock
  readonly marks: TimelineMarks
}

/** Joins the timeline with the wall: its lanes, where the wall stands, and what a hand on it does. */
export class TimelineBarDriver {
  readonly #options: TimelineBarOptions
  readonly #place: HTMLElement
  #timeline: Timeline | undefined
  #stop: readonly (() => void)[] = []
  #isDisposed = false
  #lanes = ''

  constructor(place: HTMLElement, options: TimelineBarOptions) {
    this.#place = place
    this.#options = options
    this.#showLanes()
    void this.#open()
  }

  dispose(): void {
    this.#isDisposed = true
    for (const stop of this.#stop) stop()
    this.#options.marks.dispose()
    this.#timeline?.dispose()
    const { playback, wallPlayback, thumbnails } = this.#options
    thumbnails.forget()
    // The hand that held it has lost it.
    const { scrub } = playback.getState()
    if (scrub !== undefined) wallPlayback.release(scrub.atMs)
  }

  async #open(): Promise<void> {
    const { shell, wall, session, playback, wallPlayback, thumbnails, zone, clock, marks } = this.#options
    const timeline = await Timeline.open({
      parent: this.#place,
      timeZone: zone().id,
      scrub: {
        scrubTo: (atMs) => wallPlayback.scrubTo(atMs),
        release: (atMs) => wallPlayback.release(atMs),
        goLive: () => wallPlayback.goLiveAll(),
      },
      coverage: coverageOf(shell),
      thumbnails,
      marks,
      clock,
    })
    if (this.#isDisposed) return timeline.dispose()
    this.#timeline = timeline
    this.#stop = [
      wall.subscribe(() => this.#showLanes()),
      playback.subscribe(() => this.#showPlayhead(timeline)),
      session.subscribe(() => void timeline.setTimeZone(zone().id)),
      wallPlayback.lendTimeline((command) => timeline.run(command)),
    ]
    marks.attach(timeline)
    this.#lanes = ''
    this.#showLanes()
    this.#showPlayhead(timeline)
  }

  #showLanes(): void {
    const { lanes, selectedId } = lanesOfWall(this.#options.wall.getState())
    const told = JSON.stringify([lanes, selectedId])
    if (told === this.#lanes) return
    this.#lanes = told
    this.#place.style.setProperty('--lanes', String(lanes.length))
    this.#timeline?.setLanes(lanes, selectedId)
    if (this.#timeline !== undefined) this.#options.marks.setLanes(lanes)
  }

  #showPlayhead(timeline: Timeline): void {
    const state = this.#options.playback.getState()
    timeline.setPlayhead(state.playhead)
    timeline.setMode(modeWords(state))
    this.#place.dataset['mode'] = state.playhead.mode
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
