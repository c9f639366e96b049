import { never } from '#contract/result.ts'
import type { EventFeedState } from '#contract/wall/events.ts'

/** Why new events do not come at once, in words; undefined while they do. */
export function notLiveWords({ state, error }: EventFeedState): string | undefined {
  const why = error === undefined ? '' : ` ${error.message}`
  switch (state) {
    case 'stream':
      return undefined
    case 'off':
    case 'connecting':
      return 'Connecting to the events…'
    case 'polling':
      return 'Not live: new events are asked for every few seconds.'
    case 'waiting':
      return `Not live: reconnecting to the events.${why}`
    case 'unavailable':
      return `No new events: this platform does not tell of them.${why}`
    default:
      return never(state)
  }
}
