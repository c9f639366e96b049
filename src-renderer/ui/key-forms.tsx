import { MAX_KEY_NAME_CHARS } from '#contract/platform/limits.ts'
import { type Protection, protectionSchema } from '#contract/wall/connection.ts'
import { useEffect } from 'react'
import { AddressFields, useTypedAddress } from './address-form.tsx'
import { expiryVerdict } from './connection-words.ts'
import { Field, Form, FormEnd, FormError, OrganizationField, SendButton, textOf } from './form-parts.tsx'
import { Choices } from './radio-choices.tsx'
import { useServices, useSession } from './services.ts'
import { useCall } from './use-call.ts'
import { t } from '../language/language.ts'

const DEFAULT_KEY_LIFE_IN_DAYS = 365

interface KeyFormProps {
  /** The first run has no platform yet and asks for it in the same form. */
  readonly withAddress?: boolean
}

/**
 * Signs in and makes a key. The password lives in the input, is read once and is gone from the page before the
 * call is on its way: it is in no state and no store.
 */
export function SignInForm({ withAddress = false }: KeyFormProps) {
  const create = useCall('keys.create')
  const { setAddress, addressError, isBusy } = useAddressFirst(withAddress)
  const { key, orgId, isRenewal } = useKeyBefore()

  async function send(data: FormData, form: HTMLFormElement): Promise<void> {
    const password = data.get('password')
    data.delete('password')
    clearInput(form, 'password')
    if (typeof password !== 'string') return
    if (!(await setAddress(data))) return
    await create.run({
      email: textOf(data, 'email'),
      password,
      orgId: textOf(data, 'orgId'),
      name: textOf(data, 'name'),
      expiresInDays: Number(textOf(data, 'expiresInDays')) || DEFAULT_KEY_LIFE_IN_DAYS,
      ...protectionFrom(data),
    })
  }

  return (
    <Form className="form" onSend={send}>
      {withAddress && <AddressFields address={undefined} />}
      <div className="form-pair">
        <Field label={t('keyForms.email')} name="email" type="email" required autoComplete="username" />
        <Field label={t('keyForms.password')} name="password" type="password" required autoComplete="off" />
      </div>
      <div className="form-pair">
        <OrganizationField required hint={t('keyForms.identifierPlatform')} defaultValue={orgId ?? ''} />
        <Field
          label={t('keyForms.nameKey')}
          name="name"
          required
          maxLength={MAX_KEY_NAME_CHARS}
          defaultValue={(key.name ?? t('keyForms.videoWall')).slice(0, MAX_KEY_NAME_CHARS)}
        />
      </div>
      <Field
        className="short"
        label={t('keyForms.validDays')}
        name="expiresInDays"
        type="number"
        min={1}
        max={3_660}
        required
        defaultValue={DEFAULT_KEY_LIFE_IN_DAYS}
      />
      <ProtectionChoice isAsked={create.error?.code === 'vault_weak'} />
      <FormError error={addressError ?? create.error} />
      <FormEnd
        hint={
          <>
            {t('keyForms.passwordForgotten')}
            {isRenewal && ` ${t('keyForms.newKeyTriedFirst')}`}
          </>
        }
      >
        <SendButton isBusy={isBusy || create.isBusy}>
          {isBusy || create.isBusy
            ? t('keyForms.signing')
            : isRenewal
              ? t('keyForms.renewKey')
              : t('key.signMakeKey')}
        </SendButton>
      </FormEnd>
      <Renewed isDone={create.value !== undefined} />
    </Form>
  )
}

export function PasteKeyForm({ withAddress = false }: KeyFormProps) {
  const set = useCall('keys.set')
  const { setAddress, addressError, isBusy } = useAddressFirst(withAddress)
  const { orgId: orgBefore, isRenewal } = useKeyBefore()

  async function send(data: FormData, form: HTMLFormElement): Promise<void> {
    const key = textOf(data, 'key')
    data.delete('key')
    clearInput(form, 'key')
    if (!(await setAddress(data))) return
    const orgId = textOf(data, 'orgId')
    const organization = orgId === '' ? {} : { orgId }
    await set.run({ key, ...organization, ...protectionFrom(data) })
  }

  return (
    <Form className="form" onSend={send}>
      {withAddress && <AddressFields address={undefined} />}
      <Field
        label={t('keyForms.aPIKey')}
        name="key"
        type="password"
        required
        autoComplete="off"
        className="code"
      />
      <OrganizationField defaultValue={orgBefore ?? ''} hint={t('keyForms.identifierPlatformKeyDoesNot')} />
      <ProtectionChoice isAsked={set.error?.code === 'vault_weak'} />
      <FormError error={addressError ?? set.error} />
      <FormEnd
        hint={
          <>
            {t('keyForms.cannotBeReadBack')}
            {isRenewal && ` ${t('keyForms.triedFirst')}`}
          </>
        }
      >
        <SendButton isBusy={isBusy || set.isBusy}>
          {isBusy || set.isBusy
            ? t('keyForms.keeping')
            : isRenewal
              ? t('keyForms.replaceKey')
              : t('keyForms.useKey')}
        </SendButton>
      </FormEnd>
      <Renewed isDone={set.value !== undefined} />
    </Form>
  )
}

/** The key that a new one would replace, and of which organization it would be. */
function useKeyBefore() {
  const key = useSession(({ connection }) => connection.key)
  const listedFor = useSession(
    ({ connection }) => connection.platforms.find(({ id }) => id === connection.platform)?.orgId,
  )
  return { key, orgId: key.orgId ?? listedFor, isRenewal: key.state === 'present' }
}

/** Validity of the key that has just replaced another one. */
function Renewed({ isDone }: { readonly isDone: boolean }) {
  const key = useSession(({ connection }) => connection.key)
  const { zone } = useServices()
  const expiry = expiryVerdict(key, zone())
  return (
    <p className={isDone ? 'form-done' : 'unseen'} role="status">
      {isDone && t('keyForms.newKeyUse', { detail: expiry === undefined ? '' : ` ${expiry.text}.` })}
    </p>
  )
}

/** Asked only where the system is known to have no safe store of its own. */
function ProtectionChoice({ isAsked }: { readonly isAsked: boolean }) {
  const offered = useSession((session) => session.connection.key.offered)
  const offers = useSession((session) => session.connection.key.choices)
  const weak = useSession((session) => session.weakProtection)
  const before = useSession((session) => session.connection.key.protection)
  const isWeak = offered === undefined && offers !== undefined
  useLookAgain(isWeak)
  if (!isWeak && !isAsked) return null
  return (
    <Choices
      label={t('keyForms.noProtectedKeyStoreAnswers')}
      name="protection"
      defaultValue={before === weak ? weak : 'session'}
      choices={[
        {
          value: 'session',
          label: t('keyForms.sessionOnly'),
          hint: t('keyForms.memoryAfterRestartAskedAgain'),
        },
        ...(offers?.includes(weak) === false
          ? []
          : [
              {
                value: weak,
                label: t('keyForms.computerWeaklyProtected'),
                hint: t('keyForms.whoeverCanReadFilesAccount'),
              },
            ]),
      ]}
    />
  )
}

/** A key store is unlocked in a window of the system: asks again when this one gets the focus back. */
function useLookAgain(isWeak: boolean): void {
  const { run } = useCall('keys.lookAgain')
  useEffect(() => {
    if (!isWeak) return undefined
    const look = () => void run(undefined)
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [isWeak, run])
}

function protectionFrom(data: FormData): { protection?: Protection } {
  const parsed = protectionSchema.safeParse(data.get('protection'))
  return parsed.success ? { protection: parsed.data } : {}
}

function clearInput(form: HTMLFormElement, name: string): void {
  const input = form.elements.namedItem(name)
  if (input instanceof HTMLInputElement) input.value = ''
}

function useAddressFirst(isNeeded: boolean) {
  const set = useCall('connection.set')
  const typed = useTypedAddress()
  async function setAddress(data: FormData): Promise<boolean> {
    if (!isNeeded) return true
    const address = typed.read(data)
    return address !== undefined && (await set.run(address))
  }
  return { setAddress, isBusy: set.isBusy, addressError: typed.fault ?? set.error }
}
