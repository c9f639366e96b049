import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { exportFootageSchema } from '#contract/wall/evidence.ts'
import { parseJson } from '#contract/json.ts'
import { readBounded, writeDurably } from '../durable-file.ts'
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
  read: z
    .record(
      z.string(),
      z.object({
        untilMs: z.number(),
        missing: z.array(rangeSchema),
        flaws: z.array(z.string()),
        /** When the platform was asked for it last, by the platform's clock. */
        readMs: z.number(),
        /** So many files of it were on the disk. */
        files: z.number(),
      }),
    )
    // Changed by somebody: it is read anew, and can be deleted.
    .catch({}),
  /** Of all the rest, by a secret of the workstation. */
  mac: z.string().optional(),
})
export type ExportJournal = z.infer<typeof journalSchema>

const FILE = 'unfinished.json'
const MAX_BYTES = 16 * 1_024 * 1_024

export function keepJournal(folder: string, journal: ExportJournal, secret: Uint8Array): Promise<void> {
  return writeDurably(join(folder, FILE), JSON.stringify({ ...journal, mac: macOf(journal, secret) }))
}

/** Undefined of a folder that is no unfinished export. */
export async function readJournal(folder: string): Promise<ExportJournal | undefined> {
  const read = await readBounded(join(folder, FILE), MAX_BYTES)
  return journalSchema.safeParse(parseJson(read?.bytes.toString('utf8') ?? '')).data
}

/** Whether this workstation has kept it, and nobody else who may write there. */
export function isKeptWith(secret: Uint8Array, journal: ExportJournal): boolean {
  return journal.mac === macOf(journal, secret)
}

function macOf(journal: ExportJournal, secret: Uint8Array): string {
  // Members in the order of the schema, as they are read.
  const rest = journalSchema.parse({ ...journal, mac: undefined })
  return createHmac('sha256', secret).update(JSON.stringify(rest)).digest('hex')
}

/** What follows the one before makes that longer: a gap is told in parts, and each change writes the whole journal. */
export function addMissing(missing: FootageRange[], range: FootageRange): void {
  const last = missing.at(-1)
  if (last?.endMs === range.startMs) missing.splice(-1, 1, { startMs: last.startMs, endMs: range.endMs })
  else missing.push(range)
}
