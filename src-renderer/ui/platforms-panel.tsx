import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ListedPlatform } from '#contract/wall/connection.ts'
import { AddressFields, useTypedAddress } from './address-form.tsx'
import {
  Button,
  Field,
  Form,
  FormEnd,
  FormError,
  OrganizationField,
  SendButton,
  textOf,
} from './form-parts.tsx'
import { focusNow } from './focus-beside.ts'
import { hostOf, platformName } from './platform-words.ts'
import { useServices, useSession } from './services.ts'
import { useCall } from './use-call.ts'
import { t } from '../language/language.ts'

/** The platforms of this workstation: the one that the wall shows, the others a press away, and a new one. */
export function PlatformsPanel() {
  const platforms = useSession((session) => session.connection.platforms)
  const shown = useSession((session) => session.connection.platform)
  const use = useCall('platforms.use')
  const remove = useCall('platforms.remove')
  const isBusy = use.isBusy || remove.isBusy
  return (
    <section className="platforms stack" aria-label={t('platforms.platformsWorkstation')}>
      {platforms.length > 0 && (
        <ul className="lines">
          {platforms.map((platform) => (
            <Line
              key={platform.id}
              platform={platform}
              isShown={platform.id === shown}
              isBusy={isBusy}
              onUse={() => void use.run({ id: platform.id })}
              onRemove={() => void remove.run({ id: platform.id })}
            />
          ))}
        </ul>
      )}
      <FormError error={use.error ?? remove.error} />
      <details>
        <summary>{t('platforms.addPlatformOrOrganization')}</summary>
        <AddPlatformForm />
      </details>
    </section>
  )
}

function Line(props: {
  readonly platform: ListedPlatform
  readonly isShown: boolean
  readonly isBusy: boolean
  readonly onUse: () => void
  readonly onRemove: () => void
}) {
  const { platform, isShown, isBusy, onUse, onRemove } = props
  const [isAsked, setAsked] = useState(false)
  const elsewhere = useStore(useServices().outbox.store, ({ outbox }) => outbox?.elsewhere)
  const waiting = elsewhere?.find((one) => one.platform === platform.id)
  const name = platformName(platform)
  return (
    <li data-platform={platform.id} aria-current={isShown}>
      <PlatformNameForm platform={platform} />
      <span className="code">
        {hostOf(platform.baseUrl)}
        {platform.orgId === undefined ? '' : ` · ${platform.orgId}`}
      </span>
      <span className="lines-end row wrap">
        {!platform.hasKey && <span data-tone="attention">{t('platforms.noKeyYet')}</span>}
        {isShown && <b>{t('platforms.wall')}</b>}
        {!isShown && !isAsked && (
          <>
            <Button isBusy={isBusy} aria-label={t('platforms.show', { name })} onClick={onUse}>
              {t('platforms.showVerb')}
            </Button>
            <Button
              isBusy={isBusy}
              aria-label={t('platforms.remove', { name })}
              onClick={() => setAsked(true)}
            >
              {t('form.remove')}
            </Button>
          </>
        )}
        {!isShown && isAsked && (
          <>
            <span>
              {t('platforms.keyGoesWith')}
              {waiting !== undefined && ` ${t('platforms.eventsWait', { count: waiting.depth })}`}
            </span>
            <Button isBusy={isBusy} onClick={onRemove}>
              {t('platforms.removeConfirm')}
            </Button>
            <Button ref={focusNow} onClick={() => setAsked(false)}>
              {t('platforms.keep')}
            </Button>
          </>
        )}
      </span>
    </li>
  )
}

/** The name is a field that is kept by Enter, or when it is left. */
function PlatformNameForm({ platform }: { readonly platform: ListedPlatform }) {
  const rename = useCall('platforms.rename')
  const field = useRef<HTMLInputElement>(null)
  const last = useRef(platform.name)
  // A name that was given elsewhere: left as it was, the field would put the old one back.
  useEffect(() => {
    if (field.current?.value.trim() === last.current) field.current.value = platform.name
    last.current = platform.name
  }, [platform.name])
  const keep = (name: string) => {
    if (name.trim() !== platform.name) void rename.run({ id: platform.id, name })
  }
  return (
    <Form onSend={(data) => keep(textOf(data, 'name'))}>
      <input
        ref={field}
        name="name"
        maxLength={60}
        aria-label={t('platforms.name', { platformName: platformName(platform) })}
        placeholder={hostOf(platform.baseUrl)}
        defaultValue={platform.name}
        onBlur={(event) => keep(event.currentTarget.value)}
      />
    </Form>
  )
}

function AddPlatformForm() {
  const add = useCall('platforms.add')
  const typed = useTypedAddress()

  function send(data: FormData): void {
    const address = typed.read(data)
    if (address === undefined) return
    const orgId = textOf(data, 'orgId')
    void add.run({ name: textOf(data, 'name'), address, ...(orgId === '' ? {} : { orgId }) })
  }

  return (
    <Form className="form" onSend={send}>
      <AddressFields address={undefined} />
      <div className="form-pair">
        <Field label={t('form.name')} name="name" maxLength={60} hint={t('platforms.asPaletteShallCall')} />
        <OrganizationField hint={t('platforms.neededWhereSameAddressListed')} />
      </div>
      <FormError error={typed.fault ?? add.error} />
      <FormEnd hint={t('platforms.askedKeyNextOthersKeep')}>
        <SendButton isBusy={add.isBusy}>
          {add.isBusy ? t('platforms.adding') : t('platforms.addShow')}
        </SendButton>
      </FormEnd>
    </Form>
  )
}
