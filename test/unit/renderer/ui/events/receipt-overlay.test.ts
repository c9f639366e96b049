import { expect, it } from 'vitest'
import type { EventRow } from '#renderer/events/event-words.ts'
import { receiptRows } from '#renderer/ui/events/receipt-overlay.tsx'

const row = (field: string, value: boolean | string): EventRow => ({
  field,
  value,
  type: typeof value === 'boolean' ? 'boolean' : 'text',
  words: String(value),
  unit: undefined,
})

it.each(['void', 'Voided', 'Storno', 'Annulé', 'anulado'])('a receipt with %s is void', (field) => {
  const [total, flag] = [row('total', '12'), row(field, true)]
  expect(receiptRows([total, flag])).toEqual({ isVoid: true, rows: [total] })
  expect(receiptRows([total, row(field, false)])).toEqual({ isVoid: false, rows: [total] })
  // A text is no flag.
  expect(receiptRows([row(field, 'yes')]).isVoid).toBe(false)
})
