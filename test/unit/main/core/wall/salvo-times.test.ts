import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { StateFile } from '#main/core/settings/state-file.ts'
import { SalvoFile } from '#main/core/wall/salvo-file.ts'
import { salvoRuns, SalvoTimes } from '#main/core/wall/salvo-times.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { FakeTime } from '../support/fake-time.ts'
import { memoryLog } from '../support/memory-log.ts'
import { UnsyncedStore } from '../support/unsynced-store.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const places = new Map<number, 'all' | number>([
  [5, 1],
  [6, 1],
  [7, 2],
  [8, 'all'],
])
/** Saturday, 13:00 in Berlin. */
const beginMs = Date.UTC(2026, 10, 21, 12)
const time = (number: number, pattern: string, sinceMs = beginMs) => ({
  id: `${number} ${pattern}`.replaceAll(' ', '_'),
  isOn: true,
  salvo: number,
  pattern,
  sinceMs,
})

/** A workstation whose file of salvos outlives its program. */
class Stand {
  readonly time = new FakeTime()
  readonly recalled: string[] = []
  readonly times: readonly ReturnType<typeof time>[]
  content: Record<string, unknown> = {}

  constructor(times: readonly ReturnType<typeof time>[]) {
    this.times = times
  }

  /** A program begins; its end is the answer. */
  start(): () => void {
    const settings = wallSettingsSchema.parse({ timeZone: 'Europe/Berlin', salvoTimes: this.times })
    const write = (content: object) => void (this.content = { ...content })
    const file = { content: this.content, report: () => [], write }
    const times = new SalvoTimes({
      settings: () => settings,
      platform: () => 'https://a.example',
      placeOf: (number) => places.get(number),
      file: new SalvoFile(file, memoryLog().logger.area('salvos')),
      clock: this.time,
      timers: this.time,
      onDue: (number) => this.recalled.push(`${number} at ${this.now}`),
    })
    times.walls(true)
    onTestFinished(() => times.dispose())
    return () => times.dispose()
  }

  /** `Sat 13:00`, in Berlin. */
  get now(): string {
    const options = {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    } as const
    return new Date(this.time.wallMs()).toLocaleString('en-GB', options).replace(',', '')
  }
}

describe('a salvo that is recalled by the clock', () => {
  it('comes at its time, in the zone of the wall, once a run', async () => {
    const stand = new Stand([time(5, '0 22 * * *'), time(6, '30 6 * * 1')])
    stand.start()
    await stand.time.advance(48 * hourMs)
    expect(stand.recalled).toEqual(['5 at Sat 22:00', '5 at Sun 22:00', '6 at Mon 06:30'])
  })

  it.each([10, 400 * 24])('comes at its time once a clock that was %i h ahead is right', async (hours) => {
    const stand = new Stand([time(5, '0 22 * * *')])
    stand.time.setWall(hours * hourMs)
    stand.start()()
    stand.recalled.length = 0
    stand.time.setWall(-hours * hourMs)
    stand.start()
    await stand.time.advance(24 * hourMs)
    expect(stand.recalled).toEqual(['5 at Sat 22:00'])
  })

  it('comes at its time where it was entered while the clock was ahead', async () => {
    const stand = new Stand([time(5, '0 22 * * *', beginMs + 720 * hourMs)])
    stand.start()
    await stand.time.advance(24 * hourMs)
    expect(stand.recalled).toEqual(['5 at Sat 22:00'])
  })

  it('comes by the clock of this machine where that does not know the zone of the wall', () => {
    const [atMs = 0] = salvoRuns('0 22 * * *', 'Europe/Nowhere', beginMs, 1)
    expect(new Date(atMs).getHours()).toBe(22)
  })

  it('comes on its minute, whenever the program was started', async () => {
    const stand = new Stand([time(5, '* * * * *')])
    await stand.time.advance(20_000)
    stand.start()
    stand.recalled.length = 0
    await stand.time.advance(minuteMs - 20_000)
    expect(stand.recalled).toHaveLength(1)
  })

  it('is that of the last run, where the program was down or the machine slept over several', async () => {
    const stand = new Stand([time(5, '0 * * * *'), time(6, '30 * * * *')])
    const stop = stand.start()
    await stand.time.advance(10 * minuteMs)
    stop()
    stand.recalled.length = 0
    stand.time.sleep(5 * hourMs)
    stand.start()
    await stand.time.advance(0)
    expect(stand.recalled).toEqual(['5 at Sat 18:10'])
    stand.time.sleep(5 * hourMs + 30 * minuteMs)
    await stand.time.advance(minuteMs)
    expect(stand.recalled.at(-1)).toMatch(/^6 at Sat 23:4/)
    expect(stand.recalled).toHaveLength(2)
  })

  it('is not brought back by a start, when it had been recalled before', async () => {
    const stand = new Stand([time(5, '0 * * * *')])
    const stop = stand.start()
    await stand.time.advance(70 * minuteMs)
    expect(stand.recalled.at(-1)).toBe('5 at Sat 14:00')
    const before = stand.recalled.length
    stop()
    stand.start()
    await stand.time.advance(10 * minuteMs)
    expect(stand.recalled).toHaveLength(before)
  })

  it('has no run before it was entered, and none of more than a day ago', async () => {
    const monthly = new Stand([time(5, '0 6 20 * *', 0), time(6, '0 12 * * *')])
    monthly.start()
    await monthly.time.advance(0)
    expect(monthly.recalled).toEqual([])
  })

  it('comes to each monitor its own, unless one of all came later', async () => {
    const stand = new Stand([time(5, '0 14 * * *'), time(7, '0 14 * * *'), time(8, '0 15 * * *')])
    stand.start()
    await stand.time.advance(90 * minuteMs)
    expect(stand.recalled).toEqual(['5 at Sat 14:00', '7 at Sat 14:00'])
    stand.time.sleep(25 * hourMs)
    await stand.time.advance(minuteMs)
    expect(stand.recalled.slice(2)).toEqual([expect.stringMatching(/^8 at Sun 15:3/)])
  })

  it.each([
    ['30 2 * * *', ['5 at Sun 02:30'], ['5 at Sun 03:00']],
    [
      '0 2,10,18 * * *',
      ['5 at Sat 18:00', '5 at Sun 02:00', '5 at Sun 10:00', '5 at Sun 18:00'],
      ['5 at Sat 18:00', '5 at Sun 03:00', '5 at Sun 10:00', '5 at Sun 18:00', '5 at Mon 02:00'],
    ],
  ])(
    'comes once on a day whose clock is changed (%s): later where its time is left out',
    async (pattern, autumn, spring) => {
      const stand = new Stand([time(5, pattern, 0)])
      stand.time.setWall(Date.UTC(2026, 9, 24, 12) - stand.time.wallMs())
      stand.start()
      stand.recalled.length = 0
      await stand.time.advance(36 * hourMs)
      expect(stand.recalled).toEqual(autumn)
      stand.time.setWall(Date.UTC(2027, 2, 27, 12) - stand.time.wallMs())
      await stand.time.advance(2 * minuteMs)
      stand.recalled.length = 0
      await stand.time.advance(36 * hourMs)
      expect(stand.recalled).toEqual(spring)
    },
  )
})

it.each([1, 2])(
  'a file of salvos of version %i lacks alone what cannot be read, says so and is copied',
  (version) => {
    const change = {
      number: 5,
      baseVersion: 2,
      changeId: '9d9f8b0e-6c65-4a7e-8f4b-0b8f3f1e8a11',
      savedBy: 'Ada',
      atMs: 1,
    }
    const content = {
      version,
      handledMs: { a: 7 },
      shared: { a: { salvos: [{ salvo: 4 }], changes: [{ ...change, number: -1 }, change] }, b: 3 },
    }
    const folder = tempDir()
    writeFileSync(join(folder, 'salvos.json'), JSON.stringify(content))
    const file = new StateFile({ Store: UnsyncedStore, folder, name: 'salvos', nowMs: 0 })
    const kept = new SalvoFile(file, memoryLog().logger.area('salvos'))
    expect(kept.shared('a')).toEqual({ salvos: [], changes: [change] })
    expect(kept.handledMs('a')).toBe(7)
    const copy = readdirSync(folder).find((name) => name.includes('damaged')) ?? expect.fail('no copy')
    expect(kept.notices).toMatchObject([
      { exact: { code: 'parts_unread_copied', values: { file: 'salvos.json', copy } } },
    ])
    kept.handled('a', 9)
    expect(JSON.parse(readFileSync(join(folder, copy), 'utf8'))).toEqual(content)
  },
)
