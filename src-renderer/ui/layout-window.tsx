import { useRef } from 'react'
import { layoutNameOf, layoutNames, layoutOf } from '#contract/wall/layout.ts'
import { LayoutPicture } from './layout-picture.tsx'
import { useServices, useWall } from './services.ts'
import { Window } from './window.tsx'

/** Layouts as small drawings of themselves; arrows or the typed name choose, Enter takes. */
export function LayoutWindow({ onClose }: { readonly onClose: () => void }) {
  const { run } = useServices()
  const current = useWall(({ document }) => layoutNameOf(document.layout))
  const typed = useRef('')

  function onKeyDown(event: React.KeyboardEvent<HTMLElement>): void {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const step = stepByKey[event.key]
    if (step !== undefined) {
      const at = buttons.findIndex((button) => button === document.activeElement)
      buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus()
      typed.current = ''
    } else if (/^[0-9+]$/.test(event.key)) {
      typed.current = nextTyped(typed.current, event.key)
      buttons[layoutNames.findIndex((name) => String(name).startsWith(typed.current))]?.focus()
    } else return
    event.preventDefault()
  }

  return (
    <Window title="Layout" size="middle" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus between its buttons */}
      <div className="layouts" role="group" aria-label="Layouts" onKeyDown={onKeyDown}>
        {layoutNames.map((layout) => (
          <button
            key={layout}
            type="button"
            className="layout-choice"
            aria-pressed={layout === current}
            data-first-focus={layout === (current ?? 1) || undefined}
            onClick={() => {
              run({ kind: 'set-layout', layout })
              onClose()
            }}
          >
            <LayoutPicture layout={layoutOf(layout)} />
            <span>
              <b>{layout}</b> {layout === 1 ? 'tile' : 'tiles'}
            </span>
          </button>
        ))}
      </div>
      <p className="window-note layouts-note">
        Arrows choose, or type the name: <kbd>1</kbd> <kbd>6</kbd>, <kbd>1</kbd> <kbd>+</kbd> <kbd>5</kbd>.
        <kbd>Enter</kbd> takes it. What a smaller layout hides comes back with the larger one.
      </p>
    </Window>
  )
}

/** Choices in a row of the window. */
const COLUMNS = 5

const stepByKey: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
}

/** The name as far as there is one that begins so; else a new beginning. */
function nextTyped(typed: string, key: string): string {
  return layoutNames.some((name) => String(name).startsWith(typed + key)) ? typed + key : key
}
