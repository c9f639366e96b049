import type { EventController } from '../events/event-controller.ts'
import { steadyClock } from '../clock.ts'
import type { AreaOptions } from '../wall/area-options.ts'
import { alarmsOf } from './alarm-controller.ts'
import { soundAlarms } from './alarm-sound.ts'
import { ruleSearchesOf } from './rule-searches.ts'

export type AlarmServices = ReturnType<typeof openAlarms>

export function openAlarms(area: AreaOptions & { readonly eventController: EventController }) {
  const { own } = area
  const alarms = own(alarmsOf(area))
  const alarmSound = own(
    soundAlarms({
      ...area,
      clock: steadyClock,
      computerNowMs: area.clock.nowMs,
      makeContext: () => new AudioContext(),
    }),
  )
  const ruleSearches = own(ruleSearchesOf(area))
  return { alarms, alarmSound, ruleSearches }
}
