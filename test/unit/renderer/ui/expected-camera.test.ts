import { describe, expect, it } from 'vitest'
import { buildKeymap } from '#renderer/keyboard/keymap.ts'
import { createKeyboardStore } from '#renderer/keyboard/keyboard-store.ts'
import { driveExpectedCamera, expectedCameraOf } from '#renderer/ui/expected-camera.ts'
import { FakeClock } from '../fake-clock.ts'
import { contextWith, stroke } from '../keyboard/strokes.ts'

const context = contextWith()

describe('expectedCameraOf', () => {
  it('is what Enter would put on a tile of this page', () => {
    expect(expectedCameraOf('3.12', context)).toMatchObject({ tile: 2, cameraId: 'camera-12' })
    expect(expectedCameraOf('3.0', context)).toEqual({ tile: 2, cameraId: 'camera-12', isUnambiguous: true })
  })

  it('is nobody while a salvo, another monitor or a number of no camera is typed', () => {
    const monitors = [1, 2].map((number) => ({ number, kind: 'wall' as const, label: '' }))
    for (const entry of ['', '*5', '2/12', '9999', '3.'])
      expect(expectedCameraOf(entry, contextWith({ monitors }))).toBeUndefined()
  })

  it('is ambiguous while a longer number begins like it', () => {
    const few = contextWith({ countBeginningWith: (digits) => (digits === '1' ? 3 : 0) })
    expect(expectedCameraOf('1', few)?.isUnambiguous).toBe(false)
    expect(expectedCameraOf('012', few)?.isUnambiguous).toBe(true)
  })
})

describe('driveExpectedCamera', () => {
  it('says who is typed with each digit, and that nobody is when the entry ends', () => {
    const keymap = buildKeymap()
    const keyboard = createKeyboardStore({
      clock: new FakeClock(),
      keymap: () => keymap,
      context: () => context,
      run: () => undefined,
    })
    const expected: (string | undefined)[] = []
    const stop = driveExpectedCamera(keyboard, () => context, {
      expect: (camera) => void expected.push(camera?.cameraId),
    })
    for (const key of ['1', '2', 'Enter', '7', 'Escape']) keyboard.actions.press(stroke(key))
    expect(expected).toEqual(['camera-1', 'camera-12', undefined, 'camera-7', undefined])
    stop()
    keyboard.actions.press(stroke('7'))
    expect(expected).toHaveLength(5)
  })
})
