import { useEffect } from 'react'
import { Field, FormError, textOf } from '../form-parts.tsx'
import { useCall } from '../use-call.ts'

/** For a platform that wants another credential for its occupancy reports than the key. It is sent on and kept nowhere. */
export function OccupancyCredentialForm() {
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
