import { never } from '#contract/result.ts'
import type { UpdateSettings, UpdateState } from '#contract/wall/updates.ts'
import { timeOfDay } from './words.ts'

const elsewhere = {
  'package-manager': 'The package manager of this computer updates Tessera (apt upgrade).',
  source: 'This is a checkout: a newer one is its update.',
  'no-address': 'This package was made without an update server. Install a newer one over it.',
} as const

/** What the operator reads about updates, one or two sentences. */
export function updateWords(state: UpdateState, settings: UpdateSettings, nowMs: number): string {
  switch (state.state) {
    case 'elsewhere':
      return elsewhere[state.by]
    case 'none':
      if (state.failure !== undefined) return state.failure.message
      if (state.checkedAtMs === undefined) return 'Not looked for yet.'
      return `This is the newest version, as of ${timeOfDay(state.checkedAtMs, nowMs)}.`
    case 'loading':
      return `Version ${state.version} is being loaded in the background.`
    case 'ready':
      return `Version ${state.version} is ready. ${whenWords(settings)}`
    case 'installing':
      return `Version ${state.version} is being installed; the wall comes back by itself.`
    default:
      return never(state)
  }
}

function whenWords({ mode, hour }: UpdateSettings): string {
  const byHand = 'install it from the palette or under Updates; the wall restarts'
  if (mode !== 'at-hour') return `When it suits, ${byHand}.`
  return `It is installed between ${clock(hour)} and ${clock((hour + 1) % 24)} once nobody is at the keyboard, or ${byHand}.`
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
