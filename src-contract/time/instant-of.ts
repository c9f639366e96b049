/** ISO 8601, also without separators, with a comma before the fraction, with a zone of hours alone or with none. */
const dateAndTime =
  /^\s*(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)?\s*$/i

/**
 * A date and time of a platform as every `Date.parse` reads it, with the zone that is meant: UTC, where it names none,
 * which many programs leave out of the UTC that they write.
 */
export function withZone(text: string): string {
  const [, year, month, day, hour, minute, second = '00', fraction, zone = 'Z'] = dateAndTime.exec(text) ?? []
  if (year === undefined) return text
  const time = `${hour}:${minute}:${second}${fraction === undefined ? '' : `.${fraction}`}`
  return `${year}-${month}-${day}T${time}${zone.length === 3 ? `${zone}:00` : zone.toUpperCase()}`
}

/** Epoch milliseconds, or NaN. `Date.parse` alone would take a time without a zone for one of this computer's. */
export function instantOf(text: string): number {
  return Date.parse(withZone(text))
}
