/** Times, limits and sizes of the live engine, in one place: unit in the name, reason beside it. */
export const liveDefaults = {
  /** One clock for all tiles: states, stalls, learning. Four a second is finer than any limit below needs. */
  tickEveryMs: 250,

  tile: {
    /** STALE must be said within 3 s of the last frame: 2.5 s, one tick until it is missed, one until it is said. */
    staleAfterMs: 2_500,
    /** LATE ends only this far below the limit, so that a delay at the limit does not flicker. */
    lateHysteresis: 0.8,
    /** How long a tile may be CONNECTING or RECONNECTING before it is called OFFLINE. Trying goes on. */
    offlineAfterMs: 12_000,
    /** Cameras on stand-by wait this long for a tile's first picture; most come within a second. */
    comingForMs: 5_000,
    /** A camera without a picture source in its room: the publisher may be a moment behind its room. */
    absentAfterMs: 2_500,
    /** Delay is sampled by a frame callback this often; each costs a main-thread frame. */
    sampleDelayEveryMs: 1_000,
    historyLength: 20,
  },

  delay: {
    /** Clocks of cameras run up to 100 millionths fast or slow; a real delay grows faster than that. */
    clockDrift: 1e-4,
    /** Time stamps that jump further than this belong to another stream, not to a late picture. */
    otherStreamAboveMs: 60_000,
    /** So do those that go back further than this: a camera that was restarted begins at a random one. */
    otherStreamBackMs: 1_000,
  },

  link: {
    /** Main gives up on a ticket after 20 s and on a handshake after 5 s; this is for a relay that says nothing at all. */
    websocketTimeoutMs: 26_000,
    /** ICE and DTLS; 36 at once on a slow machine take 5 s. */
    peerConnectionTimeoutMs: 8_000,
    /** ICE servers taken from a join answer: each camera gathers candidates from all; platforms name two or three. */
    mostIceServers: 4,
    /** Longer than any use: the SDK must not repair by itself, the supervisor does (fresh ticket, order, probe). */
    sdkReconnectDelayMs: 0x7fff_ffff,
    /** Idle Rooms kept for reuse; a Room is about 60 kB and 2 ms to build. */
    pooledRooms: 8,
    /** The replaced connection lives on until the new one has drawn, at most this long. */
    lingerMs: 3_000,
  },

  queue: {
    /** Nobody starts beside the first (selected) tile until it is connected, at most this long. */
    firstAloneMs: 350,
    /** Peer connections set up at a time: each costs 100 ms of CPU, and waits some round trips beside it. */
    groupSize: 16,
    /** Cameras on stand-by are joined this many at a time, and only when no visible tile waits. */
    standbyGroupSize: 2,
    /** A connect that takes longer gives its place away: a hung handshake blocks nobody. */
    placeHeldMs: 1_000,
    /** So many in a row without an answer: the server is gone, and an answer says that it is back. */
    unansweredWhenLost: 3,
  },

  supervisor: {
    /** Waits after a failure of this camera alone; the last one repeats for ever. */
    retryDelaysMs: [300, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000],
    retryJitter: 0.3,
    /** The longest of them while no camera has a link: nobody else would see that the media server is back. */
    hostRetryMs: 3_000,
    /** Somebody has to act; meanwhile a look now and then costs nothing. */
    permanentRetryMs: 60_000,
    /** A link that lasted this long was good: the next loss starts the back-off from its beginning. */
    healthyAfterMs: 5_000,
    /** Waits between probes while nobody can be reached; one connect a wall, so the last one may be short. */
    probeDelaysMs: [150, 200, 300, 500, 1_000, 1_500],
    probeJitter: 0.3,
    /**
     * A camera without frames over a connection that seems good is dialled again beside it, less and less often. Soon
     * at first: the browser reports a dead path, or a camera that nobody calls any more, seconds later or never.
     */
    stallRedialsMs: [3_500, 6_000, 20_000, 60_000, 120_000],
  },

  standby: {
    /** Joined and disabled cameras beside those on tiles; each is a socket in main and a peer connection here. */
    maxStandby: 48,
    /** Of these, cameras that nobody named but that were shown a moment ago. */
    maxRecent: 6,
    /** Decoded ahead of use, each about 1 % of a core: only for cameras that would keep the operator waiting. */
    maxHot: 4,
    /** A wait for the key frame above this is seen by the operator (standby itself takes 50 ms). */
    hotAboveMs: 200,
    /** Weight of a new wait that is longer, and of one that is shorter: one slow switch is remembered, luck is not. */
    learnSlowerWeight: 0.7,
    learnFasterWeight: 0.1,
    /** Waits measured on a camera before it is trusted to be quick: one may hit a key frame by luck. */
    probes: 3,
    /** A probe that sees nothing by then has learned that the wait is long. */
    probeTimeoutMs: 5_000,
  },

  layer: {
    /** A layer may be scaled up by 1 / this before the next one is taken. */
    minCoverage: 0.8,
    /** And is given up for the lower one only when that covers the tile by itself. */
    lowerCoverage: 1,
  },

  statistics: {
    /** `receiver.getStats()` calls a second over all tiles; each walks the whole connection. */
    perSecond: 4,
  },

  governor: {
    /** How often load is judged; a key frame a second has been presented by then, or not. */
    lookEveryMs: 2_000,
    /** A key is answered within 100 ms: later than this it is not. */
    overloadLagMs: 120,
    calmLagMs: 50,
    /** A tile is stopped only where the main thread is later than this. */
    pauseLagMs: 300,
    /** Presented frames of those that were received. */
    overloadShare: 0.75,
    calmShare: 0.9,
    /** Overload that passes sooner is a burst: a layout that changes, a window that opens. */
    overloadForMs: 8_000,
    /** Until a step shows in the figures; until all tiles had their turn, where only the figures are bad. */
    settleMs: 6_000,
    /** Parts of the tiles that are limited, and given back, at a time. */
    reduceShare: 1 / 6,
    easeShare: 1 / 12,
    /** Quiet before a step is taken back; doubled when overload returns within `relapseMs` of that. */
    calmForMs: 15_000,
    mostCalmForMs: 600_000,
    relapseMs: 45_000,
    /** After this long without taking back a step, the next try is as soon as the first one. */
    forgetAfterMs: 1_800_000,
    /** A larger share of tiles that connect means a new layout or an outage, not a sequence or one bad camera. */
    connectingShare: 1 / 4,
    /** Connecting tiles excuse lateness for this long; what lasts longer is overload. */
    settledAfterMs: 30_000,
    /** `receiver.getStats()` calls a second over all tiles. */
    statisticsPerSecond: 2,
    /** Older figures of a tile are of another load. */
    figuresForMs: 25_000,
    /** A window that is hidden for less has only been passed over: its tiles go on. */
    hiddenAfterMs: 10_000,
  },

  peerConnections: {
    /** Chromium stops at 500 and frees only when collecting garbage. */
    collectAt: 300,
    /** A reload is asked for: there is no garbage collection, or nothing to collect. */
    reloadAt: 400,
    /** Reload even when not calm: fewer are left than a change of all 36 tiles may need. */
    reloadNowAt: 460,
  },
} as const

/** The same shape with other numbers: tests and benches try some. */
export type LiveDefaults = Widened<typeof liveDefaults>
type Widened<Value> = Value extends number
  ? number
  : Value extends readonly number[]
    ? readonly number[]
    : { readonly [Name in keyof Value]: Widened<Value[Name]> }
