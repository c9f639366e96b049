import { RETENTION_IN_DAYS } from '#contract/platform/limits.ts'

/** Times, limits and sizes of the site, in one place: unit in the name, reason beside it. */
export const siteDefaults = {
  api: {
    /** When run alone. Embedded, the system picks a free one. */
    port: 8087,
    bindAddress: '127.0.0.1',
    /** The largest body of the interface is some kilobytes; ten times that is a mistake or an attack. */
    maxBodyBytes: 64 * 1_024,
    /** Headers and body of one request; a client that is slower than this holds a connection for nothing. */
    requestTimeoutMs: 30_000,
    /** Longer than the usual 60 s of clients and proxies, so that they and not we close an idle connection. */
    keepAliveMs: 72_000,
    /** A request that is still running after this is cut off: nothing of the interface takes a second. */
    stopTimeoutMs: 2_500,
    /** The whole end: requests, media (its own drain is 1.5 s), database. The launcher waits 6 s for us. */
    endTimeoutMs: 5_500,
    /** Requests at once, in seconds of the rate (assumption 28: 200 at 50 a second). */
    burstSeconds: 4,
    /** Token buckets kept at once; a forgotten one is a full one. 10 000 are about 1 MB. */
    maxRateBuckets: 10_000,
  },
  accounts: {
    /** OWASP's second scrypt setting: 32 MB and about 0.15 s a guess on two cores. Kept with each hash. */
    scrypt: { costLog2: 15, blockSize: 8, parallelism: 3 },
    /** Of the embedded account: 192 random bits that last as long as the process, and that nobody reads or chooses. */
    embeddedScrypt: { costLog2: 10, blockSize: 8, parallelism: 1 },
    saltBytes: 16,
    hashBytes: 32,
    /** Hashes computed at once: each holds 32 MB and a core, and video has to go on beside them. */
    hashesAtATime: 2,
    /** Hashes waiting; further sign-ins are told to come back. About 5 s of work. */
    maxWaitingHashes: 64,
    /** Ten years: more is a typing error. */
    maxRetentionDays: 3_650,
    /** 192 bit, shown to a person once: 32 characters. */
    generatedPasswordBytes: 24,
    /** Section 4.3 shows no format; 256 bit are beyond guessing, the prefix makes a leaked key findable. */
    apiKeyPrefix: 'tsk_',
    apiKeyBytes: 32,
    /** Of the key, after the prefix: enough to tell ten apart. */
    shownKeyChars: 4,
    /** As long as what HS256 makes of it (RFC 7518 §3.2). */
    tokenSecretBytes: 32,
    tokenLifeSeconds: 86_400,
    /** "Last used" is written in batches: a wall of 36 tiles must not write to the disk at each request. */
    lastUsedFlushMs: 30_000,
    /** Of an organization, those that have expired included. One that was forgotten is told `invalid_key`. */
    keptKeys: 20,
  },
  /** Wrong passwords. A generated one needs no such care; those that people choose do. */
  guesses: {
    /** The sixth comes a second after the fifth; then some sixty an hour, and never longer than a person waits. */
    account: { freeGuesses: 5, firstDelayMs: 1_000, maxDelayMs: 60_000 },
    /** A whole control room may share one address, and all clients of a proxy that is not trusted do. */
    address: { freeGuesses: 20, firstDelayMs: 1_000, maxDelayMs: 300_000 },
    forgetAfterMs: 900_000,
    /** About 2 MB. */
    maxRemembered: 10_000,
  },
  cameras: {
    count: 16,
    maxCount: 36,
  },
  liveView: {
    /** The media server when run alone, its signalling by TCP and the pictures by UDP: beside the interface, so that a firewall rule stays true. */
    port: 8088,
    /** LiveKit accepts a ticket this long after its `exp` (its `tokenLeeway`): the ticket's `exp` is earlier by it. */
    serverLeewaySeconds: 60,
  },
  playback: {
    /** Segments of a recording: short enough to seek by, long enough that an hour's playlist stays below 200 kB. */
    leastSegmentSeconds: 2,
    /** No group of pictures of any camera is longer; a segment is at least one group. */
    longestSegmentMs: 12_000,
    /** How long an ended session is answered with 410 and may be taken up again; afterwards it is 404. */
    rememberEndedMs: 3_600_000,
    /** How far a client's clock may be ahead of ours before its "now" is our future. */
    skewMs: 5_000,
    sweepEveryMs: 60_000,
    /** Stays free on the disk of recordings, for events and for what is recorded until the next sweep. */
    keptFree: { shareOfDisk: 0.05, maxBytes: 1_000_000_000 },
    /** The newest footage, which is kept however little is free. */
    keptWithoutRoomMs: 3_600_000,
    recorder: {
      /** No camera's picture rate: after so long without a picture some may be missing, and a key frame is needed. */
      holeMs: 500,
      indexEveryMs: 500,
      /** Sixteen seconds of a disk that does not answer. */
      maxWaiting: 8,
    },
    live: {
      /** Players stay three segments behind the newest: with this a picture is three to five seconds old. */
      leastSegmentMs: 1_000,
      shown: 6,
      kept: 6,
      /** The first key frame comes within a group (a second), the first segment ends a second later. */
      firstSegmentTimeoutMs: 5_000,
      /** Walls of a whole control room; each camera is made once, whoever watches it. */
      maxSessions: 100,
    },
    /** Until somebody says otherwise. Sixteen demo cameras write about 0.65 MB/s with both layers: eight hours. */
    recordGigabytes: 20,
  },
  events: {
    /** Of organizations that have not been told otherwise (assumption 29). */
    retentionDays: RETENTION_IN_DAYS,
    /** Ten texts of the greatest length, every character escaped. */
    maxEventBytes: 256 * 1_024,
    /** A batch of 500 events of 8 kB. */
    maxBatchBytes: 4 * 1_024 * 1_024,
    /** Events of one transaction: about 20 ms of work for a full one. */
    maxGroup: 1_000,
    /** Events whose texts have no trigrams yet: a search for one reads them in half a millisecond. */
    unindexed: 256,
    /** Threads that answer questions: a histogram of a month must not hold up the page of a list. */
    readers: 2,
    sweepEveryMs: 60_000,
    /** Old events removed in one transaction, which those that insert wait for. */
    sweepStep: 1_000,
    search: {
      /** Prepared statements that each reader keeps. */
      statements: 200,
      /** Nine cameras and three tags; merging more streams costs more than leaving events out of one. */
      maxMerged: 32,
      /** A count reads every event, merged or not, so that only few cameras are worth streams of their own. */
      maxCounted: 4,
      /** Sorting so many takes as long (some ms) as looking along the time for 200 that are no rarer. */
      fewEvents: 5_000,
      fewTexts: 1_000,
      /** Half a millisecond of texts. */
      probed: 500,
    },
    stream: {
      /** Shorter than the minute after which proxies hang up. */
      heartbeatMs: 15_000,
      readEveryMs: 25,
      maxEventsAtOnce: 500,
      stallMs: 30_000,
      lifeMs: 3_600_000,
      /** A wall has one; a hundred walls hear of an event as soon as one does. */
      maxStreams: 200,
    },
  },
  occupancy: {
    /** A report of 1 000 sources and as many zones, each by an id of 200 characters, every one of them escaped. */
    maxReportBytes: 3 * 1_024 * 1_024,
    /** A report of a year, and of the weeks that somebody takes to ask for it. */
    retentionDays: 400,
    /** What a report reads at once: of fifty busy doors some 20 000 passages. */
    stretchMs: 7 * 86_400_000,
    sweepEveryMs: 3_600_000,
  },
  demoEvents: {
    /** Same seed, same month. */
    seed: 'tessera',
  },
  demoPeople: {
    seed: 'tessera',
    /** As many as are sent in a second or two. */
    days: 28,
    /** Of a counting line: it loses sight of one in so many. */
    missedShare: 0.008,
  },
  log: {
    maxFileBytes: 5 * 1_024 * 1_024,
    keptFiles: 3,
  },
} as const

/** What a launcher or a script can tell apart. 70 is the BSD convention for a fault of the program itself. */
export const exitCodes = {
  usage: 2,
  portTaken: 3,
  dataFolder: 4,
  alreadyRunning: 5,
  diskFull: 6,
  bug: 70,
} as const

/** The demonstration's organization and accounts. */
export const demoSite = {
  orgId: 'tessera-demo',
  orgName: 'Tessera demo',
  /** Gets a new password at each embedded start. */
  embeddedEmail: 'wall@localhost',
  /** Made, and shown, at the first start alone. */
  operatorEmail: 'operator@localhost',
} as const
