import { createHash, type Hash } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '#contract/json.ts'
import { sourceFormatSchema } from './source-format.ts'

const positionSchema = z.object({
  bytes: z.int().nonnegative(),
  /** Of the next record, from 1. */
  line: z.int().positive(),
  format: sourceFormatSchema,
  /**
   * Of all that had been read of the file: it is gone on with only where that is unchanged. Positions of earlier
   * versions have 1 kB of it at most.
   */
  head: z.object({ bytes: z.int().nonnegative(), hash: z.string() }),
  /** Of how its lines were to be understood: told otherwise, a file is read anew. */
  rules: z.string(),
})
/** How far a file has been read, as it is kept in the outbox with the events up to there. */
export type FilePosition = z.infer<typeof positionSchema>

export function readPosition(mark: string | undefined): FilePosition | undefined {
  return positionSchema.safeParse(parseJson(mark ?? '')).data
}

export function newHash(): Hash {
  return createHash('sha256')
}

/** Of what the hash has taken so far; it can take more. */
export function hashText(hash: Hash): string {
  return hash.copy().digest('hex').slice(0, 32)
}
