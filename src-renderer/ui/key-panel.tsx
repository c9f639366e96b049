import { Tabs } from 'radix-ui'
import { useEffect } from 'react'
import { expiryVerdict, keyVerdict, protectionVerdict } from './connection-words.ts'
import { Field, FormError, textOf } from './form-parts.tsx'
import { PasteKeyForm, SignInForm } from './key-forms.tsx'
import { useSession } from './services.ts'
import { useCall } from './use-call.ts'
import { VerdictLabel } from './verdict-label.tsx'

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

/** For a platform that wants another credential for its occupancy reports than the key. It is sent on and kept nowhere. */
function OccupancyCredentialForm() {
  const known = useCall('occupancy.credential')
  const set = useCall('occupancy.setCredential')
  const clear = useCall('occupancy.clearCredential')
  const { run: ask } = known
  useEffect(() => void ask(undefined), [ask])
  const isBusy = set.isBusy || clear.isBusy
  const isSet = known.value?.isSet === true

  async function send(form: HTMLFormElement): Promise<void> {
    const credential = textOf(new FormData(form), 'credential')
    form.reset()
    if (await set.run({ credential })) await ask(undefined)
  }

  return (
    <details className="key-other">
      <summary>
        Occupancy reports: asked for with {isSet ? 'a credential of their own' : 'the API key'}
      </summary>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          void send(event.currentTarget)
        }}
      >
        <Field
          label="Credential for occupancy reports"
          name="credential"
          type="password"
          required
          autoComplete="off"
          className="code"
          hint="Only where the platform wants another one than the API key, such as a JWT. It is kept like the key and cannot be read back."
        />
        <FormError error={set.error ?? clear.error} />
        <div className="form-end">
          <button type="submit" className="button" disabled={isBusy}>
            {isSet ? 'Replace it' : 'Use it'}
          </button>
          {isSet && (
            <button
              type="button"
              className="button"
              disabled={isBusy}
              onClick={() => void clear.run(undefined).then(() => ask(undefined))}
            >
              Use the API key again
            </button>
          )}
        </div>
      </form>
    </details>
  )
}
