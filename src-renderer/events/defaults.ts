/** Times, limits and sizes of events in the page, in one place: unit in the name, reason beside it. */
export const eventDefaults = {
  /** An event is played from this long before it: what led to it matters. */
  preRollMs: 5_000,

  results: {
    /** The first page is on the screen at once. */
    firstPage: 100,
    page: 500,
    /** The next page is requested this many rows before the end, which a turn of the wheel does not reach. */
    aheadRows: 150,
    /** New events that wait to be taken in; older ones of them are found by searching again. */
    waiting: 2_000,
    /** With more of them, taking in searches again: a search may stay for weeks, and each arrival looks at all rows. */
    rows: 5_000,
    /** Nothing was counted before the beginning of 2000. */
    earliestMs: 946_684_800_000,
    /** Values that completion offers for a field. */
    recentValues: 20,
  },

  form: {
    /** After the last change in the form the search is made. */
    settleMs: 300,
  },

  marks: {
    /** Widths of the view that are requested at once: a short pan needs no new answer. */
    spanInWidths: 3,
    /** After the last movement. */
    settleMs: 150,
    /** Single marks in a view, over all lanes; more are counted, which looks the same and takes less to transfer. */
    single: 20_000,
    /** Marks drawn for one bucket of a count; more would not be darker. */
    perBucket: 48,
    /** Change of zoom that needs a new request. */
    zoomFactor: 2,
    /** Lanes that are requested at the same time. */
    atATime: 3,
    /** Arrivals within this time are drawn together. */
    gatherMs: 250,
    /** Wait before a reload after events that were not delivered one by one. */
    refreshMs: 5_000,
    /** Waits after failed loads in a row. */
    retryMs: [5_000, 10_000, 20_000, 40_000, 60_000],
    /** The pointer rests before somebody is asked what is under it. */
    hoverMs: 120,
  },

  receipts: {
    /** How long an event stays over the picture: long enough to read a receipt and to see the hand that caused it. */
    displayMs: 12_000,
    /** Steps in which it fades. */
    ageSteps: 3,
    /** Of one tile; more hide the picture. */
    most: 4,
    /** Interval at which the instant of the shown frame is read: no eye reads a word sooner. */
    lookEveryMs: 100,
    /** Events of a camera are requested in whole stretches of this length. */
    stretchMs: 60_000,
    /** A stretch is requested this long before the picture reaches it, forwards and backwards. */
    aheadMs: 15_000,
    /** Events in one request: more than a till has customers in one stretch. */
    pageEvents: 500,
    /** Events read of one stretch of one camera: a sorting machine counts eighty a second. */
    mostAStretch: 5_000,
    /** Stretches that are requested at the same time: a browser's page has 64 calls in all. */
    atATime: 8,
    /** Answers read of one stretch: some platforms give pages of a hundred, or empty ones. */
    mostPages: 100,
    /** Stretches kept over all cameras: an hour and more. */
    mostStretches: 400,
    /** Wait before a failed request is repeated. */
    retryMs: 5_000,
  },

  feed: {
    /** Asked for at once. */
    first: 100,
    /** Older ones are dropped: a tile is not scrolled further. */
    most: 200,
    retryMs: 10_000,
    /** Searches count in minutes and more: `last:15m`, `today`. */
    forgetEveryMs: 60_000,
  },

  mark: {
    /** A mark that the platform takes within this time is reported as taken; any other first as kept. */
    awaitMs: 3_000,
  },

  outbox: {
    /** Shorter waits are not shown. */
    quietMs: 4_000,
  },
} as const
