import type { TileWords } from './words.ts'

/** The words in the middle of a tile's picture; nothing is drawn without words. */
export function TileMiddle({ words: { chip, lines, tone } }: { readonly words: TileWords }) {
  if (chip === undefined && lines.length === 0) return null
  return (
    <div className="tile-middle" data-tone={tone}>
      {chip !== undefined && <strong className="chip">{chip}</strong>}
      {lines.map((line) => (
        <span key={line} className="tile-line">
          {line}
        </span>
      ))}
    </div>
  )
}
