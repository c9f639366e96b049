/** Times, limits and sizes of the media side, in one place: unit in the name, reason beside it. */
export const mediaDefaults = {
  server: {
    /** Answers within 0.1 s here; a cold disk or a loaded machine takes longer, a hung one never answers. */
    startTimeoutMs: 15_000,
    /** How often the start-up probe asks; the answer is a local GET of two bytes. */
    probeEveryMs: 50,
    probeTimeoutMs: 1_000,
    /** While it runs: one that leaves so many in a row unanswered hangs. A busy machine answers late, not never. */
    hangProbeEveryMs: 5_000,
    hangProbeTimeoutMs: 4_000,
    hangProbes: 3,
    /**
     * After SIGTERM LiveKit waits for its participants, who have no reason to leave, and a SIGTERM in the moment of
     * its start is lost. A second one, this much later, ends it in either case.
     */
    drainTimeoutMs: 300,
    /** From the second SIGTERM to SIGKILL. */
    forceTimeoutMs: 1_000,
    /** `--version` prints and ends; longer takes a disk that is cold or busy, and it is asked again. */
    versionTimeoutMs: 5_000,
    /** A run longer than this was healthy: the next death starts the back-off from its beginning. */
    healthyAfterMs: 30_000,
    /** Waits before a restart; the last one repeats. The first is short: every tile of every wall is dark meanwhile. */
    restart: { delaysMs: [100, 500, 1_000, 2_000, 5_000, 10_000], jitter: 0.2 },
    /** A port picked by us can be taken before LiveKit binds it: pick others this often. */
    pickPortTries: 5,
    /** Key frames that viewers ask for of one camera: the cameras have them ready, so more of them cost nothing. */
    pliThrottleMs: 150,
    /** A layer without a packet for this long is not offered to viewers: as LiveKit has it for shared screens. */
    layerGoneAfterMs: 2_000,
    /** LiveKit's own default closes an empty room after 300 s, a left one after 20 s; cameras come back at once. */
    emptyRoomTimeoutSeconds: 300,
    departureTimeoutSeconds: 20,
    minVersion: { major: 1, minor: 13, patch: 5 },
  },
  publisher: {
    /** WebSocket upgrade and JoinResponse. LiveKit's own session start gives up after 3 to 9 s. */
    signalTimeoutMs: 5_000,
    /** Answer, ICE and DTLS together. Sixteen handshakes at once on two cores take about 2 s. */
    peerTimeoutMs: 10_000,
    /** Waits before connecting again, unless the server is back sooner; the last one repeats. Asking costs nothing here. */
    retry: { delaysMs: [200, 500, 1_000, 2_000], jitter: 0.3 },
    /** A connection that lasted this long was good: the next loss starts the back-off from its beginning. */
    healthyAfterMs: 10_000,
    /** Handshakes in flight at a time: each is 5 ms of CPU, and waits 130 ms, of which the library's DTLS sleeps 100. */
    connectsAtATime: 16,
    /** The ticket starts a session; LiveKit refreshes it afterwards. */
    tokenTtlSeconds: 60,
    /** Largest RTP payload: 1 150 + RTP header with two extensions + SRTP tag + UDP/IP stays under 1 200 + 28. */
    maxPayloadBytes: 1_150,
    /** Packets kept for NACK, a power of two: 3 s of a 600 kbit/s layer. Older losses are repaired by a key frame. */
    historyPackets: 256,
    /** A sender report a second, jittered, as the RTP profile suggests for this bitrate. */
    senderReport: { delaysMs: [1_000], jitter: 0.4 },
    /**
     * Two requests closer than this are one: waking a layer and the server's own request for it come together.
     * Not longer: the server asks again only after up to a second, and a viewer waits for it.
     */
    keyFrameGapMs: 30,
    /** Used until the JoinResponse tells the server's own values. */
    pingIntervalSeconds: 5,
    pingTimeoutSeconds: 15,
  },
  fleet: {
    /** How long the publishing thread may take to leave its rooms before it is ended. */
    disposeTimeoutMs: 3_000,
  },
} as const
