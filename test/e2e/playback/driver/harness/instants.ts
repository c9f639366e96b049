export const minuteMs = 60_000
/** The camera with a gap from 70 s to 76 s of each three minutes. */
export const gappy = 'cam-12'

/** The start of a period of three minutes, some minutes ago. */
export function periodMs(): number {
  return Math.floor(Date.now() / (3 * minuteMs)) * 3 * minuteMs - 9 * minuteMs
}

export function someMinutesAgo(): number {
  return Math.floor(Date.now() / minuteMs) * minuteMs - 8 * minuteMs
}
