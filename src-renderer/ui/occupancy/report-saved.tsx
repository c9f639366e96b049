import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { printTime } from '../../events/query/printing/print-time.ts'
import { NameForm } from '../name-form.tsx'
import { useServices, useSession } from '../services.ts'

/** Reports under a name: opened, kept, renamed, removed. */
export function ReportSaved({ onOpened }: { readonly onOpened: () => void }) {
  const { report, savedReports } = useServices()
  const saved = useSession(({ settings }) => settings.occupancyReports)
  const savedId = useStore(report.store, (state) => state.savedId)
  const opened = saved.find(({ id }) => id === savedId)
  const [refusal, setRefusal] = useState<string>()
  const [renamedId, setRenamedId] = useState<string>()
  return (
    <div className="report-saved">
      {saved.length === 0 && <p className="search-note">No report is saved yet.</p>}
      <ul className="saved-searches">
        {saved.map((one) =>
          renamedId === one.id ? (
            <li key={one.id}>
              <NameForm
                label="New name"
                name={one.name}
                verb="Rename"
                onName={async (name) => {
                  const refused = await savedReports.keep({ ...one, name: name.trim() })
                  setRefusal(refused)
                  if (refused === undefined) setRenamedId(undefined)
                }}
              />
            </li>
          ) : (
            <li key={one.id}>
              <button
                type="button"
                className="saved-search"
                aria-current={one.id === savedId || undefined}
                onClick={() => {
                  void report.openSaved(one.id)
                  onOpened()
                }}
              >
                <b>{one.name}</b>
                <span className="code">{printTime(one.window)}</span>
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Rename ${one.name}`}
                onClick={() => setRenamedId(one.id)}
              >
                <Pencil aria-hidden size="1em" />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Delete ${one.name}`}
                onClick={() => void savedReports.remove(one.id).then(setRefusal)}
              >
                <Trash2 aria-hidden size="1em" />
              </button>
            </li>
          ),
        )}
      </ul>
      {opened !== undefined && (
        <button
          type="button"
          className="button"
          onClick={() => void report.keep(opened.name, true).then(setRefusal)}
        >
          Save changes to {opened.name}
        </button>
      )}
      <NameForm
        label="Save this report as"
        name=""
        verb="Save"
        onName={(name) => report.keep(name, false).then(setRefusal)}
      />
      {refusal !== undefined && (
        <p className="search-refusal" role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}
