import { useState } from 'react'
import { Field, FormError } from '../form-parts.tsx'
import { useCall } from '../use-call.ts'
import { useImport } from './use-import.ts'

/** The settings of another workstation, or of this one before. The page begins anew with them. */
export function SettingsImport() {
  const take = useCall('settings.import')
  const importing = useImport(() => take.run(undefined))
  const [file, setFile] = useState<File>()
  return (
    <form
      className="form settings-import"
      onSubmit={(event) => {
        event.preventDefault()
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
      <div className="form-end">
        <button
          type="submit"
          className="button button-main"
          disabled={file === undefined || importing.isBusy}
        >
          {importing.isBusy ? 'Importing…' : 'Use these settings'}
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
