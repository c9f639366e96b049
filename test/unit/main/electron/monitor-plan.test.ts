import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  integer,
  nat,
  property,
  record,
  tuple,
  uniqueArray,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RememberedDisplay } from '#main/core/settings/stored-schema.ts'
import {
  type MonitorPlan,
  type MonitorPlanInput,
  planMonitors,
  type PresentDisplay,
} from '#main/electron/monitor-plan.ts'

function display(id: string, x: number, over: Partial<PresentDisplay> = {}): PresentDisplay {
  return { id, label: 'DELL', bounds: { x, y: 0, width: 1920, height: 1080 }, ...over }
}

const left = display('1', 0)
const middle = display('2', 1920)
const right = display('3', 3840)
const three = [left, middle, right]

function plan(input: Partial<MonitorPlanInput> & Pick<MonitorPlanInput, 'displays'>): MonitorPlan {
  return planMonitors({ mode: 'kiosk', remembered: [], ...input })
}

/** `number kind → display`, in order of numbers. */
function seen({ windows }: MonitorPlan): string[] {
  return windows
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, kind, display: on }) => `${number} ${kind} → ${on?.id ?? 'none'}`)
}

/** A mode, then what is there, step by step; the plan after the last. */
function after(mode: 'walls' | 'kiosk', ...steps: readonly (readonly PresentDisplay[])[]): MonitorPlan {
  return steps.reduce<MonitorPlan>(
    ({ remembered }, displays) => planMonitors({ mode, displays, remembered }),
    { windows: [], remembered: [] },
  )
}

describe('planMonitors', () => {
  it('has one window and remembers what it knew in the ordinary mode', () => {
    const { remembered } = plan({ displays: three })
    const ordinary = plan({ mode: 'window', displays: three, remembered })
    expect(seen(ordinary)).toEqual(['1 operator → none'])
    expect(ordinary.remembered).toEqual(remembered)
  })

  it('numbers the primary display first and the others from left to right', () => {
    expect(seen(plan({ displays: [middle, right, left] }))).toEqual([
      '1 wall → 2',
      '2 wall → 1',
      '3 wall → 3',
    ])
  })

  it("puts a wall on every display but the operator's", () => {
    expect(seen(plan({ mode: 'walls', displays: three }))).toEqual([
      '1 operator → 1',
      '2 wall → 2',
      '3 wall → 3',
    ])
  })

  it("exchanges two displays when the operator's window is moved by hand", () => {
    const { remembered } = plan({ mode: 'walls', displays: three })
    const moved = plan({ mode: 'walls', displays: three, remembered, operatorMovedTo: '3' })
    expect(seen(moved)).toEqual(['1 operator → 3', '2 wall → 2', '3 wall → 1'])
    const again = plan({ mode: 'walls', displays: three, remembered: moved.remembered })
    expect(seen(again)).toEqual(seen(moved))
  })

  it("takes the operator's window in on another display while its own is away, and gives that back", () => {
    const away = after('walls', three, [middle, right])
    expect(seen(away)).toEqual(['1 operator → 2', '3 wall → 3'])
    expect(seen(after('walls', three, [middle, right], three))).toEqual(
      seen(plan({ mode: 'walls', displays: three })),
    )
  })

  it("keeps the operator's window where there is no display at all", () => {
    expect(seen(after('walls', three, []))).toEqual(['1 operator → none'])
    expect(seen(plan({ mode: 'window', displays: [] }))).toEqual(['1 operator → none'])
  })

  it('closes nothing else when a display is unplugged', () => {
    expect(seen(after('kiosk', three, [left, right]))).toEqual(['1 wall → 1', '3 wall → 3'])
    expect(seen(after('kiosk', three, [middle, right]))).toEqual(['2 wall → 2', '3 wall → 3'])
  })

  it('keeps the number when the resolution, the place or the primary display changes', () => {
    const sharper = { ...middle, bounds: { x: 1920, y: 0, width: 3840, height: 2160 } }
    expect(seen(after('kiosk', three, [left, sharper, right]))).toEqual(seen(after('kiosk', three)))
    expect(seen(after('kiosk', three, [display('1', 1920), display('2', 0), right]))).toEqual(
      seen(after('kiosk', three)),
    )
    expect(seen(after('kiosk', three, [right, left, middle]))).toEqual(seen(after('kiosk', three)))
  })

  it('tells two equal displays apart by where they stand when both have new ids', () => {
    const swapped = [display('9', 1920), display('8', 0)]
    expect(seen(after('kiosk', [left, middle], swapped))).toEqual(['1 wall → 8', '2 wall → 9'])
  })

  it("takes what stands in a display's place for its successor", () => {
    const successor = display('7', 0, {
      label: 'EIZO',
      bounds: { x: 0, y: 0, width: 2560, height: 1440 },
    })
    expect(seen(after('kiosk', [left], [successor]))).toEqual(['1 wall → 7'])
  })

  it('gives a number of a display that is away to a new one when all are taken', () => {
    const remembered = Array.from(
      { length: 99 },
      (_, at): RememberedDisplay => ({
        ...display(`old ${at}`, 10_000 + at, { label: `old ${at}` }),
        monitor: at + 1,
      }),
    )
    const full = plan({ displays: [left], remembered })
    expect(seen(full)).toEqual(['1 wall → 1'])
    expect(full.remembered).toHaveLength(99)
  })
})

/** Displays with different ids and places, of few makes so that equal ones are frequent. */
const displays = uniqueArray(integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 6 }).chain((places) =>
  tuple(
    ...places.map((place) =>
      record({
        id: constant(String(place)),
        label: constantFrom('', 'DELL', 'EIZO'),
        bounds: record({
          x: constant(place * 1920),
          y: constant(0),
          width: constantFrom(1920, 3840),
          height: constantFrom(1080, 2160),
        }),
      }),
    ),
  ),
)
const mode = constantFrom('walls', 'kiosk')
/** What was there before, one set of displays after the other. */
const past = array(displays, { maxLength: 5 })

function numbersOf({ windows }: MonitorPlan): Record<string, number> {
  return Object.fromEntries(windows.map(({ number, display: on }) => [on?.id ?? 'none', number]))
}

describe('planMonitors, whatever has been there', () => {
  it('gives every display one window and every window a number of its own', () => {
    assert(
      property(mode, past, displays, (chosen, before, now) => {
        const { windows, remembered } = after(chosen, ...before, now)
        expect(new Set(windows.map(({ display: on }) => on?.id))).toEqual(new Set(now.map(({ id }) => id)))
        expect(new Set(windows.map(({ number }) => number)).size).toBe(windows.length)
        expect(new Set(remembered.map(({ monitor }) => monitor)).size).toBe(remembered.length)
        const operators = windows.filter(({ kind }) => kind === 'operator')
        expect(operators.map(({ number }) => number)).toEqual(chosen === 'walls' ? [1] : [])
      }),
    )
  })

  it('gives a display that was away its number back, also under another id', () => {
    assert(
      property(mode, past, displays, nat(), boolean(), (chosen, before, now, at, isRenamed) => {
        const gone = now[at % now.length]
        const whole = numbersOf(after(chosen, ...before, now))
        const without = now.filter((one) => one !== gone)
        const back = now.map((one) => (one === gone && isRenamed ? { ...one, id: 'new socket' } : one))
        const again = numbersOf(after(chosen, ...before, now, without, back))
        if (gone !== undefined && isRenamed) again[gone.id] = again['new socket'] ?? 0
        expect(again).toMatchObject(whole)
      }),
    )
  })

  it("always puts the operator's window where it is moved to", () => {
    assert(
      property(past, displays, nat(), (before, now, at) => {
        const target = now[at % now.length]
        const { remembered } = after('walls', ...before, now)
        const moved = planMonitors({ mode: 'walls', displays: now, remembered, operatorMovedTo: target?.id })
        expect(moved.windows.find(({ number }) => number === 1)).toMatchObject({
          kind: 'operator',
          display: target,
        })
        expect(new Set(moved.remembered.map(({ monitor }) => monitor)).size).toBe(moved.remembered.length)
      }),
    )
  })
})
