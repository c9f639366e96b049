import { describe, expect, it } from 'vitest'
import { reportTiles } from '#renderer/wall/tile-reporter.ts'
import { pageParts } from '../page-parts.ts'

function open() {
  const parts = pageParts({ cameras: 2 })
  const reporter = reportTiles(parts)
  return { ...parts, reporter, reports: () => parts.shell.inputsOf('wall.report') }
}

describe('the tile reporter', () => {
  it('tells the first state at once', () => {
    const { reports } = open()
    expect(reports()).toEqual([
      {
        tiles: [
          { tile: 0, cameraId: 'camera-1', state: 'NO CAMERA' },
          { tile: 1, cameraId: 'camera-2', state: 'NO CAMERA' },
          { tile: 2, state: 'NO CAMERA' },
          { tile: 3, state: 'NO CAMERA' },
        ],
      },
    ])
  })

  it('tells a storm of changes four times a second, and its end always', () => {
    const { clock, live, reports } = open()
    for (let step = 0; step < 100; step++) {
      live.set(0, { state: step % 2 === 0 ? 'LIVE' : 'STALE' })
      clock.advance(10)
    }
    clock.advance(1_000)
    expect(reports().length).toBeLessThanOrEqual(6)
    expect(reports().at(-1)?.tiles[0]?.state).toBe('STALE')
  })

  it('says nothing when nothing that it tells has changed', () => {
    const { clock, live, reports } = open()
    live.set(0, { delayMs: 80 })
    clock.advance(1_000)
    expect(reports()).toHaveLength(1)
  })

  it('tells of a tile in the past that it is there on purpose', () => {
    const { clock, playback, reports } = open()
    playback.setState({ tiles: [1] })
    clock.advance(1_000)
    expect(reports().at(-1)?.tiles[1]).toEqual({ tile: 1, cameraId: 'camera-2', state: 'PLAYBACK' })
  })

  it('follows the layout', () => {
    const { clock, wall, live, reports } = open()
    wall.actions.setLayout(1)
    clock.advance(1_000)
    live.set(2, { state: 'LIVE' })
    clock.advance(1_000)
    expect(reports()).toHaveLength(2)
    expect(reports().at(-1)?.tiles).toHaveLength(1)
  })

  it('repeats itself to a shell that has forgotten', () => {
    const { clock, reporter, reports } = open()
    clock.advance(1_000)
    reporter.repeat()
    expect(reports()).toHaveLength(2)
  })

  it('leaves no listener and no timer behind', () => {
    const { clock, live, reporter } = open()
    reporter.dispose()
    expect(live.listenerCount).toBe(0)
    expect(clock.pendingCount).toBe(0)
  })
})
