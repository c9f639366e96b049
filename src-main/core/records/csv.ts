/** The cells of one record (RFC 4180); undefined where its quotes do not fit. */
export function cellsOf(record: string, delimiter: string): string[] | undefined {
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (record[at] === '"') {
      const quoted = quotedCell(record, at)
      if (quoted === undefined) return undefined
      cells.push(quoted.text)
      at = quoted.end
      if (at < record.length && record[at] !== delimiter) return undefined
    } else {
      const end = record.indexOf(delimiter, at)
      cells.push(record.slice(at, end === -1 ? undefined : end))
      at = end === -1 ? record.length : end
    }
    if (at >= record.length) return cells
    at += 1
  }
}

function quotedCell(record: string, from: number): { text: string; end: number } | undefined {
  let text = ''
  for (let at = from + 1; ; ) {
    const end = record.indexOf('"', at)
    if (end === -1) return undefined
    text += record.slice(at, end)
    if (record[end + 1] !== '"') return { text, end: end + 1 }
    text += '"'
    at = end + 2
  }
}

export const usualDelimiters: readonly string[] = [',', ';', '\t', '|']

/** What most likely stands between the cells: the one of the usual characters that occurs most often in the first line. */
export function delimiterOf(firstRecord: string): string {
  const outside = firstRecord.replaceAll(/"[^"]*"/g, '')
  const counted = usualDelimiters.map((delimiter) => ({
    delimiter,
    count: outside.split(delimiter).length - 1,
  }))
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}
