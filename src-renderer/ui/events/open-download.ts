/** Has the browser save what is behind an address of this page; the page stays where it is. */
export function openDownload(document: Document, address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
