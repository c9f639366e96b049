import type { Layout } from '#contract/wall/layout.ts'

/** A layout as a small drawing of itself; `kinds` says what lies in each tile. */
export function LayoutPicture({
  layout,
  kinds = [],
}: {
  readonly layout: Layout
  readonly kinds?: readonly string[]
}) {
  return (
    <span
      className="layout-picture"
      aria-hidden
      style={{
        gridTemplateColumns: `repeat(${layout.columns}, 1fr)`,
        gridTemplateRows: `repeat(${layout.rows}, 1fr)`,
      }}
    >
      {layout.cells.map(({ column, row, columns, rows }, tile) => (
        <i
          key={`${column} ${row}`}
          data-kind={kinds[tile]}
          style={{ gridArea: `${row + 1} / ${column + 1} / span ${rows} / span ${columns}` }}
        />
      ))}
    </span>
  )
}
