import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../clock.ts'
import { playheadAt } from '../timeline/playhead.ts'
import type { AreaOptions } from './area-options.ts'
import { cameraIdOf } from './wall-document.ts'
import { StepsByKey } from './steps-by-key.ts'
import { t } from '../language/language.ts'

export interface FootageJumpOptions extends Pick<AreaOptions, 'wall' | 'session' | 'playback'> {
  readonly shell: Pick<WallShell, 'call'>
  readonly clock: Clock
  readonly goTo: (atMs: number) => void
}

type Ranges = readonly (readonly [startMs: number, endMs: number])[]

/** Most gaps are near; what is not found is looked for further away. */
const reachesMs = [2, 48, 31 * 24].map((hours) => hours * 3_600_000)

/** This shortly after a beginning the one before it is meant. */
const justBegunMs = 2_000

/** Where footage begins again after a gap: the next time after an instant, or the last time before it. */
function footageBeginning(ranges: Ranges, atMs: number, by: 1 | -1, askedFromMs: number): number | undefined {
  // A range that begins where the requested time does may have begun earlier.
  const starts = ranges.map(([startMs]) => startMs).filter((startMs) => startMs > askedFromMs)
  return by === 1
    ? starts.find((startMs) => startMs > atMs)
    : starts.findLast((startMs) => startMs < atMs - justBegunMs)
}

export type FootageJump = ReturnType<typeof footageJumpOf>

/** Over the gaps of the selected camera, forwards or backwards. */
export function footageJumpOf(options: FootageJumpOptions) {
  const { shell, wall, session, playback, clock, goTo } = options
  const steps = new StepsByKey()
  async function jump(by: 1 | -1, isWanted: () => boolean): Promise<void> {
    const { answer: say } = session.actions
    const { document, cameraById } = wall.getState()
    const cameraId = cameraIdOf(document, document.selected)
    if (cameraId === undefined) return say(t('footage.selectedTileShowsNoCamera'))
    const nowMs = Math.floor(clock.nowMs())
    const atMs = Math.floor(playheadAt(playback.getState().playhead, nowMs))
    for (const reachMs of reachesMs) {
      const startMs = by === 1 ? atMs : Math.max(0, atMs - reachMs)
      const endMs = by === 1 ? Math.min(nowMs, atMs + reachMs) : atMs
      if (endMs <= startMs) break
      const answer = await shell.call('playback.coverage', { cameraId, startMs, endMs })
      // Another press has replaced this one, or the operator has gone elsewhere.
      if (!isWanted()) return
      if (!answer.ok) return say(answer.error)
      if (answer.value.source === 'unknown') return say(t('footage.platformDoesNotSayWhat'))
      const found = footageBeginning(answer.value.ranges, atMs, by, startMs)
      if (found !== undefined) return goTo(found)
    }
    const number = cameraById.get(cameraId)?.number
    say(t(by === 1 ? 'footage.noGapAfter' : 'footage.noGapBefore', { camera: number ?? cameraId }))
  }
  return { jump: (by: 1 | -1) => steps.run(by, options, (isWanted) => jump(by, isWanted)) }
}
