import { languageSchema } from '#contract/wall/language.ts'
import { languages, t } from '../language/language.ts'
import { Form, Problem, SendButton, textOf } from './form-parts.tsx'
import { Choices } from './radio-choices.tsx'
import { useSession } from './services.ts'
import { useSaveSettings } from './use-call.ts'

/** The language of this workstation. Its pages load anew when it is another one. */
export function LanguagePanel() {
  const settings = useSession((session) => session.settings)
  const save = useSaveSettings()
  const choices = [
    { value: '', label: t('language.ofComputer') },
    ...languageSchema.options.map((value) => ({ value, label: languages[value].name })),
  ]
  return (
    <Form
      className="form"
      onSend={(data) => {
        const chosen = languageSchema.safeParse(textOf(data, 'language'))
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
      <Problem text={save.problem} />
      <div className="form-end row">
        <SendButton isBusy={save.isBusy}>{t('form.save')}</SendButton>
      </div>
    </Form>
  )
}
