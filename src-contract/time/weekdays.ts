/** Assumption 5: values of `resetDay`, in the order of `Date.getUTCDay`. */
export const weekdays = [
  'SUNDAY',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
] as const
export type Weekday = (typeof weekdays)[number]
