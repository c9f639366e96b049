/** Times, limits and sizes of events in the page, in one place: unit in the name, reason beside it. */
export const eventDefaults = {
  /** An event is played from so long before it: what led to it is what one looks for. */
  preRollMs: 5_000,

  results: {
    /** The first page is on the screen at once. */
    firstPage: 100,
    page: 500,
    /** Rows that are still to come when the next page is asked for: a turn of the wheel does not reach the end. */
    aheadRows: 150,
    /** New events that wait to be taken in; older ones of them are found by searching again. */
    waiting: 2_000,
    /** Nothing was counted before the beginning of 2000. */
    earliestMs: 946_684_800_000,
    /** Of the values that completion offers for a field. */
    recentValues: 20,
  },

  form: {
    /** After the last change in the form the search is made. */
    settleMs: 300,
  },

  marks: {
    /** So many widths are asked for at once: a short pan needs no new answer. */
    spanInWidths: 3,
    /** After the last movement. */
    settleMs: 150,
    /** Single marks of a view, all of its lanes together; where there are more, what is counted looks the same and travels lighter. */
    single: 20_000,
    /** Marks that stand for one bucket of a count: darker than the darkest shade they cannot get. */
    perBucket: 48,
    /** A look so much closer or further needs other marks. */
    zoomFactor: 2,
    /** Lanes that are counted at the same time. */
    atATime: 3,
    /** Arrivals of so long are one change of the picture. */
    gatherMs: 250,
    /** After arrivals that the page was not told one by one. */
    refreshMs: 5_000,
    /** After loads in a row that were not answered. */
    retryMs: [5_000, 10_000, 20_000, 40_000, 60_000],
    /** The pointer rests before somebody is asked what is under it. */
    hoverMs: 120,
  },

  receipts: {
    /** How long an event stays over the picture: long enough to read a receipt and to see the hand that caused it. */
    displayMs: 12_000,
    /** It fades in so many steps. */
    ageSteps: 3,
    /** Of one tile; more hide the picture. */
    most: 4,
    /** How often the instant of the shown frame is looked at: no eye reads a word sooner. */
    lookEveryMs: 100,
    /** Events of a camera are asked for by whole stretches of this length, … */
    stretchMs: 60_000,
    /** … and so long before the picture gets there, forwards and backwards. */
    aheadMs: 15_000,
    /** Asked for at a time: more than a till has customers in one stretch. */
    pageEvents: 500,
    /** Of one stretch of one camera: a sorting machine counts eighty a second. */
    mostAStretch: 5_000,
    /** … and so many answers: some platforms give pages of a hundred, or empty ones. */
    mostPages: 100,
    /** Over all cameras: an hour and more. */
    mostStretches: 400,
    /** What was asked in vain is asked again. */
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
    /** What the platform takes sooner is said to be there; else, first that it is kept. */
    awaitMs: 3_000,
    /** The confirmation goes by itself. */
    messageShownMs: 6_000,
  },

  outbox: {
    /** What is on its way for a shorter time is no news. */
    quietMs: 4_000,
  },
} as const
