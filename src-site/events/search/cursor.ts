import { createHash } from 'node:crypto'
import type { EventPosition } from './event-question.ts'

/**
 * Opaque to clients. Its check tells one that was changed, or that belongs to another question; it guards nothing: whoever
 * works it out asks for their own organization's events from another place, which they may.
 */
export function encodeCursor({ atMs, id }: EventPosition, fingerprint: string): string {
  const position = `${atMs.toString(36)}.${id.toString(36)}`
  const check = createHash('sha256').update(`${position} ${fingerprint}`).digest('hex').slice(0, 20)
  return `${position}.${check}`
}

/** Undefined: it is none of this question's. */
export function decodeCursor(cursor: string, fingerprint: string): EventPosition | undefined {
  const [, at = '', id = ''] = /^([\da-z]{1,11})\.([\da-z]{1,11})\.[\da-f]{20}$/.exec(cursor) ?? []
  const position = { atMs: Number.parseInt(at, 36), id: Number.parseInt(id, 36) }
  return cursor === encodeCursor(position, fingerprint) ? position : undefined
}
