import type { Backoff } from '../time.ts'

/** Times, limits and sizes of events in main, in one place: unit in the name, reason beside it. */
export const eventDefaults = {
  feed: {
    /** Assumption 30. */
    pollVisibleMs: 2_000,
    pollHiddenMs: 10_000,
    /** How long after its instant an event may reach the platform and still be found by each poll. */
    pollOverlapMs: 120_000,
    /** Those that come later are looked for so often among a day's events: an outbox that was cut off for a night. */
    lateEveryMs: 300_000,
    lateOverlapMs: 86_400_000,
    /** How far the clock of a source may be ahead of the platform's. */
    aheadMs: 300_000,
    /** The platform's clock is known from a header of whole seconds. */
    clockDoubtMs: 1_500,
    reconnect: { firstDelayInMs: 500, factor: 2, maxDelayInMs: 30_000, jitter: 0.3 } satisfies Backoff,
    /** An id of the stream that is longer is not sent back. */
    longestEventId: 1_000,
    /** Ids that are remembered, so that no event is published twice. */
    remembered: 50_000,
    /** Events of one read; a page shows five thousand. A night without the platform at one event a second is less. */
    eventsOfRead: 50_000,
  },
  /** One search, read page by page. */
  read: {
    /** A million events (the largest export) in pages of a hundred, where a platform gives no larger ones. */
    pages: 10_000,
    /** One after the other. A platform may filter after it has cut its pages; more of them lead nowhere. */
    emptyPages: 100,
  },
  page: {
    /** Events of one push: some 30 kB. */
    chunk: 100,
    /** Pushes that a page may owe an answer to. */
    openChunks: 2,
    /** Beyond this the oldest are left out, and the page is told how many. */
    waiting: 5_000,
  },
  /** Changes of the outbox within it are one push: an import changes it a hundred times a second. */
  outboxPushMs: 250,
  /** Of a text of a refused event: two lines of the list. */
  deadLetterChars: 200,
  /** Where the wall has to count by itself: fifty pages of a search, a few seconds. */
  countedEvents: 50_000,
  /** Of the timeline where there are more events than were asked for: more than a large screen has pixels. */
  densityBuckets: 2_000,
  export: {
    /** From its announcement to the page's download, and from a broken download to word of its file. */
    openWithinMs: 60_000,
    atATime: {
      /** A page that opens downloads without end is at fault. */
      followed: 8,
      /** Each holds one of the six connections of a browser to the host, which all monitors and their footage share. */
      inBrowser: 2,
    },
    progressEveryMs: 250,
  },
  mark: {
    tagName: 'Operator mark',
    noteField: 'note',
    /** Asked again whether there is room by now. */
    retryTagMs: 300_000,
    /** It is kept by then: whoever sees nothing happen marks once more. Whether its tag is found, the outbox says. */
    answerInMs: 1_000,
  },
} as const
