import type { AreaOptions } from '../wall/area-options.ts'
import type { EventSearchPort } from '../wall/run-command.ts'
import { EventController } from './event-controller.ts'
import { FeedController } from './feed/feed-controller.ts'
import { MarkController } from './mark/mark-controller.ts'
import { OutboxWatch } from './mark/outbox-watch.ts'
import { createShownTags, shownIds, toggleTag } from './marks/shown-tags.ts'
import { ReceiptController } from './receipts/receipt-controller.ts'
import { EventSteps } from './search/event-steps.ts'
import { savedSearchesOf } from './search/saved-searches.ts'
import { SearchController } from './search/search-controller.ts'
import { SearchExport } from './search/search-export.ts'

export type EventServices = ReturnType<typeof openEvents>

export function openEvents(area: AreaOptions) {
  const { own, wall, session, platformClock } = area
  const eventController = own(
    new EventController({
      ...area,
      clockOffsetsMs: () => session.getState().settings.eventClockOffsetsMs,
      cameraClockOffsetMs: (cameraId) => wall.getState().cameraById.get(cameraId)?.clockOffsetMs,
    }),
  )
  const ofPlatform = { ...area, eventController, clock: platformClock }
  const shownTags = createShownTags()
  const search = own(new SearchController(ofPlatform))
  const searchExport = own(new SearchExport(area))
  const eventSteps = new EventSteps({
    ...ofPlatform,
    search,
    shownTags: () => shownIds(shownTags.getState(), eventController.store.getState().tags) ?? [],
    notify: session.actions.answer,
  })
  const receipts = own(new ReceiptController({ ...area, eventController }))
  const feeds = own(new FeedController(ofPlatform))
  const outbox = own(new OutboxWatch(area))
  const marks = own(new MarkController({ ...area, outbox }))
  const savedSearches = savedSearchesOf(area)
  const eventSearch: EventSearchPort = {
    open: (text) => search.open(text),
    end: () => {
      search.clear()
      search.close()
    },
    step: (by) => void eventSteps.step(by),
    toggleTag: (tagId) => toggleTag(shownTags, tagId),
  }
  return {
    eventController,
    shownTags,
    search,
    savedSearches,
    searchExport,
    eventSteps,
    eventSearch,
    receipts,
    feeds,
    outbox,
    marks,
  }
}
