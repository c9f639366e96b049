/** ISO 8601 without the zone, which many programs leave out of the UTC that they write; the `T` may be a blank. */
const withoutZone = /^\s*(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*$/i

/** A date and time as written by a platform, with the zone that is meant: UTC, where it names none. */
export function withZone(text: string): string {
  return text.replace(withoutZone, '$1T$2Z')
}

/** Epoch milliseconds, or NaN. `Date.parse` alone would take a time without a zone for one of this computer's. */
export function instantOf(text: string): number {
  return Date.parse(withZone(text))
}
