import { Tabs } from 'radix-ui'
import { AddressForm } from './address-form.tsx'
import { CamerasPanel } from './cameras-panel.tsx'
import { EventTagsPanel } from './events/tags-panel.tsx'
import { KeyPanel } from './key-panel.tsx'
import { AssumptionsPanel } from './platform/assumptions-panel.tsx'
import { SettingsFilePanel } from './platform/settings-file-panel.tsx'
import { StatePanel } from './platform/state-panel.tsx'
import { PlatformsPanel } from './platforms-panel.tsx'
import { useSession } from './services.ts'
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
