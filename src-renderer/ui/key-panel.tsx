import { Tabs } from 'radix-ui'
import { expiryVerdict, keyVerdict, protectionVerdict } from './connection-words.ts'
import { FormError } from './form-parts.tsx'
import { PasteKeyForm, SignInForm } from './key-forms.tsx'
import { OccupancyCredentialForm } from './occupancy/credential-form.tsx'
import { VerdictLabel } from './verdict-label.tsx'
import { useSession } from './services.ts'
import { useCall } from './use-call.ts'

/** The key of the platform that the wall shows: how it is, another one, none. */
export function KeyPanel() {
  const key = useSession((session) => session.connection.key)
  const expiry = expiryVerdict(key)
  const clear = useCall('keys.clear')
  const refresh = useCall('cameras.refresh')
  return (
    <>
      <div className="key-line">
        <VerdictLabel verdict={keyVerdict(key)} />
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
        Kept: <VerdictLabel verdict={protectionVerdict(key)} />
        {expiry !== undefined && (
          <>
            <br />
            Valid: <VerdictLabel verdict={expiry} />
          </>
        )}
      </p>
      <FormError error={clear.error} />
      <Tabs.Root className="tabs" defaultValue="sign-in">
        <Tabs.List className="tab-list" aria-label="Ways to a key">
          <Tabs.Trigger value="sign-in">
            {key.state === 'present' ? 'Renew by signing in' : 'Sign in and make a key'}
          </Tabs.Trigger>
          <Tabs.Trigger value="paste">Paste a key</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="sign-in">
          <SignInForm />
        </Tabs.Content>
        <Tabs.Content value="paste">
          <PasteKeyForm />
        </Tabs.Content>
      </Tabs.Root>
      <OccupancyCredentialForm />
    </>
  )
}
