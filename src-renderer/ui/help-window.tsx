import { type ActionGroup, actionNames, actionOf, entryForms } from '../keyboard/actions.ts'
import { conflictSentence } from '../keyboard/keymap.ts'
import { Chord } from './chord.tsx'
import { useServices, useSession } from './services.ts'
import { Window } from './window.tsx'

const groups: readonly ActionGroup[] = [
  'Cameras',
  'Selection',
  'Salvos',
  'Picture',
  'Playback',
  'Events',
  'Alarms',
  'Evidence',
  'Timeline',
  'Wall',
  'Windows',
]
/** Other systems' spellings of the same key would only fill the page. */
const isShown = (chord: string) => !chord.includes('Meta+')

/** Every key of this wall, made from the table that the grammar itself reads. */
export function HelpWindow({ onClose }: { readonly onClose: () => void }) {
  const monitor = useSession((session) => session.monitor)
  const monitors = useSession((session) => session.monitors)
  const forms = entryForms.filter(({ isForMonitors }) => isForMonitors !== true || monitors.length > 1)
  const { chordsByAction, conflicts } = useServices().keymap()
  return (
    <Window title="Keyboard" size="wide" onClose={onClose}>
      <div className="help">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {forms
                .filter((form) => (form.group ?? 'Cameras') === group)
                .map((form) => (
                  <li key={form.says}>
                    <span className="help-keys">
                      {form.keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </span>
                    <span>{form.says}</span>
                  </li>
                ))}
              {actionNames
                .filter((name) => actionOf(name).group === group)
                .map((name) => ({ name, chords: (chordsByAction.get(name) ?? []).filter(isShown) }))
                .filter(({ chords }) => chords.length > 0)
                .map(({ name, chords }) => (
                  <li key={name}>
                    <span className="help-keys">
                      {chords.map((chord) => (
                        <Chord key={chord} chord={chord} />
                      ))}
                    </span>
                    <span>{actionOf(name).says}</span>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="window-note">
        An entry ends with Enter, Esc or four seconds of silence. Click selects a tile, double click shows it
        large.
      </p>
      {monitors.length > 1 && (
        <p className="window-note">
          Monitors:{' '}
          {monitors.map(({ number, label }) => monitorWords(number, label, number === monitor)).join(' · ')}
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
  const name = label === '' ? String(number) : `${number} ${label}`
  return isThis ? `${name} (this one)` : name
}
