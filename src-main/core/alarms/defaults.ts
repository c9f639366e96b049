/** Times, limits and sizes of alarms in main, in one place: unit in the name, reason beside it. */
export const alarmDefaults = {
  /** A camera rule that waits for its schedule is looked at again. */
  scheduleLookMs: 15_000,
  /** Alarms may come by the hundred a second, and each state has all of them. */
  pushEveryMs: 250,
  /** Events that wait for the disk are one step: of one time, and short enough for pictures to be relayed meanwhile. */
  batchMs: 1_000,
  batchEvents: 500,
  /** Of an alarm's cause: two lines of the queue. */
  causeChars: 300,
  log: {
    /** Some ten thousand entries. A new month begins a new file, too. */
    maxFileBytes: 4 * 1_024 * 1_024,
    /** Of all files, before the oldest one is removed: at 200 alarms a day some twenty years. */
    maxBytes: 2 * 1_024 ** 3,
    /** Of an export, newest files first: what a page downloads in one piece. */
    maxExportBytes: 64 * 1_024 * 1_024,
    /** Those that could not be written and are tried again with the next one. */
    maxWaiting: 1_000,
  },
  signOn: {
    /** RFC 7914: 32 MiB and some 100 ms a try on a workstation. */
    scrypt: { N: 32_768, r: 8, p: 1, maxmem: 64 * 1_024 * 1_024 },
    keyBytes: 32,
    saltBytes: 16,
    /** Wrong tries before the next one has to wait, and how long: a PIN has four digits at least. */
    freeTries: 3,
    backoff: { firstDelayInMs: 5_000, factor: 2, maxDelayInMs: 300_000, jitter: 0 },
  },
} as const
