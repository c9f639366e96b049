import { describe, expect, it } from 'vitest'
import { commandOf } from '#renderer/timeline/input/timeline-keys.ts'

const press = (key: string, more = {}) =>
  commandOf({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more })

describe('keys of the timeline', () => {
  it.each([
    ['ArrowLeft', {}, { do: 'pan', presses: -1 }],
    ['ArrowRight', {}, { do: 'pan', presses: 1 }],
    ['ArrowLeft', { shiftKey: true }, { do: 'step', steps: -1 }],
    ['ArrowRight', { shiftKey: true }, { do: 'step', steps: 1 }],
    ['PageUp', {}, { do: 'pan', presses: -7 }],
    ['+', { shiftKey: true }, { do: 'zoom', presses: -1 }],
    ['-', {}, { do: 'zoom', presses: 1 }],
    ['Home', {}, { do: 'follow' }],
    ['Home', { shiftKey: true }, { do: 'follow' }],
    ['1', {}, undefined],
    ['ArrowLeft', { altKey: true }, undefined],
    ['Home', { ctrlKey: true }, undefined],
  ])('%s %o', (key, more, command) => {
    expect(press(key, more)).toEqual(command)
  })
})
