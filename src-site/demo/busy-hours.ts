import type { LocalTime } from './local-time.ts'

/** Share of the busiest hour's events, for each hour of a day. */
type Day = readonly number[]

function hours(shares: string): Day {
  return shares.split(' ').map(Number)
}

const closed: Day = []
const shopDay: Day = hours('0 0 0 0 0 0 0 0.35 0.5 0.6 0.7 0.9 1 0.85 0.6 0.6 0.75 0.95 0.9 0.6 0.3 0 0 0')
const shopSaturday: Day = hours('0 0 0 0 0 0 0 0.2 0.5 0.8 1 1 0.95 0.9 0.8 0.7 0.6 0.5 0.3 0.1 0 0 0 0')
/** While the shop is closed its night counter sells, so that a search finds sales at any hour of any day. */
const nightCounter = 0.08
const sundayTills: Day = hours('0 0 0 0 0 0 0 0 0.2 0.3 0.4 0.5 0.5 0.45 0.4 0.4 0.35 0.3 0.2 0 0 0 0 0')
const withNight = (day: Day): Day => day.map((share) => (share === 0 ? nightCounter : share))
const dockDay: Day = hours('0 0 0 0 0.1 0.5 1 1 0.9 0.7 0.6 0.5 0.3 0.5 0.6 0.6 0.5 0.3 0.15 0.1 0 0 0 0')
const dockSaturday: Day = dockDay.map((share, hour) => (hour < 13 ? share * 0.4 : 0))
/** In at eight, out and back at noon, out at five; the night shift and the guards in between. */
const officeDay: Day = hours(
  '0.02 0.02 0.02 0.02 0.03 0.15 0.45 0.9 1 0.5 0.25 0.55 0.9 0.6 0.25 0.3 0.75 0.95 0.5 0.2 0.1 0.06 0.05 0.03',
)
/** Breakfast, a rush at noon, coffee. */
const canteenDay: Day = hours('0 0 0 0 0 0 0.1 0.3 0.25 0.15 0.15 0.6 1 0.75 0.25 0.15 0.15 0.05 0 0 0 0 0 0')
const officeNight: Day = officeDay.map(() => 0.02)

/** By weekday, Sunday first. */
const weeks = {
  shop: [closed, shopDay, shopDay, shopDay, shopDay, shopDay, shopSaturday],
  tills: [
    withNight(sundayTills),
    ...[shopDay, shopDay, shopDay, shopDay, shopDay, shopSaturday].map((day) => withNight(day)),
  ],
  dock: [closed, dockDay, dockDay, dockDay, dockDay, dockDay, dockSaturday],
  canteen: [closed, canteenDay, canteenDay, canteenDay, canteenDay, canteenDay, closed],
  office: [officeNight, officeDay, officeDay, officeDay, officeDay, officeDay, officeNight],
} as const satisfies Readonly<Record<string, readonly Day[]>>
export type Week = keyof typeof weeks

/** Share of the busiest hour's events, 0 to 1, without steps from hour to hour. */
export function busyness(week: Week, { weekday, hour, minute }: LocalTime): number {
  const day: Day = weeks[week][weekday] ?? closed
  const now = day[hour] ?? 0
  // Doors open and close at the full hour, whatever comes after it.
  const next = day[hour + 1] ?? 0
  return now === 0 || next === 0 ? now : now + ((next - now) * minute) / 60
}
