import { languageSchema } from '#contract/wall/language.ts'
import { languages, t } from '../language/language.ts'
import { Choices, FormError, textOf } from './form-parts.tsx'
import { useSession } from './services.ts'
import { useCall } from './use-call.ts'

/** The language of this workstation. Its pages load anew when it is another one. */
export function LanguagePanel() {
  const settings = useSession((session) => session.settings)
  const save = useCall('settings.save')
  const choices = [
    { value: '', label: t('language.ofComputer') },
    ...languageSchema.options.map((value) => ({ value, label: languages[value].name })),
  ]
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = languageSchema.safeParse(textOf(new FormData(event.currentTarget), 'language'))
        void save.run({ ...settings, language: chosen.data })
      }}
    >
      <Choices
        label={t('language.label')}
        name="language"
        choices={choices}
        defaultValue={settings.language ?? ''}
      />
      <p className="window-note">{t('language.note')}</p>
      <FormError error={save.error} />
      <div className="form-end">
        <button type="submit" className="button button-main" disabled={save.isBusy}>
          {t('form.save')}
        </button>
      </div>
    </form>
  )
}
