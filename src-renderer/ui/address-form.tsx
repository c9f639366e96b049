import { type EnteredAddress, enteredAddressSchema, type PlatformAddress } from '#contract/wall/connection.ts'
import { isUnencrypted } from '#contract/wall/encryption.ts'
import { wallError } from '#contract/errors.ts'
import { type FormEvent, useState } from 'react'
import { Field, FormError, textOf } from './form-parts.tsx'
import { useCall } from './use-call.ts'

/** The fields that name a platform; part of two forms. */
export function AddressFields({ address }: { readonly address: PlatformAddress | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Field
        label="Address of the platform"
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
        <label className="consent">
          <input type="checkbox" name="acceptsUnencrypted" required />
          <span>
            Use it without encryption
            <small className="field-hint">
              Whoever is between can read the password and the API key, and see the pictures.
            </small>
          </span>
        </label>
      )}
      <Field
        label="Live view address"
        name="liveViewUrl"
        type="url"
        placeholder="wss://live.platform.example"
        hint="Only where the platform names another host for live pictures."
        defaultValue={address?.liveViewUrl ?? ''}
      />
    </>
  )
}

/** Undefined when the form holds no address that could be one. */
export function addressFrom(data: FormData): EnteredAddress | undefined {
  const liveViewUrl = textOf(data, 'liveViewUrl')
  const parsed = enteredAddressSchema.safeParse({
    baseUrl: textOf(data, 'baseUrl'),
    ...(liveViewUrl === '' ? {} : { liveViewUrl }),
    ...(data.has('acceptsUnencrypted') ? { acceptsUnencrypted: true } : {}),
  })
  return parsed.success ? parsed.data : undefined
}

const notAnAddress = wallError('refused', 'An address begins with https:// (or http://).')

export function AddressForm({ address }: { readonly address: PlatformAddress | undefined }) {
  const set = useCall('connection.set')
  const [isMalformed, setMalformed] = useState(false)

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const next = addressFrom(new FormData(event.currentTarget))
    setMalformed(next === undefined)
    if (next === undefined) return
    // What the same platform does otherwise, it goes on doing.
    const { overrides } = next.baseUrl === address?.baseUrl ? address : next
    void set.run({ ...next, ...(overrides === undefined ? {} : { overrides }) })
  }

  return (
    <form className="form" onSubmit={send}>
      <AddressFields address={address} />
      <FormError error={isMalformed ? notAnAddress : set.error} />
      <div className="form-end">
        <button type="submit" className="button" disabled={set.isBusy}>
          {set.isBusy ? 'Saving…' : 'Use this address'}
        </button>
        {set.value !== undefined && <span className="form-done">Saved.</span>}
      </div>
    </form>
  )
}
