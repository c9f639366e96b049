import { Tabs } from 'radix-ui'
import { useState } from 'react'
import type { WallError } from '#contract/errors.ts'
import { AddressForm } from './address-form.tsx'
import { CameraNumbersForm } from './camera-numbers-form.tsx'
import { EventTagsPanel } from './events/tags-panel.tsx'
import { FormError } from './form-parts.tsx'
import { KeyPanel } from './key-panel.tsx'
import { AssumptionsPanel } from './platform/assumptions-panel.tsx'
import { CameraImport } from './platform/camera-import.tsx'
import { DownloadButton } from './platform/download-button.tsx'
import { SettingsImport } from './platform/settings-import.tsx'
import { StatePanel } from './platform/state-panel.tsx'
import { PlatformsPanel } from './platforms-panel.tsx'
import { useServices, useSession, useWall } from './services.ts'
import { UpdatesPanel } from './updates-panel.tsx'
import { Window } from './window.tsx'

/** The same window, opened at the key. */
export function KeyWindow({ onClose }: { readonly onClose: () => void }) {
  return <ConnectionWindow tab="key" onClose={onClose} />
}

/** Everything between this wall and its platform: where, with which key, whether it works, and what is only assumed. */
export function ConnectionWindow({
  tab = 'state',
  onClose,
}: {
  /** The one that it opens with. */
  readonly tab?: 'state' | 'key'
  readonly onClose: () => void
}) {
  return (
    <Window title="Connection" size="wide" onClose={onClose}>
      <Tabs.Root className="tabs" defaultValue={tab}>
        <Tabs.List className="tab-list" aria-label="Connection">
          <Tabs.Trigger value="state">State</Tabs.Trigger>
          <Tabs.Trigger value="platform">Platform</Tabs.Trigger>
          <Tabs.Trigger value="key">Key</Tabs.Trigger>
          <Tabs.Trigger value="cameras">Cameras</Tabs.Trigger>
          <Tabs.Trigger value="event-tags">Event tags</Tabs.Trigger>
          <Tabs.Trigger value="assumptions">Assumptions</Tabs.Trigger>
          <Tabs.Trigger value="settings">Settings file</Tabs.Trigger>
          <Tabs.Trigger value="updates">Updates</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="state">
          <StatePanel />
        </Tabs.Content>
        <Tabs.Content value="platform">
          <PlatformPanel />
        </Tabs.Content>
        <Tabs.Content value="key">
          <KeyPanel />
        </Tabs.Content>
        <Tabs.Content value="cameras">
          <CamerasPanel />
        </Tabs.Content>
        <Tabs.Content value="event-tags">
          <EventTagsPanel />
        </Tabs.Content>
        <Tabs.Content value="assumptions">
          <AssumptionsPanel />
        </Tabs.Content>
        <Tabs.Content value="settings">
          <SettingsFilePanel />
        </Tabs.Content>
        <Tabs.Content value="updates">
          <UpdatesPanel />
        </Tabs.Content>
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
      {source === 'embedded' && (
        <p className="window-note">
          This wall runs on its own local site. Another address here connects it to a real platform instead.
        </p>
      )}
      <AddressForm address={source === 'embedded' ? undefined : address} />
    </>
  )
}

/** Which cameras there are and which number is which: the platform only proposes, the operators decide. */
function CamerasPanel() {
  const listing = useSession((session) => session.connection.findings.cameraList?.verdict)
  const isEmpty = useWall((wall) => wall.cameras.length === 0)
  return (
    <>
      {isEmpty ? (
        <p className="window-note">
          {listing === 'absent'
            ? 'This platform does not list its cameras. Give the wall a list of them here.'
            : 'The platform has named no cameras yet.'}
        </p>
      ) : (
        <CameraNumbersForm />
      )}
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
