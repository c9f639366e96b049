import { Bookmark, Download, SlidersHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useServices } from '../services.ts'
import { ResultList } from './result-list.tsx'
import { SearchExport } from './search-export.tsx'
import { SearchField } from './search-field.tsx'
import { SearchForm } from './search-form.tsx'
import { SearchSaved } from './search-saved.tsx'

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
    if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      event.preventDefault()
      void eventSteps.step(key === 'ArrowRight' ? 1 : -1)
    } else if (altKey && key === 'ArrowUp') {
      event.preventDefault()
      void search.takeIn()
    } else if (key === 'Escape' && isOwn(event)) {
      event.preventDefault()
      search.close()
    } else if (key === 'Tab' || isPressOfButton(event)) {
      // The browser's, not the wall's.
      event.stopPropagation()
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only keys of what is in it
    <section className="search-panel" aria-label="Events" onKeyDown={onKeyDown}>
      <header className="search-head">
        <h2>Events</h2>
        <Toggle label="Saved searches" isOn={extra === 'saved'} onClick={() => toggle('saved')}>
          <Bookmark aria-hidden size="1.125em" />
        </Toggle>
        <Toggle label="Search as a form" isOn={isFormShown} onClick={() => search.toggleForm()}>
          <SlidersHorizontal aria-hidden size="1.125em" />
        </Toggle>
        <Toggle label="Export to a file" isOn={extra === 'export'} onClick={() => toggle('export')}>
          <Download aria-hidden size="1.125em" />
        </Toggle>
        <button type="button" className="icon-button" aria-label="Close" onClick={() => search.close()}>
          <X aria-hidden size="1.125em" />
        </button>
      </header>
      <SearchField onFound={() => list.current?.focus()} />
      {extra === 'saved' && <SearchSaved onChosen={() => list.current?.focus()} />}
      {extra === 'export' && <SearchExport />}
      {isFormShown && <SearchForm />}
      <ResultList list={list} />
    </section>
  )
}

/** Whoever had the keys before gets them back. */
function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus()
    }
  }, [])
}

/** An entry of the wall that is being typed while the list has the keys is left first. */
function isOwn(event: KeyboardEvent): boolean {
  return document.querySelector('.entry-preview') === null || event.target instanceof HTMLTextAreaElement
}

function isPressOfButton({ key, target }: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && target instanceof HTMLButtonElement
}

function Toggle({
  label,
  isOn,
  onClick,
  children,
}: {
  readonly label: string
  readonly isOn: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
