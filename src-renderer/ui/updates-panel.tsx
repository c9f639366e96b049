import { updateSettingsSchema } from '#contract/wall/updates.ts'
import { Button, Field, Form, Problem, textOf } from './form-parts.tsx'
import { Choices } from './radio-choices.tsx'
import { useServices, useSession } from './services.ts'
import { updateWords } from './update-words.ts'
import { errorWords } from '../language/error-words.ts'
import { useCall, useSaveSettings } from './use-call.ts'
import { t } from '../language/language.ts'

const modes = () =>
  [
    { value: 'ask', label: t('updates.loadThemWaitUntilSomebody') },
    {
      value: 'at-hour',
      label: t('updates.installThemThemselvesAtHour'),
      hint: t('updates.onlyWhileNobodyHasTouched'),
    },
    { value: 'off', label: t('updates.doNotLookThem') },
  ] as const

/** How newer versions come, and the one that is ready. */
export function UpdatesPanel() {
  const { clock, zone } = useServices()
  const state = useSession((session) => session.updates)
  const settings = useSession((session) => session.settings)
  const check = useCall('updates.check')
  const install = useCall('updates.install')
  const save = useSaveSettings()
  return (
    <>
      <p className="window-note" role="status">
        {updateWords(state, settings.updates, clock.nowMs(), zone())}
      </p>
      {state.state !== 'elsewhere' && (
        <Form
          className="form"
          onSend={(data) => {
            const updates = updateSettingsSchema.parse({
              mode: textOf(data, 'mode'),
              hour: Number(textOf(data, 'hour')),
            })
            void save.run(() => ({ updates }))
          }}
        >
          <Choices
            label={t('updates.newerVersions')}
            name="mode"
            choices={modes()}
            defaultValue={settings.updates.mode}
          />
          <Field
            label={t('updates.hourDayComputersClock')}
            name="hour"
            type="number"
            min={0}
            max={23}
            required
            defaultValue={settings.updates.hour}
          />
          <Problem text={save.problem ?? errorWords(check.error ?? install.error)} />
          <div className="form-end row">
            {state.state === 'none' && (
              <Button isBusy={check.isBusy} onClick={() => void check.run(undefined)}>
                {check.isBusy ? t('updates.looking') : t('updates.lookUpdates')}
              </Button>
            )}
            {state.state === 'ready' && (
              <Button isBusy={install.isBusy} onClick={() => void install.run(undefined)}>
                {t('updates.installRestart', { version: state.version })}
              </Button>
            )}
            <Button type="submit" isBusy={save.isBusy}>
              {t('form.save')}
            </Button>
          </div>
        </Form>
      )}
    </>
  )
}
