/** Product §2: an entry ends after this silence. A refusal stays as long, which is long enough to read it twice. */
export const ENTRY_SILENCE_IN_MS = 4_000
