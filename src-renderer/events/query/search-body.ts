import { MAX_EVENT_LEAD_IN_MS } from '#contract/platform/limits.ts'
import type { EventQuery } from '#contract/wall/event-query.ts'
import type { ResolvedEventQuery } from '#contract/wall/events.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Zone } from '../../timeline/axis/zone.ts'
import { canFulfil, type EventCatalogue, tagsOf } from './catalogue.ts'
import { spanOf } from './time-span.ts'
import { t } from '../../language/language.ts'

/**
 * What main is asked for. A search without an end finds what the live feed would bring, so it ends a day ahead: sources
 * whose clocks are fast are taken until there. One without a beginning begins in 1970. Of the tags only those
 * are asked for whose events can fulfil the conditions. A sentence when nothing can be found.
 */
export function toSearchBody(
  query: EventQuery,
  catalogue: EventCatalogue,
  zone: Zone,
  nowMs: number,
): Result<ResolvedEventQuery, string> {
  const { startMs, endMs = nowMs + MAX_EVENT_LEAD_IN_MS } = spanOf(query.time, zone, nowMs)
  if (endMs <= startMs) return fail(t(startMs >= nowMs ? 'query.notYet' : 'query.timeEndsBefore'))
  const eventTypeIds = typesOf(query, catalogue)
  if (query.conditions.length > 0 && eventTypeIds.length === 0) return fail(t('query.noTagFulfils'))
  return ok({ cameraIds: query.cameras, eventTypeIds, startMs, endMs, match: query.conditions })
}

function typesOf({ tags, conditions }: EventQuery, catalogue: EventCatalogue): string[] {
  if (conditions.length === 0) return tags
  return tagsOf(catalogue, tags)
    .filter((tag) => canFulfil(tag, conditions))
    .map(({ id }) => id)
}
