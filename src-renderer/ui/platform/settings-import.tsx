import { useState } from 'react'
import type { MediaRedirect } from '#contract/wall/connection.ts'
import { FileButton } from '../file-import.tsx'
import { Form, FormEnd, FormError, SendButton } from '../form-parts.tsx'
import { useCall } from '../use-call.ts'
import { useImport } from './use-import.ts'
import { t } from '../../language/language.ts'

/** The settings of another workstation, or of this one before. The page begins anew with them. */
export function SettingsImport() {
  const take = useCall('settings.import')
  const [file, setFile] = useState<File>()
  const [asked, setAsked] = useState<File>()
  const open = asked === file ? (take.value ?? []) : []
  const importing = useImport(() => take.run({ accepted: open.map(({ leadsTo }) => leadsTo) }))
  return (
    <Form
      className="form settings-import"
      onSend={() => {
        setAsked(file)
        void file?.text().then((text) => importing.take(text))
      }}
    >
      <div className="form-end row">
        <FileButton
          label={t('form.chooseFile')}
          name={t('platform.settingsImport.fileSettings')}
          onFile={async (chosen) => setFile(chosen)}
        />
        <span role="status">{file?.name}</span>
      </div>
      <FormError error={asked === file ? (importing.error ?? take.error) : undefined} />
      <MediaRedirects list={open} />
      <FormEnd
        hint={t(
          file === undefined
            ? 'platform.settingsImport.checkedAsWholeBeforeAnything'
            : 'platform.settingsImport.theyTakePlaceSettingsWalls',
        )}
      >
        <SendButton isBusy={importing.isBusy} disabled={file === undefined}>
          {importing.isBusy
            ? t('platform.settingsImport.importing')
            : open.length > 0
              ? t('settingsImport.useAll')
              : t('platform.settingsImport.useTheseSettings')}
        </SendButton>
      </FormEnd>
    </Form>
  )
}

function MediaRedirects({ list }: { readonly list: readonly MediaRedirect[] }) {
  if (list.length === 0) return null
  const open = list.filter(({ platform, leadsTo }) => platform === leadsTo)
  const redirected = list.filter((one) => !open.includes(one))
  return (
    <div className="form-error" role="alert">
      {redirected.length > 0 && (
        <>
          <p>{t('platform.settingsImport.nothingChangedYetFileSends')}</p>
          <ul>
            {redirected.map(({ platform, leadsTo }) => (
              <li key={`${platform} ${leadsTo}`}>
                {platform} → {leadsTo}
              </li>
            ))}
          </ul>
        </>
      )}
      {open.length > 0 && (
        <>
          <p>{t('settingsImport.unencrypted')}</p>
          <ul>
            {open.map(({ platform }) => (
              <li key={platform}>{platform}</li>
            ))}
          </ul>
        </>
      )}
      <p>{t('platform.settingsImport.useFileOnlyIfYou')}</p>
    </div>
  )
}
