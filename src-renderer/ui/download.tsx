import { type ReactNode, useState } from 'react'
import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import type { ReadyFile } from '#contract/wall/support.ts'
import type { Clock } from '../clock.ts'
import { Button } from './form-parts.tsx'

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

/** Has main make a file, and the browser save it. */
export function DownloadButton(props: {
  readonly make: () => Promise<Result<ReadyFile, WallError>>
  readonly onError: (error: WallError | undefined) => void
  readonly children: ReactNode
}) {
  const { make, onError, children } = props
  const [isBusy, setBusy] = useState(false)
  async function download(): Promise<void> {
    setBusy(true)
    const made = await make()
    setBusy(false)
    onError(made.ok ? undefined : made.error)
    if (made.ok) openDownload(document, made.value.address, made.value.fileName)
  }
  return (
    <Button isBusy={isBusy} onClick={() => void download()}>
      {children}
    </Button>
  )
}
