import { languageSchema } from '#contract/wall/language.ts'
import { languages, t } from '../language/language.ts'
import { BusyButton, Choices, Problem, textOf } from './form-parts.tsx'
import { useSession } from './services.ts'
import { useSaveSettings } from './use-save-settings.ts'

/** The language of this workstation. Its pages load anew when it is another one. */
export function LanguagePanel() {
  const settings = useSession((session) => session.settings)
  const save = useSaveSettings()
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
        void save.run(() => ({ language: chosen.data }))
      }}
    >
      <Choices
        label={t('language.label')}
        name="language"
        choices={choices}
        defaultValue={settings.language ?? ''}
      />
      <p className="window-note">{t('language.note')}</p>
      <Problem says={save.problem} />
      <div className="form-end">
        <BusyButton type="submit" className="button button-main" isBusy={save.isBusy}>
          {t('form.save')}
        </BusyButton>
      </div>
    </form>
  )
}
