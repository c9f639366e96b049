import { layoutOf } from '#contract/wall/layout.ts'
import type { Salvo } from '#contract/wall/salvo.ts'

/** Of one tile of the first monitor, without content, but for what is named. */
export const salvoOf = (number: number, named: Partial<Salvo> = {}): Salvo => ({
  version: 1,
  number,
  name: '',
  scope: 'monitor',
  walls: [{ monitor: 1, layout: layoutOf(1), tiles: [] }],
  ...named,
})
