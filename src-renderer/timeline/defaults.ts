/** Times, limits and sizes of the timeline, in one place: unit in the name, reason beside it. */
export const timelineDefaults = {
  view: {
    /** A pixel is never less than a quarter of a picture at 25 a second, and never more than an hour. */
    minMsPerPx: 10,
    maxMsPerPx: 3_600_000,
    /** One notch of a wheel (100 units) zooms by a quarter; trackpads send many small ones. */
    zoomPerWheelUnit: 0.002_2,
    /** One press of a zoom key. */
    zoomPerPress: 2,
    /** Part of the width that one press of a pan key moves. */
    panPerPress: 0.125,
    /** Part of the width at which the view turns the page to follow the playhead. */
    turnPageAt: 0.92,
    /** Where the playhead stands on the new page, and where now stands when it is live. */
    pageStartsAt: 0.08,
    liveAt: 0.85,
  },

  glide: {
    /** Time after which a third of the speed is left: long enough to throw a day, short enough to stop by a touch. */
    decayMs: 220,
    /** Slower than this it is not seen to move. */
    stopBelowPxPerMs: 0.02,
    /** Movement of this long before release makes the speed: less is noise, more forgets that the hand stopped. */
    sampleMs: 80,
  },

  step: {
    /** `Shift+←/→`. */
    keyStepMs: 10_000,
  },

  axis: {
    /** Between labels that are written out; the widest, `02:30 +10:30`, takes 80 at the size of a desk. */
    labelEveryPx: 88,
    /** Ticks without a label, closer than this, become a grey band. */
    tickEveryPx: 9,
    labelGapPx: 10,
  },

  marks: {
    /** Below this density events are single marks, above it columns. */
    singleBelowPerPx: 1 / 16,
    /** A thinner one is lost on a wall. */
    columnWidthPx: 3,
    /** A hit of a search is seen among everything else. */
    hitWidthPx: 3,
    /** How near the pointer must come. */
    reachPx: 4,
  },

  coverage: {
    /** Widths of the view that are requested at once: a short pan needs no new answer. */
    spanInWidths: 3,
    /** Wait after the last movement. */
    settleMs: 150,
    /** A hand that moves the view less than this meanwhile has come to rest. */
    restsWithinWidths: 0.05,
    /** The newest edge grows while somebody looks at it. */
    refreshMs: 15_000,
    /** Length of the newest edge that is requested again: footage is listed once it is written, which takes a while. */
    againMs: 2 * 60_000,
    /** Everything is requested again after this: footage may come late, from a camera that kept it, and expires. */
    wholeAgainMs: 5 * 60_000,
    /** A newest edge older than this is drawn as not known: an answer may be late, but not for ever. */
    edgeMs: 30_000,
    /** Wait after a failed request. */
    retryMs: 5_000,
    /** Calls under way; the wall has more urgent ones. */
    atATime: 4,
  },

  thumbnails: {
    widthPx: 320,
    heightPx: 180,
    /** About 290 pictures of 320×180. */
    cacheBytes: 64 * 2 ** 20,
    /** More would only take the network from the tiles. */
    atATime: 2,
    /** Instants closer than this, in pixels, share a picture. */
    stepPx: 4,
    /** Carries the key frame of nearly every segment; asked for once more, whole, when it does not. */
    headBytes: 262_144,
    /** Where segments are cut by time: key frames ten seconds apart, in segments of one. */
    segmentsBack: 12,
    /** A smaller hole is the rounding of a playlist, no gap. */
    seamMs: 100,
    /** A picture that would be older than this beside the hand says more wrong than right. */
    nearestWithinMs: 60_000,
    /** Playlists that are kept, one a camera and hour: those of all tiles that a hand may move at once. */
    playlists: 36,
    /** A playlist of an hour takes a hundred kilobytes; what is longer is none. */
    playlistBytes: 4 * 2 ** 20,
    requestTimeoutMs: 8_000,
  },
} as const
