import type { TileWords } from './words.ts'

/** All that a tile says of its picture: in the middle, and at the bottom right. */
export function TileStatus({ words, corner }: { readonly words: TileWords; readonly corner: string }) {
  return (
    <>
      <TileMiddle words={words} />
      {words.corner !== undefined && (
        <strong className={corner} data-tone={words.tone}>
          {words.corner}
        </strong>
      )}
    </>
  )
}

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
