import type { WallError } from '#contract/errors.ts'
import { useId, useState } from 'react'
import { FormError } from '../form-parts.tsx'
import { useServices } from '../services.ts'
import { useCall } from '../use-call.ts'
import { DownloadButton } from './download-button.tsx'
import { useImport } from './use-import.ts'

/** All settings in one file, for another workstation or for the day after this one breaks. */
export function SettingsFilePanel() {
  const { shell } = useServices()
  const take = useCall('settings.import')
  const importing = useImport(() => take.run(undefined))
  const [text, setText] = useState<{ readonly name: string; readonly content: string }>()
  const [exportError, setExportError] = useState<WallError>()
  const id = useId()
  return (
    <div className="form">
      <p className="window-note">
        One file with all that this workstation keeps: platforms and what they do otherwise, walls, keys of
        the keyboard, saved searches and reports, lists of cameras. API keys, passwords and the displays of
        this computer are not in it.
      </p>
      <div className="form-end">
        <DownloadButton make={() => shell.call('settings.export', undefined)} onError={setExportError}>
          Export all settings
        </DownloadButton>
      </div>
      <div className="field">
        <label htmlFor={id}>Import a file of settings</label>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          disabled={importing.isBusy}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file === undefined) return setText(undefined)
            void file.text().then((content) => setText({ name: file.name, content }))
          }}
        />
      </div>
      <FormError error={importing.error ?? take.error ?? exportError} />
      <div className="form-end">
        <button
          type="button"
          className="button button-main"
          disabled={text === undefined || importing.isBusy}
          onClick={() => {
            if (text !== undefined) void importing.take(text.content)
          }}
        >
          {importing.isBusy ? 'Importing…' : 'Use these settings'}
        </button>
        <small className="field-hint">
          {text === undefined
            ? 'The file is checked as a whole before anything is changed.'
            : `${text.name} takes the place of the settings and walls of this workstation. Keys that it has stay.`}
        </small>
      </div>
    </div>
  )
}
