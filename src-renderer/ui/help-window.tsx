import {
  actionGroups,
  actionNames,
  actionOf,
  actionWords,
  entryForms,
  groupWords,
} from '../keyboard/actions.ts'
import { gridKeys } from '../keyboard/grid-keys.ts'
import { conflictSentence } from '../keyboard/keymap.ts'
import { numberedName, t } from '../language/language.ts'
import { Cap, Chord, KeyOf, rich } from './rich-text.tsx'
import { Button } from './form-parts.tsx'
import { useServices, useSession } from './services.ts'
import { Window } from './window.tsx'

/** Other systems' spellings of the same key would only fill the page. */
const isShown = (chord: string) => !chord.includes('Meta+')

/** Every key of this wall, made from the table that the grammar itself reads. */
export function HelpWindow({ onClose }: { readonly onClose: () => void }) {
  const monitor = useSession((session) => session.monitor)
  const monitors = useSession((session) => session.monitors)
  const forms = entryForms.filter(({ isForMonitors }) => isForMonitors !== true || monitors.length > 1)
  const { keymap, run } = useServices()
  const { chordsByAction, conflicts } = keymap()
  /** Actions without a key are found in the palette by name. */
  const palette = (chordsByAction.get('palette') ?? []).filter(isShown)
  return (
    <Window title={t('help.keyboard')} size="wide" onClose={onClose}>
      <div className="help">
        {actionGroups.map((group) => (
          <section key={group}>
            <h3>{groupWords(group)}</h3>
            <ul>
              {forms
                .filter((form) => (form.group ?? 'Cameras') === group)
                .map((form) => (
                  <li key={form.words}>
                    <span className="help-keys line wrap">
                      {form.keys.map((key) => (
                        <Cap key={key} name={key} />
                      ))}
                      <KeyOf action="confirm" />
                    </span>
                    <span>{t(form.words)}</span>
                  </li>
                ))}
              {actionNames
                .filter((name) => actionOf(name).group === group)
                .map((name) => ({ name, chords: (chordsByAction.get(name) ?? []).filter(isShown) }))
                .map(({ name, chords }) => (
                  <li key={name}>
                    <span className="help-keys line wrap">
                      {(chords.length > 0 ? chords : palette).map((chord) => (
                        <Chord key={chord} chord={chord} />
                      ))}
                      {chords.length === 0 && t('help.byName')}
                    </span>
                    <span>{actionWords(name)}</span>
                  </li>
                ))}
            </ul>
          </section>
        ))}
        <section>
          <h3>{t('grid.editor')}</h3>
          <ul>
            {gridKeys.map(({ keys, label }) => (
              <li key={label}>
                <span className="help-keys line wrap">
                  {keys.map((key) => (
                    <Cap key={key} name={key} />
                  ))}
                </span>
                <span>{t(label)}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <p className="window-note">
        <Button onClick={() => run({ kind: 'toggle-dialog', dialog: 'keymap' })}>
          {t('help.changeKeys')}
        </Button>
      </p>
      <p className="window-note">
        {rich('help.entryEndsWithEnterEsc', {
          confirm: <KeyOf action="confirm" />,
          leave: <KeyOf action="leave" />,
        })}
      </p>
      {monitors.length > 1 && (
        <p className="window-note">
          {t('help.monitors', {
            list: monitors
              .map(({ number, label }) => monitorWords(number, label, number === monitor))
              .join(' · '),
          })}
        </p>
      )}
      {conflicts.map((conflict) => (
        <p key={JSON.stringify(conflict)} className="form-error">
          {conflictSentence(conflict)}
        </p>
      ))}
    </Window>
  )
}

function monitorWords(number: number, label: string, isThis: boolean): string {
  const name = label === '' ? String(number) : numberedName({ number, name: label })
  return isThis ? t('help.thisMonitor', { name }) : name
}
