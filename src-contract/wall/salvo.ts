import { z } from 'zod'
import { tileContentSchema } from './document.ts'
import { idSchema } from './kinds.ts'
import { layoutSchema, MAX_TILES } from './layout.ts'
import { monitorNumberSchema } from './monitors.ts'

export const MAX_SALVOS = 200
/** Of all together as JSON: 200 of four monitors with 36 cameras each take two million, of 16 sequences of 20 cameras 4.7. */
export const MAX_SALVOS_BYTES = 5 * 1_024 * 1_024
/** … of their file: lines and indentation make each short member three times as long. */
export const MAX_SALVOS_FILE_BYTES = 4 * MAX_SALVOS_BYTES
export const MAX_SALVO_NAME_CHARS = 60
/** Six digits are an entry. */
const MAX_SALVO_NUMBER = 999_999

export const salvoNumberSchema = z.int().min(1).max(MAX_SALVO_NUMBER)

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
  number: salvoNumberSchema,
  name: z.string().trim().max(MAX_SALVO_NAME_CHARS),
  scope: z.enum(salvoScopes),
  walls: z.array(salvoWallSchema).min(1).max(99),
})
export type Salvo = z.infer<typeof salvoSchema>

const salvosSchema = z
  .array(salvoSchema)
  .refine(
    (salvos) => new Set(salvos.map(({ number }) => number)).size === salvos.length,
    'two salvos have the same number',
  )
export const savedSalvosSchema = salvosSchema.max(MAX_SALVOS)

/** One that walls share, as the platform keeps it; `version` 0: this wall's change has not arrived there yet. */
export const sharedSalvoSchema = z.object({
  salvo: salvoSchema,
  version: z.int().nonnegative(),
  savedBy: z.string().max(200),
  /** Epoch milliseconds. */
  savedAtMs: z.int().nonnegative(),
  /** The platform does not take this wall's change. */
  isRefused: z.boolean().optional(),
})
export type SharedSalvo = z.infer<typeof sharedSalvoSchema>

/** Two have changed one salvo: nothing is lost until somebody chooses. */
export const salvoConflictSchema = z.object({
  number: salvoNumberSchema,
  /** Absent: this wall has removed it. */
  mine: salvoSchema.optional(),
  /** Absent: somebody else has removed it, or it cannot be read. */
  theirs: sharedSalvoSchema.optional(),
  /** Theirs was written by a newer version of the program, and cannot be shown. */
  isNewer: z.boolean().optional(),
})
export type SalvoConflict = z.infer<typeof salvoConflictSchema>

export const sharedSalvosSchema = z.object({
  /** `absent`: this platform keeps none. `reading`: there may be more. `away`: what was read last, and changes wait. */
  reach: z.enum(['unknown', 'absent', 'reading', 'on', 'away']),
  salvos: z.array(sharedSalvoSchema).max(2 * MAX_SALVOS),
  conflicts: z.array(salvoConflictSchema).max(MAX_SALVOS),
})
export type SharedSalvos = z.infer<typeof sharedSalvosSchema>
export const noSharedSalvos: SharedSalvos = { reach: 'unknown', salvos: [], conflicts: [] }

export const resolveSalvoSchema = z.object({
  number: salvoNumberSchema,
  /** `both`: mine gets another number. */
  keep: z.enum(['mine', 'theirs', 'both']),
})

/** Those of the workstation before shared ones of the same number, in the order of their numbers. */
export function allSalvos(own: readonly Salvo[], { salvos }: Pick<SharedSalvos, 'salvos'>): Salvo[] {
  const numbers = new Set(own.map(({ number }) => number))
  const shared = salvos.map(({ salvo }) => salvo).filter(({ number }) => !numbers.has(number))
  return [...own, ...shared].toSorted((a, b) => a.number - b.number)
}

/** The first number that no salvo has. */
export function freeSalvoNumber(salvos: readonly Pick<Salvo, 'number'>[]): number {
  const taken = new Set(salvos.map(({ number }) => number))
  let number = 1
  while (taken.has(number)) number += 1
  return number
}

export const MAX_SALVO_TIMES = 60
/** When a salvo is recalled by itself. */
export const salvoTimeSchema = z.object({
  id: z.string().regex(/^\S{1,100}$/),
  isOn: z.boolean().default(true),
  salvo: salvoNumberSchema,
  /** Minute, hour, day of the month, month and weekday as in a crontab; on the clock of the wall's zone. */
  pattern: z.string().trim().min(9).max(100),
  /** When somebody entered it, or switched it on: nothing that it says lies before. Epoch milliseconds. */
  sinceMs: z.int().nonnegative(),
})
export type SalvoTime = z.infer<typeof salvoTimeSchema>
export const salvoTimesSchema = z.array(salvoTimeSchema).max(MAX_SALVO_TIMES)

export const SALVOS_FORMAT = 'tessera-salvos'
/** One file for other workstations. */
export const salvosFileSchema = z.object({
  format: z.literal(SALVOS_FORMAT),
  version: z.literal(1),
  salvos: savedSalvosSchema,
  /** Of numbers that none of `salvos` has. */
  shared: salvosSchema.max(2 * MAX_SALVOS).default([]),
})

/** What a rule or the schedule changes on a wall. A page whose operator is busy lets it wait. */
const wallActSchema = z.object({
  by: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('rule'), title: z.string().max(100) }),
    z.object({ kind: z.literal('schedule') }),
  ]),
  /** Epoch milliseconds. */
  atMs: z.int().nonnegative(),
  salvo: salvoNumberSchema.optional(),
  /** Shown in the hotspots of all monitors. */
  cameraId: idSchema.optional(),
  /** Priority whose signal sounds. */
  sound: z.int().min(1).max(4).optional(),
})
export type WallAct = z.infer<typeof wallActSchema>
/** … under main's name, by which its page confirms it. */
export const pushedActSchema = wallActSchema.extend({ id: z.string().min(1).max(60) })
export type PushedAct = z.infer<typeof pushedActSchema>
