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
    expect(keyboard.getState()).toEqual(quiet)
  })

  it('leaves no timer behind', () => {
    const { keyboard, clock } = open()
    keyboard.actions.press(stroke('1'))
    keyboard.actions.dispose()
    expect(clock.pendingCount).toBe(0)
  })
})
