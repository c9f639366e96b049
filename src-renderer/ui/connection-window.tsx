import { Tabs } from 'radix-ui'
import { AddressForm } from './address-form.tsx'
import { CamerasPanel } from './cameras-panel.tsx'
import { keyVerdict, protectionVerdict } from './connection-words.ts'
import { FormError } from './form-parts.tsx'
import { PasteKeyForm, SignInForm } from './key-forms.tsx'
import { AssumptionsPanel } from './platform/assumptions-panel.tsx'
import { StatePanel } from './platform/state-panel.tsx'
import { Says } from './says.tsx'
import { useSession } from './services.ts'
import { UpdatesPanel } from './updates-panel.tsx'
import { useCall } from './use-call.ts'
import { Window } from './window.tsx'

/** Everything between this wall and its platform: where, with which key, whether it works, and what is only assumed. */
export function ConnectionWindow({ onClose }: { readonly onClose: () => void }) {
  return (
    <Window title="Connection" size="wide" onClose={onClose}>
      <Tabs.Root className="tabs" defaultValue="state">
        <Tabs.List className="tab-list" aria-label="Connection">
          <Tabs.Trigger value="state">State</Tabs.Trigger>
          <Tabs.Trigger value="platform">Platform</Tabs.Trigger>
          <Tabs.Trigger value="key">Key</Tabs.Trigger>
          <Tabs.Trigger value="cameras">Cameras</Tabs.Trigger>
          <Tabs.Trigger value="assumptions">Assumptions</Tabs.Trigger>
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
        <Tabs.Content value="assumptions">
          <AssumptionsPanel />
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
      {source === 'embedded' && (
        <p className="window-note">
          This wall runs on its own local site. Another address here connects it to a real platform instead.
        </p>
      )}
      <AddressForm address={source === 'embedded' ? undefined : address} />
    </>
  )
}

function KeyPanel() {
  const key = useSession((session) => session.connection.key)
  const clear = useCall('keys.clear')
  const refresh = useCall('cameras.refresh')
  return (
    <>
      <div className="key-line">
        <Says verdict={keyVerdict(key)} />
        {(key.state === 'unavailable' || key.state === 'unreadable') && (
          <button
            type="button"
            className="button"
            disabled={refresh.isBusy}
            onClick={() => void refresh.run(undefined)}
          >
            Try again
          </button>
        )}
        {key.state !== 'none' && (
          <button
            type="button"
            className="button"
            disabled={clear.isBusy}
            onClick={() => void clear.run(undefined)}
          >
            Clear the key
          </button>
        )}
      </div>
      <p className="key-kept">
        Kept: <Says verdict={protectionVerdict(key)} />
      </p>
      <FormError error={clear.error} />
      <Tabs.Root className="tabs" defaultValue="sign-in">
        <Tabs.List className="tab-list" aria-label="Ways to a key">
          <Tabs.Trigger value="sign-in">Sign in and make a key</Tabs.Trigger>
          <Tabs.Trigger value="paste">Paste a key</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="sign-in">
          <SignInForm />
        </Tabs.Content>
        <Tabs.Content value="paste">
          <PasteKeyForm />
        </Tabs.Content>
      </Tabs.Root>
    </>
  )
}
