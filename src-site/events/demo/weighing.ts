import { between, type Draw } from '../../demo/seeded-random.ts'

export interface Weighing {
  /** kg. */
  readonly weight: number
  readonly pallets: number
  readonly plate: string
  readonly inbound: boolean
}

const districts: readonly [string, ...string[]] = ['B', 'HH', 'K', 'L', 'M', 'S', 'DD', 'NW']
const letters = 'ABCDEFGHKLMNPRSTUVWXYZ'

/** A lorry on the scale: the same sixty come again and again. */
export function weighing(draw: Draw): Weighing {
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
