import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { describe, expect, it } from 'vitest'
import { footageJumpOf } from '#renderer/wall/footage-jump.ts'
import { pageParts } from '../page-parts.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const nowMs = 1_000 * hourMs

/** What is recorded, in minutes before now. */
function build(recorded: readonly (readonly [number, number])[], atMinutes = 0) {
  const ranges = recorded.map(([from, until]) => [nowMs - from * minuteMs, nowMs - until * minuteMs] as const)
  const parts = pageParts({
    nowMs,
    answers: {
      'playback.coverage': ({ startMs, endMs }) =>
        ok({
          source: 'platform',
          ranges: ranges.flatMap(([from, until]): [number, number][] =>
            until > startMs && from < endMs ? [[Math.max(from, startMs), Math.min(until, endMs)]] : [],
          ),
        }),
    },
  })
  const { playback } = parts
  const atMs = nowMs - atMinutes * minuteMs
  if (atMinutes > 0) {
    playback.setState({ tiles: [0], playhead: { mode: 'playback', atMs, sinceMs: nowMs, rate: 0 } })
  }
  const went: number[] = []
  const goTo = (ms: number) => went.push((nowMs - ms) / minuteMs)
  const jumps = footageJumpOf({ ...parts, goTo })
  return { ...parts, jumps, went }
}

const recorded = [
  [6_000, 300],
  [200, 100],
  [90, 0],
] as const

describe('a jump over gaps', () => {
  it.each([
    ['out of footage, on', 150, 1, 90],
    ['out of a gap, on', 95, 1, 90],
    ['from now, back', 0, -1, 90],
    ['back to the beginning of this stretch', 150, -1, 200],
    ['back over one, as it has only just begun', 90, -1, 200],
    ['back out of a gap', 250, -1, 6_000],
    ['on over a gap of hours', 400, 1, 200],
  ] as const)('%s', async (_what, atMinutes, by, expected) => {
    const { jumps, went } = build(recorded, atMinutes)
    await jumps.jump(by)
    expect(went).toEqual([expected])
  })

  it('says that there is no gap, that nobody knows, and why nobody answers', async () => {
    const none = build(recorded, 50)
    await none.jumps.jump(1)
    expect(none.went).toEqual([])
    expect(none.notices()).toEqual(['No gap after this moment in the footage of camera 1.'])

    none.shell.answers['playback.coverage'] = () => ok({ source: 'unknown', ranges: [] })
    await none.jumps.jump(-1)
    expect(none.notices()).toContain('This platform does not say what is recorded.')

    none.shell.answers['playback.coverage'] = () => fail(wallError('unreachable', 'No answer.'))
    await none.jumps.jump(-1)
    expect(none.notices()).toContain('No answer.')
  })

  it.each<[string, (built: ReturnType<typeof build>) => void]>([
    ['has gone back to live', ({ playback }) => playback.setState({ tiles: [], playhead: { mode: 'live' } })],
    ['has selected another tile', ({ wall }) => wall.actions.select(1)],
    [
      'has gone to another moment',
      ({ playback }) =>
        playback.setState({
          playhead: { mode: 'playback', atMs: nowMs - 50 * hourMs, sinceMs: nowMs, rate: 0 },
        }),
    ],
  ])('leads nobody away who %s meanwhile', async (_what, leave) => {
    const built = build(recorded, 150)
    const jump = built.jumps.jump(1)
    leave(built)
    await jump
    expect(built.went).toEqual([])
  })

  it('leads on from footage that goes on meanwhile, or waits', async () => {
    const { jumps, went, playback } = build(recorded, 150)
    const jump = jumps.jump(1)
    const atMs = nowMs - 150 * minuteMs + 900
    playback.setState({ playhead: { mode: 'playback', atMs, sinceMs: nowMs, rate: 1 } })
    await jump
    expect(went).toEqual([90])
  })

  it('is one at a time while its key is held', async () => {
    const { jumps, went, shell } = build(recorded, 150)
    await Promise.all(Array.from({ length: 30 }, () => jumps.jump(1)))
    expect(went).toEqual([90])
    expect(shell.inputsOf('playback.coverage')).toHaveLength(1)
    await jumps.jump(1)
    expect(went).toHaveLength(2)
  })

  it('is overtaken by the next one', async () => {
    const { jumps, went } = build(recorded, 150)
    await Promise.all([jumps.jump(1), jumps.jump(-1)])
    expect(went).toEqual([200])
  })
})
