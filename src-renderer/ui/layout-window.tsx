import { layoutSizes } from '#contract/wall/document.ts'
import { layoutTable } from '../wall/layout.ts'
import { useServices, useWall } from './services.ts'
import { Window } from './window.tsx'

/** Layouts as small pictures of themselves; arrows choose, Enter takes. */
export function LayoutWindow({ onClose }: { readonly onClose: () => void }) {
  const { run } = useServices()
  const current = useWall(({ document }) => document.layout)
  return (
    <Window title="Layout" size="middle" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus between its buttons */}
      <div className="layouts" role="group" aria-label="Layouts" onKeyDown={moveFocus}>
        {layoutSizes.map((layout) => (
          <button
            key={layout}
            type="button"
            className="layout-choice"
            aria-pressed={layout === current}
            data-first-focus={layout === current || undefined}
            onClick={() => {
              run({ kind: 'set-layout', layout })
              onClose()
            }}
          >
            <span
              className="layout-picture"
              aria-hidden
              style={{ gridTemplateColumns: `repeat(${layoutTable[layout].columns}, 1fr)` }}
            >
              {Array.from({ length: layout }, (_, cell) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are their places
                <i key={cell} />
              ))}
            </span>
            <span>
              <b>{layout}</b> {layout === 1 ? 'tile' : 'tiles'}
            </span>
          </button>
        ))}
      </div>
    </Window>
  )
}

const stepByKey: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -3,
  ArrowDown: 3,
}

function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  const step = stepByKey[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus()
  event.preventDefault()
}
