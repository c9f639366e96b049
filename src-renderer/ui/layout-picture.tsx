import type { Cell, Layout } from '#contract/wall/layout.ts'

const [width, height, gap] = [160, 90, 3]

/**
 * A layout as a small drawing of itself; `kinds` says what lies in each tile. All tiles of a kind are one element: a
 * window may show hundreds of drawings.
 */
export function LayoutPicture(props: { readonly layout: Layout; readonly kinds?: readonly string[] }) {
  const { layout, kinds = [] } = props
  const stepX = (width + gap) / layout.columns
  const stepY = (height + gap) / layout.rows
  const outline = ({ column, row, columns, rows }: Cell) => {
    const across = columns * stepX - gap
    return `M${column * stepX} ${row * stepY}h${across}v${rows * stepY - gap}h${-across}z`
  }
  const byKind = Map.groupBy(layout.cells, (_, tile) => kinds[tile] ?? 'camera')
  return (
    <svg className="layout-picture" aria-hidden viewBox={`0 0 ${width} ${height}`}>
      {[...byKind].map(([kind, cells]) => (
        <path key={kind} data-kind={kind} d={cells.map(outline).join('')} />
      ))}
    </svg>
  )
}
