import { createHash } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../core/json.ts'
import type { SourceFormat } from './source-format.ts'

const positionSchema = z.object({
  bytes: z.int().nonnegative(),
  /** Of the next record, from 1. */
  line: z.int().positive(),
  format: z.union([
    z.object({ kind: z.literal('jsonl') }),
    z.object({ kind: z.literal('csv'), delimiter: z.string(), columns: z.array(z.string()) }),
  ]),
  /** Of the file's first bytes, at most those before the position: another file under the same name has others. */
  head: z.object({ bytes: z.int().nonnegative(), hash: z.string() }),
  /** Of how its lines were to be understood: told otherwise, a file is read anew. */
  rules: z.string(),
})
/** How far a file has been read, as it is kept in the outbox with the events up to there. */
export type FilePosition = Omit<z.infer<typeof positionSchema>, 'format'> & { readonly format: SourceFormat }

export function readPosition(mark: string | undefined): FilePosition | undefined {
  return positionSchema.safeParse(parseJson(mark ?? '')).data
}

export function hashOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}

/** Whether a file with this head, read by these rules, is the one that the position is of. */
export function isOf(position: FilePosition, head: Buffer, sizeBytes: number, rules: string): boolean {
  const { bytes, hash } = position.head
  return (
    position.rules === rules &&
    sizeBytes >= position.bytes &&
    head.length >= bytes &&
    hashOf(head.subarray(0, bytes)) === hash
  )
}
