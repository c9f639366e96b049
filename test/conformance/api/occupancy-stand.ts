import { expect } from 'vitest'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import type { PathName } from '#contract/platform/calls.ts'
import type { DictionarySchedule } from '#contract/platform/dictionaries.ts'
import { insertBatchResponse } from '#contract/platform/events.ts'
import {
  type OccupancyEvent,
  type OccupancyReport,
  occupancyReportResponse,
  type OccupancyReportWish,
} from '#contract/platform/occupancy.ts'
import { eventStand } from './event-stand.ts'
import { idleEventPart } from './idle-event-part.ts'
import { type Answer, ask, bearer, post } from './requests.ts'

export const shopHours: DictionarySchedule = {
  id: 'hours',
  name: 'Shop hours',
  timezone: 'Europe/Berlin',
  rules: [
    { days: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'], from: '08:00', until: '20:00' },
    { date: '2026-11-18', from: '10:00', until: '14:00' },
    { date: '2026-11-19', closed: true },
  ],
}

/** The site's interface with two doors, two zones and a schedule of the shop, and another door of the depot. */
export async function occupancyStand() {
  const stand = await eventStand({ idleEvents: await idleEventPart() })
  const { occupancy, baseUrl, shop, depot } = stand
  occupancy.saveDictionaries('shop', {
    entrances: [door('front', 'shop-cam-1'), door('back')],
    zones: [{ ...door('hall', 'shop-cam-2', 'shop-cam-3'), capacity: 40 }, door('yard')],
    schedules: [shopHours],
  })
  occupancy.saveDictionaries('depot', { entrances: [door('gate')], zones: [], schedules: [] })
  const url = (path: PathName) => baseUrl + defaultPaths[path]
  return {
    ...stand,
    url,
    ask: (wish: unknown, key: string | undefined = shop.key): Promise<Answer> =>
      post(url('occupancyReport'), wish, key),
    report: async (wish: OccupancyReportWish): Promise<OccupancyReport> => {
      const answer = await post(url('occupancyReport'), wish, shop.key)
      expect([answer.status, answer.error]).toEqual([200, undefined])
      return occupancyReportResponse.strict().parse(answer.json)
    },
    send: async (events: readonly unknown[], key = shop.key) => {
      const answer = await post(url('occupancyEvents'), { events }, key)
      expect([answer.status, answer.error]).toEqual([200, undefined])
      return insertBatchResponse.parse(answer.json).results
    },
    dictionary: (path: PathName, key = shop.key) => ask(url(path), { headers: bearer(key) }),
    depot,
  }
}

function door(id: string, ...cameraIds: string[]) {
  return { id, name: `Name of ${id}`, cameraIds }
}

export function entrance(id: string, at: string): OccupancyEvent {
  return { type: 'ENTRANCE', id, timestamp: Date.parse(at) }
}
export function exit(id: string, at: string): OccupancyEvent {
  return { type: 'EXIT', id, timestamp: Date.parse(at) }
}
export function count(id: string, people: number, at: string): OccupancyEvent {
  return { type: 'COUNT', id, count: people, timestamp: Date.parse(at) }
}
export function range(start: string, end: string): OccupancyReportWish['timeRange'] {
  return { start: Date.parse(start), end: Date.parse(end) }
}
