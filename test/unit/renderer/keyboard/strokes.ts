import type { KeyboardContext } from '#renderer/keyboard/context-of-wall.ts'
import type { Keystroke } from '#renderer/keyboard/keystroke.ts'
import { camerasUpTo } from '../fake-shell.ts'

/** A key without modifiers unless told otherwise. */
export function stroke(key: string, change: Partial<Keystroke> = {}): Keystroke {
  return {
    key,
    code: '',
    ctrl: false,
    alt: false,
    shift: false,
    meta: false,
    altGraph: false,
    repeat: false,
    composing: false,
    ...change,
  }
}

const cameras = camerasUpTo(16)

/** Nine tiles with cameras 1 … 9, sixteen cameras in all, tile 5 selected; tile 3 showed camera 12 before. */
export function contextWith(change: Partial<KeyboardContext> = {}): KeyboardContext {
  return {
    mode: 'wall',
    textFocused: false,
    tileCount: 9,
    monitor: 1,
    monitors: [{ number: 1, kind: 'operator', label: '' }],
    selected: 4,
    isLarge: false,
    isZoomed: false,
    content: 'camera',
    hasEarlier: false,
    isPlayback: false,
    isAnyPlayback: false,
    alarmCount: 0,
    snoozedAlarmCount: 0,
    isTimelineShown: false,
    hasRange: false,
    hasVisibleCamera: true,
    isFullScreen: false,
    canLeaveSalvo: false,
    canUndo: true,
    enteredOn: undefined,
    canRedo: true,
    cameraCount: cameras.length,
    cameraByNumber: (number) => cameras[number - 1],
    salvoWords: (number) => (number === 7 ? 'Salvo 7: Night (4 tiles)' : undefined),
    unlistedWords: () => undefined,
    countBeginningWith: (digits) =>
      cameras.filter(({ number }) => String(number).startsWith(digits) && String(number) !== digits).length,
    cameraOf: (tile) => cameras[tile],
    previousCameraOf: (tile) => (tile === 2 ? cameras[11] : undefined),
    ...change,
  }
}
