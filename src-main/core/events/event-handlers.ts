import { ok } from '#contract/result.ts'
import type { CallHandlers, HandlerOf, Page } from '../wall-main.ts'
import type { EventWatchers } from './event-watchers.ts'
import type { PlatformEvents } from './platform-events.ts'

export function createEventHandlers(
  withEvents: HandlerOf<PlatformEvents>,
  watchers: EventWatchers,
  publishFeed: (page: Page) => void,
  isKnown: (platform: string) => boolean,
) {
  return {
    'events.tags': withEvents(({ service }) => service.tags()),
    'events.search': withEvents(({ service }, search) => service.search(search)),
    'events.histogram': withEvents(({ service }, { bucketMs, ...query }) =>
      service.histogram(query, bucketMs),
    ),
    'events.columns': withEvents(({ service }, { maxEvents, ...query }) => service.columns(query, maxEvents)),
    'events.watch': async ({ watches, isVisible }, page) => {
      watchers.watch(page, watches, isVisible)
      // For others it may run already, and its next change be hours away.
      publishFeed(page)
      return ok(undefined)
    },
    'events.taken': async ({ chunk }, page) => {
      watchers.taken(page, chunk)
      return ok(undefined)
    },
    'events.mark': withEvents(({ marks }, mark) => marks.mark(mark)),
    'events.outbox': withEvents(async (events) => ok(await events.outbox())),
    'events.retry': withEvents((events, selection) => events.retry(selection)),
    // What waits for a platform that the wall can show can still be sent.
    'events.discard': withEvents(async (events, selection) =>
      'platform' in selection && isKnown(selection.platform) ? ok(0) : events.discard(selection),
    ),
    'events.export': withEvents(({ exports }, wish) => exports.begin(wish)),
    'events.cancelExport': withEvents(async ({ exports }, { exportId }) => {
      exports.cancel(exportId)
      return ok(undefined)
    }),
  } satisfies Partial<CallHandlers>
}
