/** Begins a file that spreadsheets read as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet takes for the beginning of a formula (ASVS 1.2.10), or skips before one; some read wide signs, too. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** RFC 4180, for whoever takes semicolons or bars for commas too. A text that a spreadsheet would calculate is marked as a text; numbers are numbers. */
export function csvCell(value: string | number | boolean | undefined): string {
  if (value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const harmless = formula.test(value) ? `'${value}` : value
  return /[",;|\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export function csvLine(values: readonly (string | number | boolean | undefined)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}
