import { ok } from '#contract/result.ts'
import type { CallGuards } from '../wall/call-guards.ts'
import type { CallHandlers, Page } from '../wall-main.ts'
import type { EventWatchers } from './event-watchers.ts'

export function createEventHandlers(
  { withLink }: CallGuards,
  watchers: EventWatchers,
  publishFeed: (page: Page) => void,
  isKnown: (platform: string) => boolean,
) {
  return {
    'events.tags': withLink(({ events: { service } }) => service.tags()),
    'events.search': withLink(({ events: { service } }, search) => service.search(search)),
    'events.histogram': withLink(({ events: { service } }, { bucketMs, ...query }) =>
      service.histogram(query, bucketMs),
    ),
    'events.columns': withLink(({ events: { service } }, { maxEvents, ...query }) =>
      service.columns(query, maxEvents),
    ),
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
    'events.mark': withLink(({ events: { marks } }, mark) => marks.mark(mark)),
    'events.outbox': withLink(async ({ events }) => ok(await events.outbox())),
    'events.retry': withLink(({ events }, selection) => events.retry(selection)),
    // What waits for a platform that the wall can show can still be sent.
    'events.discard': withLink(async ({ events }, selection) =>
      'platform' in selection && isKnown(selection.platform) ? ok(0) : events.discard(selection),
    ),
    'events.export': withLink(({ events: { exports } }, wish) => exports.begin(wish)),
    'events.cancelExport': withLink(async ({ events: { exports } }, { exportId }) => {
      exports.cancel(exportId)
      return ok(undefined)
    }),
  } satisfies Partial<CallHandlers>
}
