/** Times of alarms in the page, in one place: unit in the name, reason beside it. */
export const alarmDefaults = {
  /** How long it is said what became of an acknowledgement: read in passing. */
  sayMs: 6_000,
} as const
