import { useStore } from 'zustand'
import { type Echo as EchoWords, echoOf } from '../keyboard/echo.ts'
import { cellOf, layoutTable } from '../wall/layout.ts'
import { useServices, useWall } from './services.ts'

/** Says on the tile that will change, or in the middle when that is none of this page, what `Enter` will do. The region stays, so that screen readers hear it. */
export function Echo() {
  const { keyboard } = useServices()
  const isTyping = useStore(keyboard, ({ endsAtMs }) => endsAtMs !== undefined)
  return (
    <div className="echo-layer" role="status" aria-live="polite">
      {isTyping && <OpenEcho />}
    </div>
  )
}

function OpenEcho() {
  const { keyboard, context } = useServices()
  const state = useStore(keyboard)
  const document = useWall((wall) => wall.document)
  const echo = echoOf(state, context())
  if (echo === undefined) return null

  const { columns, rows } = layoutTable[document.layout]
  const isOnTile = document.large === null && echo.tile !== undefined && echo.tile < document.layout
  const cell = isOnTile ? cellOf(document.layout, echo.tile) : undefined
  const x = cell === undefined ? 50 : ((cell.column + 0.5) / columns) * 100
  const y = cell === undefined ? 50 : ((cell.row + 0.5) / rows) * 100
  return (
    <div
      className="echo"
      data-outcome={echo.outcome}
      style={{
        // Never off the screen, however small the tile.
        left: `clamp(var(--echo-half-width), ${x}%, 100% - var(--echo-half-width))`,
        top: `clamp(var(--echo-half-height), ${y}%, 100% - var(--echo-half-height))`,
      }}
    >
      {echo.entry !== '' && <Typed entry={echo.entry} />}
      <Meaning echo={echo} />
    </div>
  )
}

const signs: ReadonlySet<string> = new Set(['.', '/', '*'])

/** Signs are drawn fainter than digits: the eye finds the camera number. */
function Typed({ entry }: { readonly entry: string }) {
  const parts = entry.match(/\d+|[./*]/g) ?? [entry]
  return (
    <p className="echo-entry" aria-label={entry}>
      {parts.map((part, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an entry have no other identity
        signs.has(part) ? <i key={at}>{part}</i> : <b key={at}>{part}</b>,
      )}
    </p>
  )
}

function Meaning({ echo }: { readonly echo: EchoWords }) {
  return (
    <p className="echo-meaning">
      {echo.says}
      {echo.outcome === 'ready' && <kbd>Enter</kbd>}
    </p>
  )
}
