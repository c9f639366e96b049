import { Tabs } from 'radix-ui'
import { useEffect } from 'react'
import { expiryVerdict, keyVerdict, protectionVerdict } from './connection-words.ts'
import { VerdictLabel } from './facts.tsx'
import { Button, Field, Form, FormError, SureButton, textOf } from './form-parts.tsx'
import { PasteKeyForm, SignInForm } from './key-forms.tsx'
import { useServices, useSession } from './services.ts'
import { useCall } from './use-call.ts'
import { t } from '../language/language.ts'

/** The key of the platform that the wall shows: how it is, another one, none. */
export function KeyPanel() {
  const key = useSession((session) => session.connection.key)
  const { zone } = useServices()
  const expiry = expiryVerdict(key, zone())
  const clear = useCall('keys.clear')
  const refresh = useCall('cameras.refresh')
  return (
    <>
      <div className="key-line row">
        <VerdictLabel verdict={keyVerdict(key)} />
        {(key.state === 'unavailable' || key.state === 'unreadable') && (
          <Button isBusy={refresh.isBusy} onClick={() => void refresh.run(undefined)}>
            {t('key.tryAgain')}
          </Button>
        )}
        {key.state !== 'none' && (
          <SureButton
            isBusy={clear.isBusy}
            words={t('key.clearKey')}
            sureWords={t('key.clearForGood')}
            onSure={() => void clear.run(undefined)}
          />
        )}
      </div>
      <p className="key-kept">
        {t('key.kept')} <VerdictLabel verdict={protectionVerdict(key)} />
        {expiry !== undefined && (
          <>
            <br />
            {t('key.valid')} <VerdictLabel verdict={expiry} />
          </>
        )}
      </p>
      <FormError error={clear.error} />
      <Tabs.Root className="tabs" defaultValue="sign-in">
        <Tabs.List className="tab-list" aria-label={t('key.waysKey')}>
          <Tabs.Trigger value="sign-in">
            {key.state === 'present' ? t('key.renewSigning') : t('key.signMakeKey')}
          </Tabs.Trigger>
          <Tabs.Trigger value="paste">{t('key.pasteKey')}</Tabs.Trigger>
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

  async function send(data: FormData, form: HTMLFormElement): Promise<void> {
    form.reset()
    if (await set.run({ credential: textOf(data, 'credential') })) await ask(undefined)
  }

  return (
    <details className="key-other">
      <summary>{t(isSet ? 'key.reportsByCredential' : 'key.reportsByKey')}</summary>
      <Form className="form" onSend={send}>
        <Field
          label={t('key.credentialOccupancyReports')}
          name="credential"
          type="password"
          required
          autoComplete="off"
          className="code"
          hint={t('key.onlyWherePlatformWantsAnother')}
        />
        <FormError error={set.error ?? clear.error} />
        <div className="form-end row">
          <Button type="submit" isBusy={isBusy}>
            {isSet ? t('key.replace') : t('key.use')}
          </Button>
          {isSet && (
            <Button isBusy={isBusy} onClick={() => void clear.run(undefined).then(() => ask(undefined))}>
              {t('key.useAPIKeyAgain')}
            </Button>
          )}
        </div>
      </Form>
    </details>
  )
}
