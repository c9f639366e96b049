import { useRef, useState } from 'react'
import { type Salvo, salvoTitle } from '#contract/wall/salvo.ts'
import { readSalvosFile } from '../../wall/salvos.ts'
import { useServices, useSession } from '../services.ts'

/** Larger files hold no salvos. */
const MAX_FILE_BYTES = 4 * 1024 * 1024

/** A file of another workstation; asks before it replaces what is there. */
export function SalvosImport({ onProblem }: { readonly onProblem: (problem?: string) => void }) {
  const { salvos } = useServices()
  const all = useSession(({ settings }) => settings.salvos)
  const input = useRef<HTMLInputElement>(null)
  const [read, setRead] = useState<readonly Salvo[]>()
  const replaced = all.filter(({ number }) => read?.some((salvo) => salvo.number === number))

  async function choose(file: File | undefined): Promise<void> {
    setRead(undefined)
    if (file === undefined) return
    if (file.size > MAX_FILE_BYTES)
      return onProblem('This file is too large for salvos. Nothing was changed.')
    const salvosOfFile = readSalvosFile(await file.text())
    onProblem(salvosOfFile.ok ? undefined : salvosOfFile.error.message)
    if (salvosOfFile.ok) setRead(salvosOfFile.value)
  }
  async function take(taken: readonly Salvo[]): Promise<void> {
    onProblem(await salvos.take(taken))
    setRead(undefined)
    if (input.current !== null) input.current.value = ''
  }

  return (
    <>
      <button type="button" className="button" onClick={() => input.current?.click()}>
        Import…
      </button>
      <input
        ref={input}
        type="file"
        className="unseen"
        tabIndex={-1}
        aria-label="A file of salvos"
        accept=".json,application/json"
        onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
      />
      {read !== undefined && (
        <div className="salvo-import" role="status">
          <p>
            The file has {read.length} {read.length === 1 ? 'salvo' : 'salvos'}.
            {replaced.length > 0 && ` It replaces ${replaced.map(salvoTitle).join(', ')}.`}
          </p>
          <button type="button" className="button button-main" onClick={() => void take(read)}>
            {replaced.length > 0 ? 'Import and replace' : 'Import'}
          </button>
          <button type="button" className="button" onClick={() => setRead(undefined)}>
            Do not
          </button>
        </div>
      )}
    </>
  )
}
