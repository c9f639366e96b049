import { type EnteredAddress, enteredAddressSchema, type PlatformAddress } from '#contract/wall/connection.ts'
import { isUnencrypted } from '#contract/wall/encryption.ts'
import { wallError } from '#contract/errors.ts'
import { useState } from 'react'
import { Button, Field, Form, FormError, textOf } from './form-parts.tsx'
import { useCall } from './use-call.ts'
import { type PlainKey, t } from '../language/language.ts'

/** The fields that name a platform; part of two forms. */
export function AddressFields({ address }: { readonly address: PlatformAddress | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Field
        label={t('addressForm.addressPlatform')}
        name="baseUrl"
        type="url"
        required
        placeholder="https://platform.example"
        defaultValue={address?.baseUrl ?? ''}
        onInput={({ currentTarget: { value } }) =>
          setOpen(/^http:\/\/./i.test(value) && value !== address?.baseUrl && isUnencrypted(value))
        }
      />
      {isOpen && (
        <label className="consent line">
          <input type="checkbox" name="acceptsUnencrypted" required />
          <span>
            {t('addressForm.useUnencrypted')}
            <small className="field-hint">{t('addressForm.whoeverBetweenCanReadPassword')}</small>
          </span>
        </label>
      )}
      <Field
        label={t('addressForm.liveViewAddress')}
        name="liveViewUrl"
        type="url"
        placeholder="wss://live.platform.example"
        hint={t('addressForm.onlyWherePlatformNamesAnother')}
        defaultValue={address?.liveViewUrl ?? ''}
      />
    </>
  )
}

/** Undefined when the form holds no address that could be one. */
function addressFrom(data: FormData): EnteredAddress | undefined {
  const liveViewUrl = textOf(data, 'liveViewUrl')
  const parsed = enteredAddressSchema.safeParse({
    baseUrl: textOf(data, 'baseUrl'),
    ...(liveViewUrl === '' ? {} : { liveViewUrl }),
    ...(data.has('acceptsUnencrypted') ? { acceptsUnencrypted: true } : {}),
  })
  return parsed.success ? parsed.data : undefined
}

/** Reads the address of a form; `fault` when that holds none. The sentence is for a form that has other fields, too. */
export function useTypedAddress(sentence: PlainKey = 'addressForm.notAnAddress') {
  const [isMalformed, setMalformed] = useState(false)
  function read(data: FormData): EnteredAddress | undefined {
    const address = addressFrom(data)
    setMalformed(address === undefined)
    return address
  }
  return { read, fault: isMalformed ? wallError('refused', t(sentence)) : undefined }
}

/** `connection.set` by a form that began with `from`, or has sent it since. */
export function useSetAddress(address: PlatformAddress | undefined) {
  const set = useCall('connection.set')
  const [from, setFrom] = useState(address)
  const kept = set.value?.address
  if (kept !== undefined && kept !== from) setFrom(kept)
  const run = (next: EnteredAddress) => set.run({ ...next, ...(from === undefined ? {} : { from }) })
  return { ...set, from, run }
}

export function AddressForm({ address }: { readonly address: PlatformAddress | undefined }) {
  const set = useSetAddress(address)
  const typed = useTypedAddress('addressForm.addressBeginsWithHttpsOr')
  const [isSaved, setSaved] = useState(false)

  function send(data: FormData): void {
    const next = typed.read(data)
    if (next === undefined) return
    // The same platform keeps its overrides.
    const { overrides } = next.baseUrl === set.from?.baseUrl ? set.from : next
    void set.run({ ...next, ...(overrides === undefined ? {} : { overrides }) }).then(setSaved)
  }

  return (
    <Form className="form" onSend={send} onInput={() => setSaved(false)}>
      <AddressFields address={set.from} />
      <FormError error={typed.fault ?? set.error} />
      <div className="form-end row">
        <Button type="submit" isBusy={set.isBusy}>
          {set.isBusy ? t('form.saving') : t('addressForm.useAddress')}
        </Button>
        {isSaved && <span className="form-done">{t('form.saved')}</span>}
      </div>
    </Form>
  )
}
