import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import type { ReadyFile } from '#contract/wall/support.ts'
import { type ReactNode, useState } from 'react'
import { openDownload } from '../events/open-download.ts'
import { Button } from '../form-parts.tsx'

/** Has main make a file, and the browser save it. */
export function DownloadButton({
  make,
  onError,
  children,
}: {
  readonly make: () => Promise<Result<ReadyFile, WallError>>
  readonly onError: (error: WallError | undefined) => void
  readonly children: ReactNode
}) {
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
