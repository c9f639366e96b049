import { never } from '#contract/result.ts'
import type { EventFeedState } from '#contract/wall/events.ts'
import { t } from '../language/language.ts'
import { errorWords } from '../language/error-words.ts'

/** Why new events do not come at once, in words; undefined while they do. */
export function notLiveWords({ state, error }: EventFeedState): string | undefined {
  const why = error === undefined ? '' : ` ${errorWords(error)}`
  switch (state) {
    case 'stream':
      return undefined
    case 'off':
    case 'connecting':
      return t('events.feed.connecting')
    case 'polling':
      return t('events.feed.polling')
    case 'waiting':
      return `${t('events.feed.waiting')}${why}`
    case 'unavailable':
      return `${t('events.feed.unavailable')}${why}`
    default:
      return never(state)
  }
}

/** New events come again: those of the time before may have been missed. */
export function isBack(now: EventFeedState, before: EventFeedState): boolean {
  return isReceiving(now) && !isReceiving(before)
}

const isReceiving = ({ state }: EventFeedState): boolean => state === 'stream' || state === 'polling'
