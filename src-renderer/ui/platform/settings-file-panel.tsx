import type { WallError } from '#contract/errors.ts'
import { useState } from 'react'
import { FormError } from '../form-parts.tsx'
import { useServices } from '../services.ts'
import { DownloadButton } from './download-button.tsx'
import { SettingsImport } from './settings-import.tsx'

/** All settings in one file, for another workstation or for the day after this one breaks. */
export function SettingsFilePanel() {
  const { shell } = useServices()
  const [error, setError] = useState<WallError>()
  return (
    <>
      <div className="form">
        <p className="window-note">
          One file with all that this workstation keeps: platforms and what they do otherwise, walls, keys of
          the keyboard, saved searches and reports, lists of cameras. API keys, passwords and the displays of
          this computer are not in it.
        </p>
        <FormError error={error} />
        <div className="form-end">
          <DownloadButton make={() => shell.call('settings.export', undefined)} onError={setError}>
            Export all settings
          </DownloadButton>
        </div>
      </div>
      <SettingsImport />
    </>
  )
}
