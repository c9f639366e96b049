import type { Clock } from '../../clock.ts'

/** The browser has begun to read by then. */
const BLOB_KEPT_FOR_IN_MS = 60_000

/** Has the browser save what the page has made itself. */
export function downloadBlob(clock: Pick<Clock, 'after'>, blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  openDownload(document, address, fileName)
  clock.after(BLOB_KEPT_FOR_IN_MS, () => URL.revokeObjectURL(address))
}

/** Has the browser save what is behind an address of this page; the page stays where it is. */
export function openDownload(document: Document, address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
