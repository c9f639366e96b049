import { EMBEDDED, type ListedPlatform } from '#contract/wall/connection.ts'
import type { EventOutboxState } from '#contract/wall/events.ts'
import { platformName } from '../platform-words.ts'
import { span } from '../words.ts'
import { t } from '../../language/language.ts'
import { errorWords } from '../../language/error-words.ts'

/** What waits, since when and why; undefined while nothing does. */
export function waitingWords(outbox: EventOutboxState, nowMs: number): string | undefined {
  const { depth, oldestAtMs, waitsFor } = outbox
  if (depth === 0) return undefined
  const waits =
    oldestAtMs === undefined
      ? t('events.outbox.waitsHere', { count: depth })
      : t('events.outbox.waitsHereSince', { count: depth, age: span(nowMs - oldestAtMs) })
  return waitsFor === undefined ? waits : `${waits} ${errorWords(waitsFor)}`
}

/** What waits for each platform that the wall does not show. */
export function elsewhereWords({ elsewhere = [] }: EventOutboxState, platforms: readonly ListedPlatform[]) {
  return elsewhere.map(({ platform, depth: count }) => {
    const listed = platforms.find(({ id }) => id === platform)
    if (platform === EMBEDDED)
      return { platform, count, isKnown: true, words: t('events.outbox.forLocalSite', { count }) }
    const words =
      listed === undefined
        ? t('events.outbox.forUnlisted', { count, platform })
        : t('events.outbox.forOther', { count, platform: platformName(listed) })
    return { platform, count, isKnown: listed !== undefined, words }
  })
}

/** What the platform refused, or failed to accept repeatedly; undefined when there is none. */
export function refusedWords({ deadLetterCount }: EventOutboxState): string | undefined {
  return deadLetterCount === 0 ? undefined : t('events.outbox.refused', { count: deadLetterCount })
}
