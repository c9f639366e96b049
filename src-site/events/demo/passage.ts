import { between, type Draw } from '../../demo/seeded-random.ts'

export interface Passage {
  readonly badge: string
  readonly person: string
  readonly granted: boolean
}

const firstNames = 'Ada Ben Chloé David Elif Farid Greta Hüseyin Ines Jonas Kira Luca'.split(' ')
const lastNames =
  'Albers Brandt Çelik Dubois Ernst Fischer García Hofmann Ivanova Jansen Kowalska Lindner Möller Novák Öztürk'.split(
    ' ',
  )

/** Somebody holds a badge before the reader; now and then one that does not open this door. */
export function passage(draw: Draw): Passage {
  const badge = between(1, 240, draw)
  const first = firstNames[badge % firstNames.length] ?? ''
  const last = lastNames[Math.floor(badge / firstNames.length) % lastNames.length] ?? ''
  return {
    badge: `T-${String(badge).padStart(4, '0')}`,
    person: `${first} ${last}`,
    granted: draw() >= 0.015,
  }
}
