import { type FormEvent, useState } from 'react'
import { wallError } from '#contract/errors.ts'
import type { ListedPlatform } from '#contract/wall/connection.ts'
import { AddressFields, addressFrom } from './address-form.tsx'
import { Field, FormError, textOf } from './form-parts.tsx'
import { hostOf, platformName } from './platform-words.ts'
import { useSession } from './services.ts'
import { useCall } from './use-call.ts'

/** The platforms of this workstation: the one that the wall shows, the others a press away, and a new one. */
export function PlatformsPanel() {
  const platforms = useSession((session) => session.connection.platforms)
  const shown = useSession((session) => session.connection.platform)
  const use = useCall('platforms.use')
  const remove = useCall('platforms.remove')
  const isBusy = use.isBusy || remove.isBusy
  return (
    <section className="platforms" aria-label="Platforms of this workstation">
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
        <summary>Add a platform or an organization</summary>
        <AddPlatformForm />
      </details>
    </section>
  )
}

function Line({
  platform,
  isShown,
  isBusy,
  onUse,
  onRemove,
}: {
  readonly platform: ListedPlatform
  readonly isShown: boolean
  readonly isBusy: boolean
  readonly onUse: () => void
  readonly onRemove: () => void
}) {
  const [isAsked, setAsked] = useState(false)
  const name = platformName(platform)
  return (
    <li data-platform={platform.id} aria-current={isShown}>
      <PlatformNameForm platform={platform} />
      <span className="code">
        {hostOf(platform.baseUrl)}
        {platform.orgId === undefined ? '' : ` · ${platform.orgId}`}
      </span>
      <span className="lines-end">
        {!platform.hasKey && <span data-tone="attention">no key yet</span>}
        {isShown && <b>on this wall</b>}
        {!isShown && !isAsked && (
          <>
            <button
              type="button"
              className="button"
              disabled={isBusy}
              aria-label={`Show ${name}`}
              onClick={onUse}
            >
              Show
            </button>
            <button
              type="button"
              className="button"
              disabled={isBusy}
              aria-label={`Remove ${name}`}
              onClick={() => setAsked(true)}
            >
              Remove
            </button>
          </>
        )}
        {!isShown && isAsked && (
          <>
            <span>Its key goes with it.</span>
            <button type="button" className="button" disabled={isBusy} onClick={onRemove}>
              Remove it
            </button>
            <button type="button" className="button" onClick={() => setAsked(false)}>
              Keep it
            </button>
          </>
        )}
      </span>
    </li>
  )
}

/** The name is a field that is kept by Enter, or when it is left. */
function PlatformNameForm({ platform }: { readonly platform: ListedPlatform }) {
  const rename = useCall('platforms.rename')
  const keep = (name: string) => {
    if (name.trim() !== platform.name) void rename.run({ id: platform.id, name })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        keep(textOf(new FormData(event.currentTarget), 'name'))
      }}
    >
      <input
        name="name"
        maxLength={60}
        aria-label={`Name of ${platformName(platform)}`}
        placeholder={hostOf(platform.baseUrl)}
        defaultValue={platform.name}
        onBlur={(event) => keep(event.currentTarget.value)}
      />
    </form>
  )
}

const notAnAddress = wallError('refused', 'The address of the platform begins with https:// (or http://).')

function AddPlatformForm() {
  const add = useCall('platforms.add')
  const [isMalformed, setMalformed] = useState(false)

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const address = addressFrom(data)
    setMalformed(address === undefined)
    if (address === undefined) return
    const orgId = textOf(data, 'orgId')
    void add.run({ name: textOf(data, 'name'), address, ...(orgId === '' ? {} : { orgId }) })
  }

  return (
    <form className="form" onSubmit={send}>
      <AddressFields address={undefined} />
      <div className="form-pair">
        <Field label="Name" name="name" maxLength={60} hint="As the palette shall call it." />
        <Field
          label="Organization"
          name="orgId"
          hint="Needed where the same address is listed for another one."
        />
      </div>
      <FormError error={isMalformed ? notAnAddress : add.error} />
      <div className="form-end">
        <button type="submit" className="button button-main" disabled={add.isBusy}>
          {add.isBusy ? 'Adding…' : 'Add and show it'}
        </button>
        <small className="field-hint">It is asked for its key next. The others keep theirs.</small>
      </div>
    </form>
  )
}
