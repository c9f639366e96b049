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
    /** Single marks of a view; where there are more, what is counted looks the same and travels lighter. */
    single: 20_000,
    /** Marks that stand for one bucket of a count: darker than the darkest shade they cannot get. */
    perBucket: 48,
    /** A look so much closer or further needs other marks. */
    zoomFactor: 2,
    /** Lanes that are counted at the same time. */
    atATime: 3,
    /** Arrivals of so long are one change of the picture. */
    gatherMs: 250,
    /** The pointer rests before somebody is asked what is under it. */
    hoverMs: 120,
  },
} as const
