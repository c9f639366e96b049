import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../language/language.ts'
import { IconButton } from './form-parts.tsx'
import { useServices, useSession } from './services.ts'

/**
 * A window over the wall. The browser's own modal `dialog`: focus stays inside, the rest is inert, Escape closes.
 * Radix' modal dialog would do the same but brings a `<style>` element of its own, which the page's policy refuses.
 */
export function Window(props: {
  readonly title: string
  readonly size: 'narrow' | 'middle' | 'wide' | 'full'
  readonly hasTitleBar?: boolean
  /** Lies on the lower edge of this tile, and leaves the wall beside it as bright as it is. */
  readonly overTile?: number
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { title, size, hasTitleBar = true, overTile, onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget>(null)
  const titleId = useId()
  // As a layout effect: the window is closed while it is there, and the focus is back where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    const tile = overTile === undefined ? null : document.querySelector(`[data-tile="${overTile + 1}"]`)
    if (tile !== null) {
      const { x, width, bottom } = tile.getBoundingClientRect()
      element?.style.setProperty('--tile-middle', `${x + width / 2}px`)
      element?.style.setProperty('--tile-bottom', `${innerHeight - bottom}px`)
    }
    element?.showModal()
    // By default the browser focuses the first button, which closes the window. What scrolls must have the focus itself.
    const first = element?.querySelector<HTMLElement>('[data-first-focus]:not(:disabled)')
    ;(first ?? element?.querySelector<HTMLElement>('.window-body'))?.focus()
    return () => element?.close()
  }, [overTile])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Escape does the same
    <dialog
      ref={dialog}
      className="window"
      data-size={size}
      data-over-tile={overTile}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The component goes when the store says so, not before.
        event.preventDefault()
        onClose()
      }}
      onPointerDown={({ target }) => {
        pressed.current = target
      }}
      onClick={({ target }) => {
        // Not the end of a selection that was begun in a field.
        if (target === dialog.current && pressed.current === target) onClose()
      }}
    >
      <div className="window-body" tabIndex={-1}>
        <header className={hasTitleBar ? 'window-title' : 'unseen'}>
          <h2 id={titleId}>{title}</h2>
          {hasTitleBar && <IconButton Icon={X} label={t('form.close')} size="1.25em" onClick={onClose} />}
        </header>
        {children}
        <Said />
      </div>
    </dialog>
  )
}

/** Notices since the window was opened: those at the edge of the wall lie behind it, and are inert. */
function Said() {
  const { clock } = useServices()
  const [openedMs] = useState(() => clock.nowMs())
  const notices = useSession((session) => session.notices)
  return (
    <div role="status">
      {notices
        .filter(({ atMs }) => atMs >= openedMs)
        .map(({ id, text }) => (
          <p key={id} className="window-note window-said">
            {text}
          </p>
        ))}
    </div>
  )
}
