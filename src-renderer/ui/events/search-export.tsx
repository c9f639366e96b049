import { useStore } from 'zustand'
import { type EventExportState, MAX_EXPORT_EVENTS } from '#contract/wall/events.ts'
import { never } from '#contract/result.ts'
import { useServices } from '../services.ts'

/** The search that is shown, into a file: all of its events, not only those on the screen. */
export function SearchExport() {
  const { search, searchExport } = useServices()
  const asked = useStore(search.store, (state) => state.asked)
  const { export: running, fileName, error } = useStore(searchExport.store)
  const isRunning = running?.state === 'waiting' || running?.state === 'running'
  return (
    <div className="search-extra">
      <div className="search-export">
        {(['csv', 'ndjson'] as const).map((format) => (
          <button
            key={format}
            type="button"
            className="button"
            disabled={asked === undefined}
            // Not `disabled`: a button that is loses the focus, and Esc would no longer reach the panel.
            aria-disabled={isRunning}
            onClick={() => {
              if (asked !== undefined && !isRunning) void searchExport.begin(asked.body, format)
            }}
          >
            {format.toUpperCase()}
          </button>
        ))}
        {isRunning && (
          <button
            type="button"
            className="button"
            onClick={({ currentTarget }) => {
              // It goes away, and would take the focus along.
              currentTarget.parentElement?.querySelector('button')?.focus()
              searchExport.cancel()
            }}
          >
            Cancel
          </button>
        )}
      </div>
      <p className="search-note" role="status">
        {error?.message ??
          (running === undefined ? 'All events of this search, oldest first.' : wordsOf(running, fileName))}
      </p>
      {running?.state === 'running' && running.total !== undefined && (
        <progress max={running.total} value={running.written} aria-label="Export" />
      )}
    </div>
  )
}

const count = (events: number) => `${events.toLocaleString('en')} ${events === 1 ? 'event' : 'events'}`

function wordsOf({ state, written, total, isCutOff, error }: EventExportState, fileName: string): string {
  switch (state) {
    case 'waiting':
      return `${fileName}: waiting for the download to begin.`
    case 'running':
      return `${fileName}: ${count(written)}${total === undefined ? '' : ` of ${total.toLocaleString('en')}`}.`
    case 'done':
      return isCutOff
        ? `${fileName} ends after ${MAX_EXPORT_EVENTS.toLocaleString('en')} events, and there are more. Export a shorter time.`
        : `${fileName} is complete: ${count(written)}.`
    case 'cancelled':
      return `${fileName} was cancelled after ${count(written)}; what is there is not complete.`
    case 'failed':
      return `${fileName} ends after ${count(written)} and is not complete. ${error?.message ?? ''}`
    default:
      return never(state)
  }
}
