import { useMemo } from 'react'
import { layoutTable } from '../wall/layout.ts'
import { visibleTiles } from '../wall/wall-document.ts'
import { EntryPreview } from './entry-preview.tsx'
import { SearchPanel } from './events/search-panel.tsx'
import { useWall } from './services.ts'
import { Tile } from './tile.tsx'
import { TimelineBar } from './timeline-bar.tsx'

/** The wall itself. Tiles keep their key over every change of layout, so that no picture is torn down by one. */
export function WallView() {
  const layout = useWall(({ document }) => document.layout)
  const large = useWall(({ document }) => document.large)
  const tiles = useMemo(() => visibleTiles({ layout, large }), [layout, large])
  const { columns, rows } = layoutTable[layout]
  return (
    <main
      className="wall"
      aria-label="Video wall"
      data-layout={layout}
      // The browser's menu offers to take a video out of the wall.
      onContextMenu={(event) => event.preventDefault()}
      data-large={large === null ? undefined : large + 1}
    >
      <h1 className="unseen">Video wall</h1>
      <div
        className="grid"
        style={{
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
        }}
      >
        {tiles.map((tile) => (
          <Tile key={tile} tile={tile} />
        ))}
      </div>
      <EntryPreview />
      <TimelineBar />
      <SearchPanel />
    </main>
  )
}
