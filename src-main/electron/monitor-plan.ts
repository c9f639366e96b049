import type { Monitor, ScreensMode } from '#contract/wall/monitors.ts'
import type { RememberedDisplay } from '../core/settings/stored-schema.ts'

/** A display that is there now. */
export type PresentDisplay = Pick<RememberedDisplay, 'id' | 'label' | 'bounds'>

export interface MonitorPlanInput {
  readonly mode: ScreensMode
  /** The primary one first. */
  readonly displays: readonly PresentDisplay[]
  readonly remembered: readonly RememberedDisplay[]
  /** The display to which the operator's window was moved by hand. */
  readonly operatorMovedTo?: string | undefined
}

/** A window that there should be, and the display that it belongs to; none where no display is there. */
export interface WindowWish extends Monitor {
  readonly display: PresentDisplay | undefined
}

export interface MonitorPlan {
  readonly windows: readonly WindowWish[]
  readonly remembered: readonly RememberedDisplay[]
}

const lastNumber = 99

/** Which windows there should be, and under which numbers. Numbers belong to displays and stay with them. */
export function planMonitors({ mode, displays, remembered, operatorMovedTo }: MonitorPlanInput): MonitorPlan {
  const operator = { number: 1, kind: 'operator', label: '' } as const
  if (mode === 'window') return { windows: [{ ...operator, display: undefined }], remembered }
  const recognized = numberDisplays(displays, remembered)
  const numbers = mode === 'walls' ? withFirst(recognized, operatorMovedTo) : recognized
  const walls = displays.map(
    (display): WindowWish => ({
      number: numbers.present.get(display.id) ?? lastNumber,
      kind: 'wall',
      label: display.label,
      display,
    }),
  )
  const plan = { remembered: rememberedOf(displays, numbers) }
  if (mode === 'kiosk') return { ...plan, windows: walls }
  // While the operator's own display is away its window is a guest on the primary one, whose wall steps back.
  const home = walls.find(({ number }) => number === operator.number) ?? walls[0]
  const operatorWindow = { ...operator, label: home?.label ?? '', display: home?.display }
  return { ...plan, windows: [operatorWindow, ...walls.filter((wall) => wall !== home)] }
}

interface Numbers {
  readonly present: ReadonlyMap<string, number>
  /** Displays that are away keep theirs. */
  readonly absent: readonly RememberedDisplay[]
}

function numberDisplays(
  displays: readonly PresentDisplay[],
  remembered: readonly RememberedDisplay[],
): Numbers {
  const present = new Map<string, number>()
  let absent = remembered
  for (const isSame of waysToRecognize) {
    for (const display of displays) {
      if (present.has(display.id)) continue
      const known = absent.find((one) => isSame(one, display))
      if (known === undefined) continue
      present.set(display.id, known.monitor)
      absent = absent.filter((one) => one !== known)
    }
  }
  const [primary, ...others] = displays
  const inReadingOrder = others.toSorted((a, b) => a.bounds.x - b.bounds.x || a.bounds.y - b.bounds.y)
  for (const display of primary === undefined ? [] : [primary, ...inReadingOrder]) {
    if (present.has(display.id)) continue
    const free = freeNumber(new Set([...present.values(), ...absent.map(({ monitor }) => monitor)]))
    // So many displays have been seen that one which is away gives up its number.
    const number = free ?? absent[0]?.monitor ?? lastNumber
    absent = absent.filter(({ monitor }) => monitor !== number)
    present.set(display.id, number)
  }
  return { present, absent }
}

/**
 * The surest first. Ids change with sockets and restarts, resolutions by hand; two equal displays differ by where
 * they stand; and what stands in a display's place is its successor.
 */
const waysToRecognize: readonly ((one: PresentDisplay, other: PresentDisplay) => boolean)[] = [
  (one, other) => one.id === other.id && hasSameMake(one, other),
  (one, other) => one.id === other.id && one.label === other.label,
  (one, other) => hasSameMake(one, other) && hasSamePlace(one, other),
  hasSameMake,
  hasSamePlace,
]

function hasSameMake(one: PresentDisplay, other: PresentDisplay): boolean {
  const { width, height } = one.bounds
  return one.label === other.label && width === other.bounds.width && height === other.bounds.height
}

function hasSamePlace({ bounds: one }: PresentDisplay, { bounds: other }: PresentDisplay): boolean {
  return one.x === other.x && one.y === other.y
}

function freeNumber(taken: ReadonlySet<number>): number | undefined {
  return Array.from({ length: lastNumber }, (_, at) => at + 1).find((number) => !taken.has(number))
}

/** Whoever moves the operator's window means the two displays to change places. */
function withFirst({ present, absent }: Numbers, movedTo: string | undefined): Numbers {
  const number = movedTo === undefined ? undefined : present.get(movedTo)
  if (number === undefined || number === 1) return { present, absent }
  const exchanged = (one: number) => (one === 1 ? number : one === number ? 1 : one)
  return {
    present: new Map([...present].map(([id, one]) => [id, exchanged(one)])),
    absent: absent.map((one) => ({ ...one, monitor: exchanged(one.monitor) })),
  }
}

function rememberedOf(displays: readonly PresentDisplay[], numbers: Numbers): RememberedDisplay[] {
  const here = displays.map(({ id, label, bounds }) => ({
    monitor: numbers.present.get(id) ?? lastNumber,
    id,
    label,
    bounds,
  }))
  return [...here, ...numbers.absent].toSorted((a, b) => a.monitor - b.monitor)
}
