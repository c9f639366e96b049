import type { EventRow } from '../event-words.ts'

/** What tills call a sale that did not take place. */
const voidNames: ReadonlySet<string> = new Set(['void', 'voided', 'cancelled', 'canceled'])

const isVoidRow = ({ field, value }: EventRow) =>
  typeof value === 'boolean' && voidNames.has(field.toLowerCase())

/** The fields of an event as a receipt has them: that it is void is no line among others. */
export function receiptRows(rows: readonly EventRow[]): {
  readonly isVoid: boolean
  readonly rows: readonly EventRow[]
} {
  return {
    isVoid: rows.some((row) => isVoidRow(row) && row.value === true),
    rows: rows.filter((row) => !isVoidRow(row)),
  }
}
