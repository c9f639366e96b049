/** Begins a file that spreadsheets read as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where a spreadsheet finds a formula (ASVS 1.2.10): at the beginning of a cell, and after whatever may part cells where
 * it is opened. Blanks and NUL are skipped before one; some read wide signs, too.
 */
const formula = /^(?=[\0\t\r\n])|(?:^|(?<=[,;|\t\r\n]))(?=\0*[=+\-@＝＋－＠])/g
/** The mark of a text that `csvCell` has put before a formula. */
const mark = /(?:^|(?<=[,;|\t\r\n]))'(?=[=+\-@＝＋－＠\0\t\r\n])/g

/** RFC 4180, for whoever takes semicolons or bars for commas too. A text that a spreadsheet would calculate is marked as a text; numbers are numbers. */
export function csvCell(value: string | number | boolean | undefined): string {
  if (value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const harmless = value.replaceAll(formula, "'")
  return /[",;|\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export function csvLine(values: readonly (string | number | boolean | undefined)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** The text that `csvCell` has written into a cell. */
export function cellText(cell: string): string {
  return cell.replaceAll(mark, '')
}
