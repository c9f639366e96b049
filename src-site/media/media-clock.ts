/** The wall clock in milliseconds since the epoch. It may step when somebody sets it. */
export interface MediaClock {
  epochMs(): number
}

export const systemMediaClock: MediaClock = { epochMs: () => Date.now() }
