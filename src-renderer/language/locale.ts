// Apart from the catalogues: a worker that writes dates has no sentences.
let current = 'en-GB'

/** For `Intl`. */
export const locale = (): string => current

/** Before the first date is written. */
export function setLocale(wanted: string): void {
  current = wanted
}
