import { useState } from 'react'
import type { MediaRedirect } from '#contract/wall/connection.ts'
import { Field, FormError } from '../form-parts.tsx'
import { useCall } from '../use-call.ts'
import { useImport } from './use-import.ts'

/** The settings of another workstation, or of this one before. The page begins anew with them. */
export function SettingsImport() {
  const take = useCall('settings.import')
  const [file, setFile] = useState<File>()
  const [asked, setAsked] = useState<File>()
  const open = asked === file ? (take.value ?? []) : []
  const importing = useImport(() => take.run({ accepted: open.map(({ leadsTo }) => leadsTo) }))
  return (
    <form
      className="form settings-import"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(file)
        void file?.text().then((text) => importing.take(text))
      }}
    >
      <Field
        label="A file of settings"
        type="file"
        accept=".json,application/json"
        required
        onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
      />
      <FormError error={importing.error ?? take.error} />
      <MediaRedirects list={open} />
      <div className="form-end">
        <button
          type="submit"
          className="button button-main"
          disabled={file === undefined || importing.isBusy}
        >
          {importing.isBusy
            ? 'Importing…'
            : open.length > 0
              ? 'Use these settings and media servers'
              : 'Use these settings'}
        </button>
        <small className="field-hint">
          {file === undefined
            ? 'It is checked as a whole before anything is changed.'
            : 'They take the place of the settings and walls that are here. Keys that are here stay.'}
        </small>
      </div>
    </form>
  )
}

function MediaRedirects({ list }: { readonly list: readonly MediaRedirect[] }) {
  if (list.length === 0) return null
  return (
    <div className="form-error" role="alert">
      <p>
        Nothing was changed yet. This file sends live view tickets to media servers that this workstation does
        not use, and who gets a ticket sees the camera:
      </p>
      <ul>
        {list.map(({ platform, leadsTo }) => (
          <li key={`${platform} ${leadsTo}`}>
            {platform} → {leadsTo}
          </li>
        ))}
      </ul>
      <p>Use the file only if you know them.</p>
    </div>
  )
}
