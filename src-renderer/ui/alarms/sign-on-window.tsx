import { useState } from 'react'
import { MIN_PIN_CHARS } from '#contract/wall/alarms.ts'
import { searchNameKey } from '#contract/wall/saved-search.ts'
import { wallError, type WallError } from '#contract/errors.ts'
import { Button, Field, Form, FormError, SendButton, SureButton, textOf } from '../form-parts.tsx'
import { useServices, useSession } from '../services.ts'
import { useCall } from '../use-call.ts'
import { Window } from '../window.tsx'
import { t } from '../../language/language.ts'

/** Who the log names. Nothing of the wall depends on it. */
export function SignOnWindow({ onClose }: { readonly onClose: () => void }) {
  const { shell } = useServices()
  const operator = useSession((session) => session.alarms.operator)
  const operators = useSession((session) => session.alarms.operators)
  const workstation = useSession((session) => session.alarms.workstation)
  const [name, setName] = useState('')
  const [error, setError] = useState<WallError>()
  const [isBusy, setBusy] = useState(false)
  const signOff = useCall('alarms.signOff')
  const known = operators.find((one) => searchNameKey(one) === searchNameKey(name))
  const isNew = name.trim() !== '' && known === undefined

  async function signOn(data: FormData, form: HTMLFormElement): Promise<void> {
    const pin = textOf(data, 'pin')
    if (isNew && pin !== textOf(data, 'again'))
      return setError(wallError('pin_refused', t('alarms.signOn.differ')))
    setBusy(true)
    const answer = await shell.call('alarms.signOn', { name: textOf(data, 'name'), pin, isNew })
    setBusy(false)
    if (answer.ok) return onClose()
    setError(answer.error)
    form.querySelector<HTMLInputElement>('input[name="pin"]')?.select()
  }

  async function remove(operator: string): Promise<void> {
    const answer = await shell.call('alarms.removeOperator', { name: operator })
    setError(answer.ok ? undefined : answer.error)
  }

  async function leave(): Promise<void> {
    if (await signOff.run(undefined)) onClose()
  }

  return (
    <Window title={t('alarms.signOn.title')} size="narrow" onClose={onClose}>
      <Form className="form" onSend={signOn}>
        <p className="dim">
          {operator === undefined
            ? t('alarms.signOn.nobody', { workstation })
            : t('alarms.signOn.somebody', { operator })}
        </p>
        <Field
          label={t('form.name')}
          name="name"
          required
          maxLength={60}
          list="alarm-operators"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-first-focus
        />
        <datalist id="alarm-operators">
          {operators.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Field
          label={t(isNew ? 'alarms.signOn.newPin' : 'alarms.signOn.pin')}
          name="pin"
          type="password"
          required
          minLength={MIN_PIN_CHARS}
          maxLength={64}
          autoComplete="off"
        />
        {isNew && (
          <Field
            label={t('alarms.signOn.again')}
            name="again"
            type="password"
            required
            autoComplete="off"
            hint={t('alarms.signOn.againHint')}
          />
        )}
        <FormError error={error} />
        <div className="form-end row">
          <SendButton isBusy={isBusy}>{t(isNew ? 'alarms.signOn.add' : 'alarms.signOn.title')}</SendButton>
          {operator !== undefined && (
            <Button onClick={() => void leave()}>{t('alarms.signOn.off', { operator })}</Button>
          )}
          {known !== undefined && (
            <SureButton
              key={known}
              words={t('alarms.signOn.remove', { operator: known })}
              sureWords={t('alarms.signOn.removeForGood', { operator: known })}
              onSure={() => void remove(known)}
            />
          )}
        </div>
      </Form>
    </Window>
  )
}
