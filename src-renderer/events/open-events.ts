import { keepSearch, removeSearch, type SavedSearch } from '#contract/wall/saved-search.ts'
import { formatOf } from '../language/language.ts'
import type { AreaOptions } from '../wall/area-options.ts'
import type { EventSearchPort } from '../wall/run-command.ts'
import { saveSettings } from '../wall/save-settings.ts'
import { EventController } from './event-controller.ts'
import { feedsOf } from './feed/feed-controller.ts'
import { marksOf } from './mark/mark-controller.ts'
import { OutboxWatch } from './mark/outbox-watch.ts'
import { createShownTags, shownIds, toggleTag } from './marks/shown-tags.ts'
import { ReceiptController } from './receipts/receipt-controller.ts'
import { EventSteps } from './search/event-steps.ts'
import { searchOf } from './search/search-controller.ts'
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
  const search = own(searchOf(ofPlatform))
  const searchExport = own(new SearchExport(area))
  const eventSteps = new EventSteps({
    ...ofPlatform,
    search,
    shownTags: () => shownIds(shownTags.getState(), eventController.store.getState().tags) ?? [],
    notify: session.actions.answer,
  })
  const receipts = own(new ReceiptController({ ...area, eventController }))
  const feeds = own(feedsOf(ofPlatform))
  const outbox = own(new OutboxWatch(area))
  const marks = own(marksOf({ ...area, outbox }))
  /** Searches that operators keep under a name, in the settings. Each function answers with a sentence when it could not. */
  const savedSearches = {
    /** @param inPlaceOf name of the one that it replaces, and whose place it takes */
    keep: (search: SavedSearch, inPlaceOf?: string) =>
      saveSettings(area, (settings) => {
        const kept = keepSearch(settings.savedSearches, search, inPlaceOf)
        return kept.ok
          ? { savedSearches: kept.value }
          : String(formatOf(`events.saved.fault.${kept.error.why}`).format({ ...kept.error }))
      }),
    remove: (name: string) =>
      saveSettings(area, (settings) => ({ savedSearches: removeSearch(settings.savedSearches, name) })),
  }
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
