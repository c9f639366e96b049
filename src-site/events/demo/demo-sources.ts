import type { InsertEvent } from '#contract/platform/events.ts'
import { busyness, type Week } from '../../demo/busy-hours.ts'
import type { LocalTime } from '../../demo/local-time.ts'
import { between, countOf, type Draw, pick, seededDraw } from '../../demo/seeded-random.ts'

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
  fieldsOf: DemoSource['fieldsOf'],
): DemoSource {
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

const firstNames = 'Ada Ben Chloé David Elif Farid Greta Hüseyin Ines Jonas Kira Luca'.split(' ')
const lastNames =
  'Albers Brandt Çelik Dubois Ernst Fischer García Hofmann Ivanova Jansen Kowalska Lindner Möller Novák Öztürk'.split(
    ' ',
  )

/** Somebody holds a badge before the reader; now and then one that does not open this door. */
export function passage(draw: Draw) {
  const badge = between(1, 240, draw)
  const first = firstNames[badge % firstNames.length] ?? ''
  const last = lastNames[Math.floor(badge / firstNames.length) % lastNames.length] ?? ''
  return {
    badge: `T-${String(badge).padStart(4, '0')}`,
    person: `${first} ${last}`,
    granted: draw() >= 0.015,
  }
}

const districts: readonly [string, ...string[]] = ['B', 'HH', 'K', 'L', 'M', 'S', 'DD', 'NW']
const letters = 'ABCDEFGHKLMNPRSTUVWXYZ'

/** A lorry on the scale: the same sixty come again and again. */
export function weighing(draw: Draw) {
  const lorry = between(1, 60, draw)
  const pallets = between(1, 33, draw)
  const kilogramsAPallet = 120 + draw() * 480
  return {
    weight: Math.round(pallets * kilogramsAPallet * 2) / 2,
    pallets,
    plate: plateOf(lorry),
    inbound: draw() < 0.6,
  }
}

function plateOf(lorry: number): string {
  const district = districts[lorry % districts.length] ?? districts[0]
  const first = letters[(lorry * 7) % letters.length] ?? 'A'
  const second = letters[(lorry * 13) % letters.length] ?? 'B'
  return `${district}-${first}${second} ${1_000 + ((lorry * 977) % 9_000)}`
}

type Goods = readonly [name: string, cents: number]

const goods: readonly [Goods, ...Goods[]] = [
  ['Milk 1 l', 119],
  ['Butter 250 g', 229],
  ['Eggs, 10', 289],
  ['Rye bread', 349],
  ['Rolls, 6', 198],
  ['Bananas 1 kg', 179],
  ['Apples 1 kg', 249],
  ['Tomatoes 500 g', 219],
  ['Cucumber', 89],
  ['Potatoes 2 kg', 299],
  ['Onions 1 kg', 129],
  ['Rice 1 kg', 229],
  ['Spaghetti 500 g', 99],
  ['Olive oil 0.75 l', 899],
  ['Coffee 500 g', 699],
  ['Green tea, 20', 249],
  ['Orange juice 1 l', 239],
  ['Mineral water 1.5 l', 69],
  ['Beer 0.5 l', 129],
  ['Wheat beer 0.5 l', 139],
  ['Red wine 0.75 l', 549],
  ['Crème fraîche', 129],
  ['Gouda, sliced', 259],
  ['Yoghurt, 4', 199],
  ['Chicken breast 400 g', 549],
  ['Minced beef 500 g', 499],
  ['Salmon fillet 250 g', 649],
  ['Frozen pizza', 299],
  ['Chocolate 100 g', 149],
  ['Crisps 175 g', 199],
  ['Toothpaste', 179],
  ['Washing powder', 799],
  ['Kitchen paper, 4', 279],
  ['Batteries AA, 8', 599],
  ['Daily paper', 320],
]

export function receipt(draw: Draw) {
  // A restaurant buys for its kitchen.
  const isWholesale = draw() < 0.08
  const [fewest, most] = isWholesale ? [8, 30] : [2, 6]
  const lines = 1 + countOf(3.5, draw)
  const bought = Array.from({ length: lines }, () => ({
    article: pick(goods, draw),
    pieces: !isWholesale && draw() < 0.75 ? 1 : between(fewest, most, draw),
  }))
  const cents = bought.reduce((sum, { article, pieces }) => sum + article[1] * pieces, 0)
  return {
    amount: cents / 100,
    items: bought.reduce((sum, { pieces }) => sum + pieces, 0),
    card: draw() < 0.68,
    void: draw() < 0.012,
    // As printed.
    text: bought
      .map(
        ({ article: [name, price], pieces }) => `${pieces} x ${name}  ${((price * pieces) / 100).toFixed(2)}`,
      )
      .join('\n'),
  }
}
