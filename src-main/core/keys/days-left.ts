import { DAY_IN_MS } from './defaults.ts'

/** Whole days until the end of a key (ISO 8601), negative once it has ended; undefined where no end is known. */
export function daysLeft(expiresAt: string | undefined, platformNowMs: number): number | undefined {
  const endMs = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt)
  return Number.isNaN(endMs) ? undefined : Math.floor((endMs - platformNowMs) / DAY_IN_MS)
}
