import { describe, expect, it } from 'vitest'
import { quiet } from '#renderer/keyboard/grammar.ts'
import { buildKeymap } from '#renderer/keyboard/keymap.ts'
import { createKeyboardStore } from '#renderer/keyboard/keyboard-store.ts'
import type { WallCommand } from '#renderer/wall/commands.ts'
import { FakeClock } from '../fake-clock.ts'
import { contextWith, stroke } from './strokes.ts'

function open() {
  const clock = new FakeClock()
  const commands: WallCommand[] = []
  const keymap = buildKeymap()
  const keyboard = createKeyboardStore({
    clock,
    keymap: () => keymap,
    context: () => contextWith(),
    run: (command) => commands.push(command),
  })
  return { clock, commands, keyboard }
}

describe('the keyboard store', () => {
  it('carries out what the grammar decides', () => {
    const { keyboard, commands } = open()
    for (const key of ['7', 'Enter']) keyboard.actions.press(stroke(key))
    expect(commands).toEqual([{ kind: 'show-camera', tile: 4, cameraId: 'camera-7' }])
  })

  it('ends an entry by itself after four seconds without a key', () => {
    const { keyboard, clock } = open()
    keyboard.actions.press(stroke('1'))
    clock.advance(3_900)
    keyboard.actions.press(stroke('2'))
    clock.advance(3_900)
    expect(keyboard.getState().entry).toBe('12')
    clock.advance(200)
    expect(keyboard.getState()).toEqual({ ...quiet, lapsedAtMs: clock.nowMs() - 100 })
  })

  it('ends it also where its timer comes before the clock is there', () => {
    const { keyboard, clock } = open()
    keyboard.actions.press(stroke('1'))
    const nowMs = clock.nowMs() + 3_999
    Object.assign(clock, { nowMs: () => nowMs })
    clock.advance(4_000)
    expect(keyboard.getState()).toEqual({ ...quiet, lapsedAtMs: nowMs + 1 })
  })

  it('takes an entry and an action from elsewhere as if they were typed', () => {
    const { keyboard, commands } = open()
    keyboard.actions.enter('3.12')
    keyboard.actions.act('jumpBack')
    expect(commands).toEqual([
      { kind: 'show-camera', tile: 2, cameraId: 'camera-12' },
      { kind: 'jump', byMs: -10_000 },
    ])
  })

  it('says whether a key was the wall’s', () => {
    const { keyboard } = open()
    expect(keyboard.actions.press(stroke('7'))).toBe(true)
    expect(keyboard.actions.press(stroke('F7'))).toBe(false)
  })

  it('waits for nothing once an entry is over, and tells nobody of a key that changed nothing', () => {
    const { keyboard, clock } = open()
    for (const key of ['7', 'Enter']) keyboard.actions.press(stroke(key))
    expect(clock.pendingCount).toBe(0)
    let notified = 0
    keyboard.subscribe(() => (notified += 1))
    keyboard.actions.press(stroke('F7'))
    expect(notified).toBe(0)
  })

  it('leaves no timer behind', () => {
    const { keyboard, clock } = open()
    keyboard.actions.press(stroke('1'))
    keyboard.actions.dispose()
    expect(clock.pendingCount).toBe(0)
  })
})
