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
    /** Only the segment of the asked picture; also the next one when the picture lies at the very end. */
    aheadWhileSeekingSeconds: 0.2,
    /** A browser shows no picture before it has a quarter of a second of sound after it. */
    aheadWhileSeekingHeardSeconds: 0.5,
    /** hls.js keeps all that was played by default; a wall has many tiles. */
    behindSeconds: 10,
    /** Footage this far ahead that scrubbing has left behind is dropped. */
    strandedAfterSeconds: 15,
    /** hls.js jumps smaller holes: less than three pictures. */
    holeSeconds: 0.1,
    /** How far before a picture its key frame is looked for: cameras that save bits send one a minute at the least. */
    keyFrameWithinSeconds: 60,
    /** Segments of which frame times are kept: more than are buffered at two seconds each. */
    frameTables: 64,
    /** Small steps by hls.js where a decoder is stuck; a new player shows nothing for longer. */
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
    /** A rendition that failed is chosen again after this long; hls.js would play a smaller one to the end. */
    penaltyMs: 15_000,
  },

  tile: {
    /** A seek that is done sooner shows no state: the last picture stays. */
    quietMs: 300,
    /** From then on the tile explains what is wrong; the operator must see it within 3 s. */
    explainAfterMs: 2_300,
    /** A seek that hangs does not keep a newer one waiting. */
    seekHangsMs: 700,
    /** A seek whose footage is there and that takes this long is begun anew. */
    seekStuckMs: 2_000,
    /** While dragging, key frames are shown where exact seeks take longer: fewer than 16 pictures a second. */
    keyFramesFromMs: 60,
    /** A picture this near to the asked instant is the asked one: a frame at 25 a second, and rounding. */
    sameFrameMs: 50,
    /** Rounding of a player's position after a seek. */
    roundingMs: 2,
    /** Seeks that are repeated at once while the browser shows another picture than the asked one. */
    quickAsks: 4,
    /** After those, seeks are repeated at this distance: what is shown may change for reasons of its own. */
    askAgainAfterMs: 500,
    /** The next window (backwards: the one before) is opened when this much of the current one is left. */
    nextWindowMs: 60_000,
    /** Footage younger than this, or than the last segment is long, may not be stored yet. */
    newestGapMs: 15_000,
    /** Waits before a window or a manifest that failed is tried again. */
    retryOpenMs: [1_000, 2_000, 5_000, 10_000],
    /** hls.js that delivers and reports nothing for this long has stalled: its own limits are far below. */
    silentAfterMs: 60_000,
    /** Footage that the network or the platform failed to deliver may come now. */
    retrySegmentMs: 3_000,
    /** Footage that could not be decoded: a decoder that was short of memory may have been to blame. */
    retryDamagedMs: 60_000,
    /** Faster than this, and backwards, key frames are shown one after another. */
    fastestPlayerRate: 4,
    /** While it plays, a picture this near to the clock is shown although the control law still nudges it. */
    playingWithinMs: 1_500,
    /** This long after the next picture was due, a playing tile counts as standing. */
    stillAfterMs: 500,
    /** Between tries to open the next window: at the newest edge windows are short. */
    nextWindowEveryMs: 5_000,
  },

  local: {
    /** Two segments of the local site: less stalls, more is late. */
    behindEdgeSeconds: 3,
    /** Beyond this it jumps; six seconds are promised. */
    atMostBehindSeconds: 5.5,
    catchUpRate: 1.1,
    retryMs: 2_000,
    /** Where the platform offers none, or not this camera's. */
    retryRefusedMs: 60_000,
    /** WebRTC recovers from most failures within three seconds; after this long the operator wants a picture. */
    afterDarkMs: 5_000,
    /** With `staleAfterMs` of the live engine: STALE is said within three seconds. */
    judgeEveryMs: 500,
  },

  group: {
    /** Finer than the control law needs; ends of gaps have timers of their own. */
    tickEveryMs: 250,
    /** The selected tile may keep all others waiting this long, once for each time that it falls behind. */
    holdAtMostMs: 3_000,
    /** Of the key `R`. */
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
    /** A change of speed up to this is not noticed. */
    mostNudge: 0.1,
    /** Largest change of speed while further off than `acceptedMs`: a picture of another moment would be worse. */
    mostCatchUp: 0.25,
    /** Time in which a nudge aims to close the difference. */
    nudgeWithinMs: 1_000,
    seekAboveMs: 1_000,
    /** A seek also when further off than this for `acceptedForMs`. */
    acceptedMs: 150,
    acceptedForMs: 4_000,
    /** Seeks cost pictures: not more often than this, and with a wider band after three in a row. */
    seekEveryMs: 1_500,
    seeksUntilWider: 3,
    /** After this long in step earlier seeks are forgotten. */
    forgetSeeksAfterMs: 10_000,
  },
} as const
