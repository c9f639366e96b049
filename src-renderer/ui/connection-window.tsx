import { Tabs } from 'radix-ui'
import { useState } from 'react'
import type { WallError } from '#contract/errors.ts'
import { languageSchema } from '#contract/wall/language.ts'
import { languages, t } from '../language/language.ts'
import { AddressForm } from './address-form.tsx'
import { CameraNumbersForm } from './camera-numbers-form.tsx'
import { cameraListTrouble } from './connection-words.ts'
import { EventTagsPanel } from './events/tags-panel.tsx'
import { Form, FormError, Problem, SendButton, textOf } from './form-parts.tsx'
import { KeyPanel } from './key-panel.tsx'
import { AssumptionsPanel } from './platform/assumptions-panel.tsx'
import { CameraImport } from './platform/camera-import.tsx'
import { DownloadButton } from './download.tsx'
import { SettingsImport } from './platform/settings-import.tsx'
import { StatePanel } from './platform/state-panel.tsx'
import { PlatformsPanel } from './platforms-panel.tsx'
import { Choices } from './radio-choices.tsx'
import { useServices, useSession, useWall } from './services.ts'
import { UpdatesPanel } from './updates-panel.tsx'
import { useSaveSettings } from './use-call.ts'
import { Window } from './window.tsx'

/** The same window, opened at the key. */
export function KeyWindow({ onClose }: { readonly onClose: () => void }) {
  return <ConnectionWindow tab="key" onClose={onClose} />
}

const tabs = [
  { name: 'state', label: 'connection.state', Panel: StatePanel },
  { name: 'platform', label: 'connection.platform', Panel: PlatformPanel },
  { name: 'key', label: 'connection.key', Panel: KeyPanel },
  { name: 'cameras', label: 'connection.cameras', Panel: CamerasPanel },
  { name: 'event-tags', label: 'connection.eventTags', Panel: EventTagsPanel },
  { name: 'assumptions', label: 'connection.assumptions', Panel: AssumptionsPanel },
  { name: 'settings', label: 'connection.settingsFile', Panel: SettingsFilePanel },
  { name: 'updates', label: 'connection.updates', Panel: UpdatesPanel },
  { name: 'language', label: 'language.tab', Panel: LanguagePanel },
] as const

/** Everything between this wall and its platform: where, with which key, whether it works, and what is only assumed. */
export function ConnectionWindow(props: {
  /** The tab that it opens with. */
  readonly tab?: 'state' | 'key'
  readonly onClose: () => void
}) {
  const { tab = 'state', onClose } = props
  return (
    <Window title={t('connection.connection')} size="wide" onClose={onClose}>
      <Tabs.Root className="tabs" defaultValue={tab}>
        <Tabs.List className="tab-list" aria-label={t('connection.connection')}>
          {tabs.map(({ name, label }) => (
            <Tabs.Trigger key={name} value={name}>
              {t(label)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map(({ name, Panel }) => (
          <Tabs.Content key={name} value={name}>
            <Panel />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Window>
  )
}

function PlatformPanel() {
  const source = useSession((session) => session.connection.source)
  const address = useSession((session) => session.connection.address)
  return (
    <>
      <PlatformsPanel />
      {source === 'embedded' && <p className="window-note">{t('connection.wallRunsOwnLocalSite')}</p>}
      <AddressForm address={source === 'embedded' ? undefined : address} />
    </>
  )
}

/** Which cameras there are and which number is which: the platform only proposes, the operators decide. */
function CamerasPanel() {
  const listing = useSession((session) => session.connection.findings.cameraList?.verdict)
  const trouble = useSession((session) => cameraListTrouble(session.connection))
  const isEmpty = useWall((wall) => wall.cameras.length === 0)
  const none = listing === 'absent' ? 'platformDoesNotListCameras' : 'platformHasNamedNoCameras'
  const note = trouble ?? (isEmpty ? t(`connection.${none}`) : undefined)
  return (
    <>
      {note !== undefined && <p className="window-note">{note}</p>}
      {!isEmpty && <CameraNumbersForm />}
      <CameraImport />
    </>
  )
}

/** All settings in one file, for another workstation or for the day after this one breaks. */
function SettingsFilePanel() {
  const { shell } = useServices()
  const [error, setError] = useState<WallError>()
  return (
    <>
      <div className="form">
        <p className="window-note">{t('connection.oneFileWithAllWorkstation')}</p>
        <FormError error={error} />
        <div className="form-end row">
          <DownloadButton make={() => shell.call('settings.export', undefined)} onError={setError}>
            {t('connection.exportAllSettings')}
          </DownloadButton>
        </div>
      </div>
      <SettingsImport />
    </>
  )
}

/** The language of this workstation. Its pages load anew when it is another one. */
function LanguagePanel() {
  const settings = useSession((session) => session.settings)
  const save = useSaveSettings()
  const choices = [
    { value: '', label: t('language.ofComputer') },
    ...languageSchema.options.map((value) => ({ value, label: languages[value].name })),
  ]
  return (
    <Form
      className="form"
      onSend={(data) => {
        void save.run(() => ({ language: languageSchema.safeParse(textOf(data, 'language')).data }))
      }}
    >
      <Choices
        label={t('language.label')}
        name="language"
        choices={choices}
        defaultValue={settings.language ?? ''}
      />
      <p className="window-note">{t('language.note')}</p>
      <Problem text={save.problem} />
      <div className="form-end row">
        <SendButton isBusy={save.isBusy}>{t('form.save')}</SendButton>
      </div>
    </Form>
  )
}
