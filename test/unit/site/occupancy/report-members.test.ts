import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { occupancyReportRequest } from '#contract/platform/occupancy.ts'
import { invalidRequest } from '#site/api/error-refusal.ts'
import { OccupancyPart } from '#site/occupancy/occupancy-part.ts'
import { prepareOccupancyDatabase } from '#site/store/occupancy-database.ts'
import { FakeClock } from '../fake-clock.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const good = { entrancesAndExits: ['front', 'hall'], timeRange: { start: noon - hourMs, end: noon } }

/** Values of each member; those that are wrong by themselves stand behind the bar. */
const values: Readonly<Record<string, { right: readonly unknown[]; wrong: readonly unknown[] }>> = {
  entrancesAndExits: { right: [['front'], ['yard', 'back']], wrong: [undefined, [], ['gate']] },
  objectType: { right: [undefined, 'PEOPLE'], wrong: ['CARS'] },
  timeRange: {
    right: [good.timeRange, { start: noon - 3 * dayMs, end: noon - 2 * hourMs }],
    wrong: [undefined, {}],
  },
  timezone: { right: [undefined, 'Australia/Lord_Howe'], wrong: ['Nowhere'] },
  resetInterval: { right: [undefined, 'WEEK'], wrong: ['YEAR'] },
  resetTime: { right: [undefined, '23'], wrong: ['99'] },
  resetDay: { right: [undefined, 'SATURDAY'], wrong: ['TODAY'] },
  resetMode: { right: [undefined, 'TIME', 'SCHEDULE'], wrong: ['OFF'] },
  resetScheduleId: { right: [undefined, 'hours'], wrong: [''] },
  resetValueMode: { right: [undefined, 'FIXED', 'BY_ZONE_COUNTING'], wrong: ['MAX'] },
  resetToValue: { right: [undefined, 12], wrong: [-2] },
  resetZoneIds: { right: [undefined, ['hall'], ['yard', 'hall']], wrong: [[5]] },
  somethingElse: { right: [undefined], wrong: [true] },
}
const names = Object.keys(values)

/** Members at fault, by rules written down once more. */
function faultsOf(body: Readonly<Record<string, unknown>>): Set<string> {
  const faults = new Set(names.filter((name) => values[name]?.wrong.includes(body[name])))
  const isScheduled = body['resetMode'] === 'SCHEDULE'
  if (isScheduled !== (body['resetScheduleId'] !== undefined)) faults.add('resetScheduleId')
  if (body['resetValueMode'] === 'BY_ZONE_COUNTING' && body['resetZoneIds'] === undefined) {
    faults.add('resetZoneIds')
  }
  return faults
}

function* pairs(): Generator<Record<string, unknown>> {
  for (const [at, one] of names.entries()) {
    for (const other of names.slice(at + 1)) {
      for (const a of [...(values[one]?.right ?? []), ...(values[one]?.wrong ?? [])]) {
        for (const b of [...(values[other]?.right ?? []), ...(values[other]?.wrong ?? [])]) {
          yield { ...good, [one]: a, [other]: b }
        }
      }
    }
  }
}

const named = (id: string) => ({ id, name: id, cameraIds: [] })

/** How a question is refused, undefined when it is answered; `conformance/api/occupancy-rules` shows the same over HTTP. */
function judge() {
  const dir = tempDir()
  const clock = new FakeClock()
  clock.nowMs = noon
  prepareOccupancyDatabase({ dir, clock })
  const part = new OccupancyPart({ dir, clock, log: pino({ level: 'silent' }) })
  onTestFinished(() => part.dispose())
  const hours = {
    id: 'hours',
    name: 'Hours',
    timezone: 'UTC',
    rules: [{ date: '2026-11-20', closed: true as const }],
  }
  part.saveDictionaries('shop', {
    entrances: [named('front'), named('back')],
    zones: [named('hall'), named('yard')],
    schedules: [hours],
  })
  part.saveDictionaries('depot', { entrances: [named('gate')], zones: [], schedules: [] })
  return async (body: unknown) => {
    // As it arrives: without what is undefined.
    const parsed = occupancyReportRequest.safeParse(JSON.parse(JSON.stringify(body)))
    if (!parsed.success) return invalidRequest(parsed.error)
    const report = await part.report('shop', parsed.data)
    return report.ok ? undefined : report.error
  }
}

test('all pairs of members: taken when each of them is right, refused by a member at fault otherwise', async () => {
  const refusalOf = judge()
  let taken = 0
  let refused = 0
  for (const body of pairs()) {
    const faults = faultsOf(body)
    const refusal = await refusalOf(body)
    if (faults.size === 0) {
      expect(refusal, JSON.stringify(body)).toBeUndefined()
      taken += 1
    } else {
      expect([...faults], JSON.stringify(body)).toContain(refusal?.field?.split('.')[0])
      refused += 1
    }
  }
  expect(taken).toBeGreaterThan(200)
  expect(refused).toBeGreaterThan(500)
})
