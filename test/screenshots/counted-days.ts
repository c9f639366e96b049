import type { OccupancyEvent } from '#contract/platform/occupancy.ts'

const minuteMs = 60_000

/** How many come in a minute at this hour of a day: a shop with a lunch peak and a longer one after work. */
function arrivals(hour: number): number {
  const peak = (at: number, width: number) => Math.exp(-(((hour - at) / width) ** 2))
  return hour < 8 || hour >= 20 ? 0 : 0.15 + 1.1 * peak(12.3, 0.9) + 1.4 * peak(17.4, 1.5)
}

/** One entrance over whole days before today: each person stays for about half an hour, and all are out by the evening. */
export function countedDays(id: string, days: number, todayMs: number): OccupancyEvent[] {
  const events: OccupancyEvent[] = []
  for (let day = 1; day <= days; day++) {
    let due = 0
    for (let minute = 0; minute < 24 * 60; minute++) {
      due += arrivals(minute / 60) * (1 + 0.25 * Math.sin(day * 7 + minute / 37))
      for (; due >= 1; due--) {
        const timestamp = todayMs - day * 24 * 60 * minuteMs + minute * minuteMs + Math.round(due * 977)
        const stayMs = (18 + ((minute * 7 + day * 13) % 27)) * minuteMs
        events.push({ type: 'ENTRANCE', id, timestamp }, { type: 'EXIT', id, timestamp: timestamp + stayMs })
      }
    }
  }
  return events
}
