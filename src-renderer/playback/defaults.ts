/** Times, limits and sizes of playback, in one place: unit in the name, reason beside it. */
export const playbackDefaults = {
  clock: {
    slowestRate: 0.25,
    /** Chromium refuses a faster player. */
    fastestRate: 16,
  },

  map: {
    /** Manifests name instants in milliseconds and durations in thousandths: a smaller hole is rounding, no gap. */
    seamMs: 100,
  },

  player: {
    /** Without a maximum in bytes this is the buffer; a segment of ten seconds needs more than itself. */
    aheadSeconds: 8,
    mostAheadSeconds: 15,
    /** Only the segment of the asked picture, or also the next one when it lies at the very end. */
    aheadWhileSeekingSeconds: 0.2,
    /** A browser shows no picture before it has a quarter of a second of sound after it. */
    aheadWhileSeekingHeardSeconds: 0.5,
    /** hls.js keeps all that was played by default; a wall has many tiles. */
    behindSeconds: 10,
    /** Stretches that scrubbing has left behind. */
    strandedAfterSeconds: 15,
    /** Smaller holes are jumped by hls.js: less than three pictures. */
    holeSeconds: 0.1,
    /** Segments whose pictures are known: more than are buffered, of two seconds. */
    frameTables: 64,
    /** Small steps on by hls.js where a decoder is stuck; a player that is made anew shows nothing for longer. */
    nudges: 5,
    /** The gateway gives up on a first byte after 8 s and says why. */
    firstByteMs: 9_000,
    /** A segment that still comes in after this long plays no better than none. */
    segmentMs: 15_000,
    /** Nobody waits for the sharper rendition of a paused picture; a line of 1 Mbit/s takes 8 s for 4 Mbit/s of 2 s. */
    sharpSegmentMs: 60_000,
    /** The gateway starts dead sessions again by itself; what still fails is tried twice, soon. */
    retries: 2,
    retryDelayMs: 300,
    maxRetryDelayMs: 1_500,
    /** A rendition that failed is chosen again so much later; hls.js would play a smaller one to the end. */
    penaltyMs: 15_000,
  },

  tile: {
    /** A seek that is done sooner shows no state: the last picture stays. */
    quietMs: 300,
    /** From then on the tile explains what is wrong; the operator must see it within 3 s. */
    explainAfterMs: 2_300,
    /** A seek that hangs does not keep a newer one waiting. */
    seekHangsMs: 700,
    /** A seek whose footage is there, and that takes so long, is begun anew. */
    seekStuckMs: 2_000,
    /** A hand in a hurry is followed by key frames where exact seeks take longer: fewer than 16 pictures a second. */
    keyFramesFromMs: 60,
    /** A picture this near to the asked instant is the asked one: a frame at 25 a second, and rounding. */
    sameFrameMs: 50,
    /** Of a player that was sent to an instant, and is there. */
    roundingMs: 2,
    /** A browser that shows another picture than the asked one is sent there again at once, so many times … */
    quickAsks: 4,
    /** … and then at this distance: what is shown may change for reasons of its own. */
    askAgainAfterMs: 500,
    /** The next window, backwards the one before, is started when so much of this one is left. */
    nextWindowMs: 60_000,
    /** What was filmed so short a time ago may not be kept yet: no segment is longer. */
    newestGapMs: 15_000,
    /** A window that could not be opened, or a manifest that could not be read, is tried again. */
    retryOpenMs: [1_000, 2_000, 5_000, 10_000],
    /** hls.js that brings nothing and reports nothing for so long has come to a stand: its own limits are far below. */
    silentAfterMs: 60_000,
    /** Footage that the network or the platform failed to deliver may come now. */
    retrySegmentMs: 3_000,
    /** Footage that could not be decoded: a decoder that was short of memory may have been to blame. */
    retryDamagedMs: 60_000,
    /** Faster than this, and backwards, key frames are shown one after another. */
    fastestPlayerRate: 4,
    /** While it plays, a picture this near to the clock is shown although the control law still nudges it. */
    playingWithinMs: 1_500,
    /** So long after the next picture was due a playing tile stands. */
    stillAfterMs: 500,
    /** Between tries to open the next window: at the newest edge windows are short. */
    nextWindowEveryMs: 5_000,
  },

  local: {
    /** Two segments of the local site: less stalls, more is late. */
    behindEdgeSeconds: 3,
    /** Then it jumps; six seconds are promised. */
    atMostBehindSeconds: 5.5,
    catchUpRate: 1.1,
    retryMs: 2_000,
    /** Where the platform offers none, or not this camera's. */
    retryRefusedMs: 60_000,
    /** WebRTC is back within three seconds of most failures; who has waited so long wants to see something. */
    afterDarkMs: 5_000,
    /** With `staleAfterMs` of the live engine: STALE is said within three seconds. */
    judgeEveryMs: 500,
  },

  group: {
    /** Finer than the control law needs; ends of gaps have timers of their own. */
    tickEveryMs: 250,
    /** The selected tile may keep all others waiting so long, once for each time that it falls behind. */
    holdAtMostMs: 3_000,
    /** `R`. */
    replayMs: 30_000,
    /** A tile that is wider shows more than a reduced rendition has (320 wide on the local site); device pixels. */
    reducedUpToPx: 400,
    /** The selected tile's sharper picture comes at once; those of the others share what is left of the line. */
    sharpenAtOnce: 1,
    /** Between pictures, until the footage has shown its own rate. */
    frameMs: 40,
  },

  sync: {
    /** Further off than this a tile is nudged, until it is nearer than the second. */
    nudgeAboveMs: 40,
    nudgeUntilMs: 15,
    /** So much faster or slower is not noticed. */
    mostNudge: 0.1,
    /** Until it is back within what is accepted: a hurry is better than a picture of another moment beside the others. */
    mostCatchUp: 0.25,
    /** The time in which a nudge wants to be done. */
    nudgeWithinMs: 1_000,
    seekAboveMs: 1_000,
    /** Or further off than this for so long. */
    acceptedMs: 150,
    acceptedForMs: 4_000,
    /** Seeks cost pictures: not more often than this, and with a wider band after three in a row. */
    seekEveryMs: 1_500,
    seeksUntilWider: 3,
    /** In step for so long: the seeks before are forgotten. */
    forgetSeeksAfterMs: 10_000,
  },
} as const
