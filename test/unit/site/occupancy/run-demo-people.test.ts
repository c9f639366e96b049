import { expect, it } from 'vitest'
import type { OccupancyEvent } from '#contract/platform/occupancy.ts'
import { DemoPeople } from '#site/occupancy/demo/demo-people.ts'
import { runDemoPeople } from '#site/occupancy/demo/run-demo-people.ts'

const rules = { seed: 'tessera', timeZone: 'Europe/Berlin', missedShare: 0.008 }
const hourMs = 3_600_000
/** A Wednesday at noon. */
const startMs = Date.parse('2026-11-18T12:00+01:00')
const people = new DemoPeople(rules)
const passages = (events: readonly OccupancyEvent[]) => events.filter(({ type }) => type !== 'COUNT')

/** What is sent while the clock goes on by these steps; nothing more comes after them. */
async function sentWithin(steps: readonly number[], sinceMs?: number) {
  let nowMs = startMs
  const left = steps.values()
  const sent: OccupancyEvent[][] = []
  const filled: number[] = []
  const running = runDemoPeople(
    {
      insertCounts: async (events) => {
        sent.push([...events])
        return 0
      },
    },
    { ...rules, days: 1, sinceMs },
    ({ events }) => void filled.push(events),
    {
      nowMs: () => nowMs,
      pause: async () => {
        const { value: step, done } = left.next()
        if (done) throw new Error('the end of the test')
        nowMs += step
      },
    },
  )
  await expect(running).rejects.toThrow('the end of the test')
  const [history = [], ...live] = sent
  expect(filled).toEqual([history.length])
  return { history, live }
}

it('adds the history up to now, or what is missing of it', async () => {
  const { history } = await sentWithin([])
  expect(history).toEqual(people.history(startMs - 24 * hourMs, startMs))
  const sinceMs = startMs - hourMs
  expect((await sentWithin([], sinceMs)).history).toEqual(people.history(sinceMs + 1, startMs))
  const longAgoMs = startMs - 48 * hourMs
  expect((await sentWithin([], longAgoMs)).history).toEqual(history)
})

it('goes on live without a gap, and sends nothing where nobody comes or goes', async () => {
  const { live } = await sentWithin([20_000, 1, 1, 40_000, 60_000])
  expect(live.map(({ length }) => length)).not.toContain(0)
  expect(live.length).toBeLessThan(5)
  expect(passages(live.flat())).toEqual(passages(people.live(startMs, startMs, startMs + 120_002)))
})

it.each([
  ['slept', 2 * 60_000],
  ['had its clock set back', -hourMs],
])('goes on from now after a machine that %s', async (_what, aboutMs) => {
  // Right behind somebody, so that the last second before has somebody in it.
  const [somebody] = passages(people.history(startMs + aboutMs, startMs + aboutMs + hourMs))
  const nowMs = (somebody?.timestamp ?? 0) + 1
  const { live } = await sentWithin([nowMs - startMs, 30_000])
  expect(live).toEqual([
    people.live(startMs, nowMs - 1_000, nowMs),
    people.live(startMs, nowMs, nowMs + 30_000),
  ])
})

it('does not take a minute for sleep', async () => {
  const { live } = await sentWithin([60_000])
  expect(live).toEqual([people.live(startMs, startMs, startMs + 60_000)])
})
