import { describe, expect, it, onTestFinished } from 'vitest'
import type { SequenceContent } from '#contract/wall/document.ts'
import { layoutOf } from '#contract/wall/layout.ts'
import { predictStandBy } from '#renderer/wall/live-wishes.ts'
import { keepDocument } from '#renderer/wall/document-saver.ts'
import { driveSequences } from '#renderer/wall/sequence-driver.ts'
import { createSessionStore } from '#renderer/wall/session-store.ts'
import { roleWords } from '#renderer/ui/contents/tile-contents.tsx'
import { cameraIdOf, tileOf } from '#renderer/wall/wall-document.ts'
import { camerasUpTo, FakeShell } from '../fake-shell.ts'
import { pageParts } from '../page-parts.ts'

const round: SequenceContent = {
  kind: 'sequence',
  steps: [
    { cameraId: 'camera-11', dwellInMs: 5_000 },
    { cameraId: 'camera-12', dwellInMs: 2_000 },
    { cameraId: 'camera-13', dwellInMs: 10_000 },
  ],
}

/** Four tiles with cameras 1 … 4, tile 1 selected, a sequence in tile 3. */
function open(content = round) {
  const { wall, playback, clock } = pageParts({ cameras: 16 })
  wall.actions.show(2, content)
  const driver = driveSequences({ wall, playback, clock })
  onTestFinished(() => driver.dispose())
  const shown = () => Number(cameraIdOf(wall.getState().document, 2)?.replace('camera-', ''))
  const words = () => roleWords(tileOf(wall.getState().document, 2).content)
  return { wall, playback, clock, driver, shown, words, actions: wall.actions }
}

describe('a sequence', () => {
  it('shows each camera for its dwell, and begins again after the last one', () => {
    const { clock, shown, words } = open()
    const seen = [shown()]
    for (const dwellInMs of [5_000, 2_000, 10_000]) {
      clock.advance(dwellInMs - 1)
      seen.push(shown())
      clock.advance(1)
      seen.push(shown())
    }
    expect(seen).toEqual([11, 11, 12, 12, 13, 13, 11])
    expect(words()).toBe('SEQUENCE 1/3')
  })

  it('holds while it is selected, and goes on with a whole dwell', () => {
    const { clock, shown, words, actions } = open()
    clock.advance(4_000)
    actions.select(2)
    clock.advance(60_000)
    expect([shown(), words()]).toEqual([11, 'SEQUENCE 1/3 PAUSED'])
    actions.select(0)
    clock.advance(4_999)
    expect(shown()).toBe(11)
    clock.advance(1)
    expect([shown(), words()]).toEqual([12, 'SEQUENCE 2/3'])
  })

  it('is let on by Space though it is selected, and held by Space though it is not any more', () => {
    const { clock, shown, actions } = open()
    actions.select(2)
    actions.toggleSequence(2)
    clock.advance(5_000)
    expect(shown()).toBe(12)
    actions.toggleSequence(2)
    actions.select(1)
    clock.advance(60_000)
    expect(shown()).toBe(12)
    actions.select(2)
    actions.toggleSequence(2)
    clock.advance(2_000)
    expect(shown()).toBe(13)
  })

  it('is stepped by + and -, which no undo has to take back', () => {
    const { shown, actions, wall } = open()
    const { past } = wall.getState()
    actions.select(2)
    actions.stepCamera(-1)
    expect(shown()).toBe(13)
    actions.stepCamera(1)
    expect(shown()).toBe(11)
    expect(wall.getState().past).toBe(past)
  })

  it('rests where nobody sees it live: behind a large tile, hidden by a layout, in the past', () => {
    const { clock, shown, actions, playback } = open()
    actions.toggleLarge()
    clock.advance(60_000)
    expect(shown()).toBe(11)
    actions.toggleLarge()
    clock.advance(5_000)
    expect(shown()).toBe(12)
    actions.setLayout(1)
    expect(clock.pendingCount).toBe(0)
    actions.setLayout(4)
    playback.setState({ tiles: [2] })
    expect(clock.pendingCount).toBe(0)
    playback.setState({ tiles: [] })
    clock.advance(2_000)
    expect(shown()).toBe(13)
  })

  it('of one camera waits for nothing', () => {
    const { clock, words } = open({ ...round, steps: round.steps.slice(0, 1) })
    expect([clock.pendingCount, words()]).toEqual([0, 'SEQUENCE 1/1'])
  })

  it('begins anew when it is taken back, and is not left held', () => {
    const { clock, shown, words, actions } = open()
    actions.select(2)
    actions.showCamera(2, 'camera-9')
    actions.select(0)
    actions.undo()
    expect([shown(), words()]).toEqual([11, 'SEQUENCE 1/3'])
    clock.advance(5_000)
    expect(shown()).toBe(12)
  })

  it('stays as it is, held or not, while another tile’s change is taken back and made again', () => {
    const { shown, words, actions } = open()
    actions.stepSequence(2, 1)
    actions.toggleSequence(2)
    actions.showCamera(0, 'camera-9')
    for (const change of ['undo', 'redo'] as const) {
      actions[change]()
      expect([shown(), words()]).toEqual([12, 'SEQUENCE 2/3 PAUSED'])
    }
    actions.recallSalvo({ number: 5, scope: 'monitor' }, { monitor: 1, layout: layoutOf(1), tiles: [] })
    actions.leaveSalvo()
    expect([shown(), words()]).toEqual([12, 'SEQUENCE 2/3 PAUSED'])
  })

  it('is let go where an undo takes its tile and the selection away', () => {
    const { words, actions } = open()
    actions.setLayout(1)
    actions.setLayout(4)
    actions.select(2)
    expect(words()).toBe('SEQUENCE 1/3 PAUSED')
    actions.undo()
    actions.redo()
    expect(words()).toBe('SEQUENCE 1/3')
  })

  it('is let go by a change of the grid that takes its tile away', () => {
    const { actions, wall } = open()
    actions.select(2)
    actions.editGrid({ kind: 'remove', tile: 2, line: 'column' })
    expect(wall.getState().document.tiles.map(({ content }) => roleWords(content))).not.toContain(
      'SEQUENCE 1/3 PAUSED',
    )
  })

  it('is let go by a layout that takes the selection away', () => {
    const { clock, shown, actions } = open()
    actions.select(2)
    actions.setLayout(1)
    actions.setLayout(4)
    clock.advance(5_000)
    expect(shown()).toBe(12)
  })

  it('has its next camera stand by, before all others and whatever the limit', () => {
    const { wall, clock } = open()
    const next = () => predictStandBy(wall.getState().document, camerasUpTo(16), 0)
    expect(next()).toEqual(['camera-12'])
    clock.advance(5_000)
    expect(next()).toEqual(['camera-13'])
  })

  it('is kept as it was set up, and its steps are no change of the wall', () => {
    const { wall, clock, actions } = open()
    const shell = new FakeShell()
    const saver = keepDocument(
      { wall, shell, session: createSessionStore(), clock },
      wall.getState().document,
    )
    clock.advance(60_000)
    expect(shell.inputsOf('wall.save')).toEqual([])
    actions.showCamera(0, 'camera-9')
    clock.advance(1_000)
    const [kept] = shell.inputsOf('wall.save')
    expect(kept?.tiles[2]?.content).toEqual(round)
    saver.dispose()
  })
})
