import { Bookmark, Download, SlidersHorizontal, X } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { never } from '#contract/result.ts'
import { type EventExportState, MAX_EXPORT_EVENTS } from '#contract/wall/events.ts'
import { Button, IconButton } from '../form-parts.tsx'
import { isOfEntry } from '../keyboard-driver.ts'
import { SavedList } from '../saved-list.tsx'
import { useServices, useSession } from '../services.ts'
import { ResultList } from './result-list.tsx'
import { SearchField } from './search-field.tsx'
import { SearchForm } from './search-form.tsx'
import { t } from '../../language/language.ts'
import { errorWords } from '../../language/error-words.ts'

/** Events beside the wall, which goes on: what is searched for, and what was found. */
export function SearchPanel() {
  const { search } = useServices()
  const isOpen = useStore(search.store, (state) => state.isOpen)
  return isOpen ? <OpenPanel /> : null
}

type Extra = 'saved' | 'export' | undefined

function OpenPanel() {
  const { search, eventSteps } = useServices()
  const isFormShown = useStore(search.store, (state) => state.isFormShown)
  const list = useRef<HTMLDivElement>(null)
  const [extra, setExtra] = useState<Extra>(undefined)
  const toggle = (which: Extra) => setExtra((now) => (now === which ? undefined : which))
  useFocusBack()

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const { key, altKey } = event
    // While an entry is typed on the wall, `Escape` and `Enter` are for it, also when the panel has the focus.
    const isOwn = !isOfEntry(event) || event.target instanceof HTMLTextAreaElement
    if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      event.preventDefault()
      void eventSteps.step(key === 'ArrowRight' ? 1 : -1)
    } else if (altKey && key === 'ArrowUp') {
      event.preventDefault()
      void search.takeIn()
    } else if (key === 'Escape' && isOwn) {
      event.preventDefault()
      search.close()
    } else if (key === 'Tab' || (isOwn && isPressOfButton(event))) {
      // The browser's, not the wall's.
      event.stopPropagation()
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only keys of what is in it
    <section className="search-panel" aria-label={t('events.title')} onKeyDown={onKeyDown}>
      <header className="search-head row rigid">
        <h2>{t('events.title')}</h2>
        <Toggle
          Icon={Bookmark}
          label={t('events.saved.title')}
          aria-pressed={extra === 'saved'}
          onClick={() => toggle('saved')}
        />
        <Toggle
          Icon={SlidersHorizontal}
          label={t('events.form.title')}
          aria-pressed={isFormShown}
          onClick={() => search.toggleForm()}
        />
        <Toggle
          Icon={Download}
          label={t('events.export.title')}
          aria-pressed={extra === 'export'}
          onClick={() => toggle('export')}
        />
        <IconButton Icon={X} label={t('form.close')} size="1.125em" onClick={() => search.close()} />
      </header>
      <SearchField onFound={() => list.current?.focus()} />
      {extra === 'saved' && <SearchSaved onChosen={() => list.current?.focus()} />}
      {extra === 'export' && <SearchExport />}
      {isFormShown && <SearchForm />}
      <ResultList list={list} />
    </section>
  )
}

/** Gives the focus back when the panel closes. */
function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus()
    }
  }, [])
}

function isPressOfButton({ key, target }: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && target instanceof HTMLButtonElement
}

function Toggle(button: ComponentProps<typeof IconButton>) {
  return <IconButton title={button.label} size="1.125em" {...button} />
}

/** Searches under a name: chosen, kept, renamed, removed. */
function SearchSaved({ onChosen }: { readonly onChosen: () => void }) {
  const { search, savedSearches } = useServices()
  const saved = useSession(({ settings }) => settings.savedSearches)
  const text = useStore(search.store, (state) => state.text)
  return (
    <SavedList
      className="search-extra"
      entries={saved.map((one) => ({ key: one.name, name: one.name, detail: one.text }))}
      none={t('events.saved.none')}
      saveAs={t('events.saved.saveAs')}
      onOpen={({ detail }) => {
        search.type(detail)
        void search.search()
        onChosen()
      }}
      rename={({ key, detail }, name) => savedSearches.keep({ name, text: detail }, key)}
      remove={({ name }) => savedSearches.remove(name)}
      restore={({ name, detail }) => savedSearches.keep({ name, text: detail })}
      add={(name) => savedSearches.keep({ name, text })}
    />
  )
}

/** The search that is shown, into a file: all of its events, not only those on the screen. */
function SearchExport() {
  const { search, searchExport } = useServices()
  const asked = useStore(search.store, (state) => state.asked)
  const { isAsking, export: running, fileName, error } = useStore(searchExport.store)
  const isRunning = running?.state === 'waiting' || running?.state === 'running'
  return (
    <div className="search-extra">
      <div className="search-export">
        {(['csv', 'ndjson'] as const).map((format) => (
          <Button
            key={format}
            disabled={asked === undefined}
            // Not `disabled`: a button that is loses the focus, and Esc would no longer reach the panel.
            isBusy={isAsking || isRunning}
            onClick={() => void (asked && searchExport.begin(asked.body, format))}
          >
            {format.toUpperCase()}
          </Button>
        ))}
        {isRunning && (
          <Button
            onClick={({ currentTarget }) => {
              // It goes away, and would take the focus along.
              currentTarget.parentElement?.querySelector('button')?.focus()
              searchExport.cancel()
            }}
          >
            {t('form.cancel')}
          </Button>
        )}
      </div>
      <p className="small-note" role="status">
        {isAsking
          ? t('events.export.preparing')
          : (errorWords(error) ??
            (running === undefined ? t('events.export.all') : wordsOf(running, fileName)))}
        {running?.unread !== undefined && ` ${t('exact.export_events_unread', { count: running.unread })}`}
      </p>
      {running?.state === 'running' && running.total !== undefined && (
        <progress max={running.total} value={running.written} aria-label={t('events.export.label')} />
      )}
    </div>
  )
}

function wordsOf({ state, written, total, isCutOff, error }: EventExportState, file: string): string {
  switch (state) {
    case 'waiting':
      return t('events.export.waiting', { file })
    case 'running':
      return total === undefined
        ? t('events.export.running', { file, count: written })
        : t('events.export.runningOf', { file, count: written, total })
    case 'done':
      return isCutOff
        ? t('events.export.cutOff', { file, most: MAX_EXPORT_EVENTS })
        : t('events.export.done', { file, count: written })
    case 'cancelled':
      return t('events.export.cancelled', { file, count: written })
    case 'failed':
      return t('events.export.failed', { file, count: written, why: errorWords(error) ?? '' })
    default:
      return never(state)
  }
}
