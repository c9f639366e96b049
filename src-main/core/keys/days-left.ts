import { DAY_IN_MS } from './defaults.ts'

/** Whole days until the end of a key (ISO 8601), negative once it has ended; undefined where no end or no time is known. */
export function daysLeft(
  expiresAt: string | undefined,
  platformNowMs: number | undefined,
): number | undefined {
  const endMs = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt)
  return Number.isNaN(endMs) || platformNowMs === undefined
    ? undefined
    : Math.floor((endMs - platformNowMs) / DAY_IN_MS)
}
