import { useRef, useState } from 'react'
import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import { MAX_SALVOS_FILE_BYTES } from '#contract/wall/salvo.ts'
import { listText, t } from '../language/language.ts'
import { errorWords } from '../language/error-words.ts'
import { Button } from './form-parts.tsx'

interface FileImportProps<Entry> {
  readonly what: 'salvos' | 'layouts'
  /** A note says what of the file is left out. */
  readonly read: (text: string) => Result<readonly Entry[], WallError> & { readonly note?: string }
  /** Titles of what is there and would be replaced. */
  readonly replaced: (entries: readonly Entry[]) => readonly string[]
  /** A sentence when they could not be kept. */
  readonly take: (entries: readonly Entry[]) => Promise<string | undefined>
  readonly onProblem: (problem?: string) => void
}

/** A file of another workstation; asks before it replaces what is there. */
export function FileImport<Entry>(props: FileImportProps<Entry>) {
  const { what, onProblem } = props
  const [read, setRead] = useState<readonly Entry[]>()
  const replaced = read === undefined ? [] : props.replaced(read)

  async function choose(file: File | undefined): Promise<void> {
    setRead(undefined)
    if (file === undefined) return
    // Own and shared.
    if (file.size > 2 * MAX_SALVOS_FILE_BYTES) return onProblem(t('import.tooLarge', { what }))
    const entries = props.read(await file.text())
    onProblem(entries.ok ? entries.note : errorWords(entries.error))
    if (entries.ok && (entries.value.length > 0 || entries.note === undefined)) setRead(entries.value)
  }
  async function take(taken: readonly Entry[]): Promise<void> {
    onProblem(await props.take(taken))
    setRead(undefined)
  }

  return (
    <>
      <FileButton label={t('import.ask')} name={t('import.file', { what })} onFile={choose} />
      {read !== undefined && (
        <div className="file-import row wrap" role="status">
          <p>
            {t('import.count', { what, count: read.length })}
            {replaced.length > 0 && ` ${t('import.replaces', { names: listText(replaced) })}`}
          </p>
          <Button look="main" onClick={() => void take(read)}>
            {t(replaced.length > 0 ? 'import.replace' : 'import.take')}
          </Button>
          <Button onClick={() => setRead(undefined)}>{t('import.dismiss')}</Button>
        </div>
      )}
    </>
  )
}

/** Asks for a file; the same one can be chosen again. */
export function FileButton(props: {
  readonly label: string
  /** Of the field behind the button, for screen readers. */
  readonly name: string
  readonly accept?: string
  readonly isBusy?: boolean
  readonly onFile: (file: File | undefined) => Promise<void>
}) {
  const { label, name, accept = '.json,application/json', isBusy = false, onFile } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button isBusy={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        className="unseen"
        tabIndex={-1}
        aria-label={name}
        accept={accept}
        onChange={({ currentTarget }) => {
          void onFile(currentTarget.files?.[0]).finally(() => {
            currentTarget.value = ''
          })
        }}
      />
    </>
  )
}
