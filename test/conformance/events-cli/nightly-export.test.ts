import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededDraw } from '#site/demo/seeded-random.ts'
import { CliStand, summary } from './cli-stand.ts'

const dayMs = 86_400_000
/** Each of the two ways of writing it twice. */
const nights = 4
const windowDays = 20
const salesADay = 8

interface Sale {
  readonly atMs: number
  readonly amount: number
  readonly text: string
}

/** Whole seconds, two identical sales in one of them each day; the platform keeps 30 days. */
function salesOf(firstDayMs: number): Sale[] {
  return Array.from({ length: (windowDays + nights) * salesADay }, (_, at) => {
    const day = Math.floor(at / salesADay)
    const inDay = at % salesADay
    const second = inDay === 1 ? 0 : inDay
    return { atMs: firstDayMs + day * dayMs + second * 1_000, amount: second + 0.5, text: 'nightly' }
  })
}

const ascending = (a: number, b: number) => a - b

function shuffled<Item>(items: readonly Item[], seed: string): Item[] {
  const draw = seededDraw(seed)
  return items
    .map((item) => ({ item, at: draw() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** As another program writes it each night: columns, quotes, line ends and trailing blanks differ. */
function exportOf(sales: readonly Sale[], night: number): string {
  const isOdd = night % 2 === 1
  const header = isOdd ? 'amount,timestamp,note,receipt' : 'timestamp,amount,note'
  const rows = sales.map(({ atMs, amount, text }, at) => {
    const time = isOdd ? String(atMs) : new Date(atMs).toISOString()
    return isOdd ? `"${amount.toFixed(2)}",${time},"${text}  ",${at}` : `${time},${amount},${text}`
  })
  return [header, ...rows, ''].join(isOdd ? '\r\n' : '\n')
}

describe('an export of the last days, inserted every night', () => {
  let stand: CliStand
  beforeAll(async () => {
    stand = await CliStand.start()
  })
  afterAll(() => stand?.dispose())

  it('adds each sale once, whatever is exported again, left out, late or in another order', async () => {
    const firstDayMs = Math.floor(Date.now() / 1_000) * 1_000 - (windowDays + nights + 1) * dayMs
    const sales = salesOf(firstDayMs)
    const known = new Map<number, number>()
    for (let night = 0; night < nights; night += 1) {
      const fromMs = firstDayMs + night * dayMs
      const draw = seededDraw('removed', night)
      // Some are missing for a night, and come late.
      const exported = sales
        .filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + windowDays * dayMs)
        .filter(() => draw() > 0.1)
      let fresh = 0
      for (const [atMs, equal] of Map.groupBy(exported, (sale) => sale.atMs)) {
        const before = known.get(atMs) ?? 0
        fresh += Math.max(0, equal.length - before)
        known.set(atMs, Math.max(before, equal.length))
      }
      const file = await stand.write('export.csv', exportOf(shuffled(exported, `night ${night}`), night))
      const ran = await stand.run(['insert', file, '--camera', '1', '--tag', 'Verkauf'])
      const said = summary(exported.length, fresh, exported.length - fresh)
      expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining(said) })
    }
    // Each stands as it was first written.
    const stored = [...(await stand.stored('nightly', 30)), ...(await stand.stored('nightly  ', 30))]
    expect(stored.map(({ timestamp }) => timestamp).toSorted(ascending)).toEqual(
      [...known].flatMap(([atMs, count]) => Array.from({ length: count }, () => atMs)).toSorted(ascending),
    )
  })
})
