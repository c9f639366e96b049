import type { InsertEvent } from '#contract/platform/events.ts'
import { busyness, type Week } from '../../demo/busy-hours.ts'
import type { LocalTime } from '../../demo/local-time.ts'
import { passage } from './passage.ts'
import { receipt } from './receipt.ts'
import { countOf, type Draw, seededDraw } from '../../demo/seeded-random.ts'
import { weighing } from './weighing.ts'

/** One machine of the demonstration that says what happens before a camera. */
export interface DemoSource {
  readonly name: string
  /** Name of its event tag. */
  readonly tag: string
  readonly cameraNumber: number
  readonly week: Week
  readonly perBusiestHour: number
  /** While somebody looks, whatever the hour: the pictures do not go home at night either. */
  readonly perLiveHour: number
  readonly fieldsOf: (draw: Draw) => InsertEvent['fields']
}

export const demoSources: readonly DemoSource[] = [
  source('till-1', 'sale', 3, 'tills', 110, 90, receipt),
  source('tills-of-the-floor', 'sale', 11, 'tills', 370, 120, receipt),
  source('dock-scale', 'weighing', 2, 'dock', 18, 30, weighing),
  source('turnstiles', 'door', 5, 'office', 360, 150, passage),
  source('main-door', 'door', 1, 'office', 190, 60, passage),
]

function source(
  name: string,
  tag: string,
  cameraNumber: number,
  week: Week,
  perBusiestHour: number,
  perLiveHour: number,
  fields: (draw: Draw) => object,
): DemoSource {
  const fieldsOf = (draw: Draw): InsertEvent['fields'] => ({ ...fields(draw) })
  return { name, tag, cameraNumber, week, perBusiestHour, perLiveHour, fieldsOf }
}

/** What happened, when, and a name for it that is the same however often it is asked for. */
export interface DemoHappening {
  readonly timestamp: number
  readonly fields: InsertEvent['fields']
  readonly idempotencyKey: string
}

export const MINUTE_MS = 60_000

/** `history`: by the opening hours. `live`: as at an ordinary hour. */
export type Mode = 'history' | 'live'

/** All of one minute (since the epoch), ascending; the same on every machine for the same seed. */
export function happeningsOf(
  from: DemoSource,
  seed: string,
  minute: number,
  mode: Mode,
  local: LocalTime,
): DemoHappening[] {
  const draw = seededDraw(seed, from.name, minute, mode)
  const perHour = mode === 'live' ? from.perLiveHour : from.perBusiestHour * busyness(from.week, local)
  const instants = Array.from({ length: countOf(perHour / 60, draw) }, () => Math.floor(draw() * MINUTE_MS))
  return instants
    .toSorted((one, other) => one - other)
    .map((atMs, index) => ({
      timestamp: minute * MINUTE_MS + atMs,
      fields: from.fieldsOf(draw),
      idempotencyKey: `demo/${seed}/${mode}/${from.name}/${minute}/${index}`,
    }))
}
