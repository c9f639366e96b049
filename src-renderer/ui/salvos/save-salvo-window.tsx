import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import { MAX_SALVO_NAME_CHARS, type SalvoScope, salvoScopes, salvoTitle } from '#contract/wall/salvo.ts'
import { layoutWords } from '../../wall/layout.ts'
import { salvoWallOf } from '../../wall/salvos.ts'
import { Choices, Field, textOf } from '../form-parts.tsx'
import { LayoutPicture } from '../layout-picture.tsx'
import { useServices, useSession, useWall } from '../services.ts'
import { Window } from '../window.tsx'

/** Asks for a name and for which monitors, and says what would be replaced. */
export function SaveSalvoWindow({ onClose }: { readonly onClose: () => void }) {
  const { salvos } = useServices()
  const number = useStore(salvos.store, ({ saving }) => saving)
  const replaced = useSession(({ settings }) => settings.salvos.find((one) => one.number === number))
  const monitor = useSession((session) => session.monitor)
  const monitorCount = useSession(({ monitors }) => monitors.length)
  const document = useWall((wall) => wall.document)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const shown = salvoWallOf(document, monitor)

  async function keep(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const form = new FormData(event.currentTarget)
    const refused = await salvos.keep(textOf(form, 'name'), form.get('scope') === 'all' ? 'all' : 'monitor')
    setBusy(false)
    setProblem(refused)
    if (refused === undefined) onClose()
  }

  return (
    <Window title={`Save as salvo ${number}`} size="narrow" onClose={onClose}>
      <form className="form" onSubmit={(event) => void keep(event)}>
        <div className="salvo-shown">
          <LayoutPicture layout={shown.layout} kinds={shown.tiles.map(({ kind }) => kind)} />
          <p>
            <b>{layoutWords(shown.layout)}</b>
            <span>{contentWords(shown.tiles.map(({ kind }) => kind))}</span>
          </p>
        </div>
        <Field
          label="Name"
          name="name"
          maxLength={MAX_SALVO_NAME_CHARS}
          defaultValue={replaced?.name ?? ''}
          placeholder="Night, deliveries, evacuation…"
          autoComplete="off"
          data-first-focus
        />
        {monitorCount > 1 && (
          <Choices
            label="What is kept"
            name="scope"
            defaultValue={replaced?.scope ?? 'monitor'}
            choices={salvoScopes.map((value) => ({ value, label: scopeWords(value, monitorCount) }))}
          />
        )}
        {replaced !== undefined && (
          <p className="form-error" role="alert">
            {salvoTitle(replaced)} is there already and would be replaced.
          </p>
        )}
        {problem !== undefined && (
          <p className="form-error" role="alert">
            {problem}
          </p>
        )}
        <div className="form-end">
          <button type="submit" className="button button-main" disabled={isBusy}>
            {replaced === undefined ? 'Save' : 'Replace'}
          </button>
          <small className="field-hint">
            <kbd>Enter</kbd> {replaced === undefined ? 'saves' : 'replaces'} it, <kbd>Esc</kbd> does not.
          </small>
        </div>
      </form>
    </Window>
  )
}

function scopeWords(scope: SalvoScope, monitorCount: number): string {
  return scope === 'monitor'
    ? 'This monitor: recalled on whichever asks for it'
    : `All ${monitorCount} monitors, each what it shows now`
}

/** `7 cameras, 1 feed, 1 empty` */
function contentWords(kinds: readonly string[]): string {
  const counts = Map.groupBy(kinds, (kind) => kind)
  return [...counts]
    .map(([kind, all]) => `${all.length} ${all.length === 1 ? kind : (plurals[kind] ?? kind)}`)
    .join(', ')
}

const plurals: Readonly<Record<string, string>> = {
  camera: 'cameras',
  feed: 'feeds',
  hotspot: 'hotspots',
  sequence: 'sequences',
  clock: 'clocks',
  text: 'texts',
}
