import { z } from 'zod'
import { tileContentSchema } from './document.ts'
import { layoutSchema, MAX_TILES } from './layout.ts'
import { monitorNumberSchema } from './monitors.ts'

export const MAX_SALVOS = 200
export const MAX_SALVO_NAME_CHARS = 60
/** Six digits are an entry. */
const MAX_SALVO_NUMBER = 999_999

/** What a monitor shows: the tiles of its layout and nothing that lies behind them. */
export const salvoWallSchema = z.object({
  monitor: monitorNumberSchema,
  layout: layoutSchema,
  tiles: z.array(tileContentSchema).max(MAX_TILES),
})
export type SalvoWall = z.infer<typeof salvoWallSchema>

export const salvoScopes = ['monitor', 'all'] as const
export type SalvoScope = (typeof salvoScopes)[number]

/** An arrangement under a number. That of one monitor is recalled on whichever monitor it is asked for. */
export const salvoSchema = z.object({
  version: z.literal(1),
  number: z.int().min(1).max(MAX_SALVO_NUMBER),
  name: z.string().trim().max(MAX_SALVO_NAME_CHARS),
  scope: z.enum(salvoScopes),
  walls: z.array(salvoWallSchema).min(1).max(99),
})
export type Salvo = z.infer<typeof salvoSchema>

export const savedSalvosSchema = z
  .array(salvoSchema)
  .max(MAX_SALVOS)
  .refine(
    (salvos) => new Set(salvos.map(({ number }) => number)).size === salvos.length,
    'two salvos have the same number',
  )

export const SALVOS_FORMAT = 'tessera-salvos'
/** One file for other workstations. */
export const salvosFileSchema = z.object({
  format: z.literal(SALVOS_FORMAT),
  version: z.literal(1),
  salvos: savedSalvosSchema,
})

/** `Salvo 5: Night` */
export function salvoTitle({ number, name }: Pick<Salvo, 'number' | 'name'>): string {
  return name === '' ? `Salvo ${number}` : `Salvo ${number}: ${name}`
}
