import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { exportFootageSchema } from '#contract/wall/evidence.ts'
import { parseJson } from '../json.ts'
import { writeDurably } from './durable-file.ts'
import type { FootageRange } from './footage/footage-port.ts'

const rangeSchema = z.object({ startMs: z.number(), endMs: z.number() })

/** What an unfinished export knows of itself: enough to go on in another run of the program. */
const journalSchema = z.object({
  version: z.literal(2),
  exportId: z.string().min(1).max(100),
  createdMs: z.number(),
  /** Id of the platform in the list of this workstation. */
  platform: z.string(),
  wish: exportFootageSchema,
  /** By camera: until where footage has been read, what of it the platform lists and does not have, and its `FootageFlaw`s. */
  read: z.record(
    z.string(),
    z.object({
      untilMs: z.number(),
      missing: z.array(rangeSchema),
      flaws: z.array(z.string()).optional(),
      /** When the platform was asked for it last, by the platform's clock. */
      readMs: z.number().optional(),
    }),
  ),
})
export type ExportJournal = z.infer<typeof journalSchema>

const FILE = 'unfinished.json'

export function keepJournal(folder: string, journal: ExportJournal): Promise<void> {
  return writeDurably(join(folder, FILE), JSON.stringify(journal))
}

/** Undefined of a folder that is no unfinished export. */
export async function readJournal(folder: string): Promise<ExportJournal | undefined> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => '')
  return journalSchema.safeParse(parseJson(text)).data
}

/** What follows the one before makes that longer: a gap is told in parts, and each change writes the whole journal. */
export function addMissing(missing: FootageRange[], range: FootageRange): void {
  const last = missing.at(-1)
  if (last?.endMs === range.startMs) missing.splice(-1, 1, { startMs: last.startMs, endMs: range.endMs })
  else missing.push(range)
}
