/** What a key means while the timeline has the focus. */
export type TimelineCommand =
  | { readonly do: 'pan'; readonly presses: number }
  | { readonly do: 'zoom'; readonly presses: number }
  | { readonly do: 'step'; readonly steps: number }
  /** The view goes along with the playhead again. */
  | { readonly do: 'follow' }

export interface PressedKey {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

/** One width, in presses of a pan key. */
const page = 7

/** `undefined`: not a key of the timeline; whoever listens further out may have it. */
export function commandOf(pressed: PressedKey): TimelineCommand | undefined {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = pressed
  if (ctrlKey || altKey || metaKey) return undefined
  switch (key) {
    case 'ArrowLeft':
      return shiftKey ? { do: 'step', steps: -1 } : { do: 'pan', presses: -1 }
    case 'ArrowRight':
      return shiftKey ? { do: 'step', steps: 1 } : { do: 'pan', presses: 1 }
    case 'PageUp':
      return { do: 'pan', presses: -page }
    case 'PageDown':
      return { do: 'pan', presses: page }
    case 'ArrowUp':
    case '+':
    case '=':
      return { do: 'zoom', presses: -1 }
    case 'ArrowDown':
    case '-':
    case '_':
      return { do: 'zoom', presses: 1 }
    case 'Home':
      return { do: 'follow' }
    default:
      return undefined
  }
}
