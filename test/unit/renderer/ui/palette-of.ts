import { buildKeymap } from '#renderer/keyboard/keymap.ts'
import { type PaletteOptions, paletteEntries } from '#renderer/ui/palette-entries.ts'
import { camerasUpTo } from '../fake-shell.ts'

/** The entries of a wall of 40 cameras, the fifth tile of which is selected and shows the seventh. */
export function paletteOf(change: Partial<PaletteOptions> = {}) {
  const cameras = camerasUpTo(40)
  return paletteEntries({
    cameras,
    unlistedWordsOf: ({ unlistedSinceMs }) => (unlistedSinceMs === undefined ? undefined : 'not listed'),
    selectedTile: 4,
    selectedCamera: cameras[6],
    monitor: 1,
    monitors: [],
    screens: undefined,
    searches: [],
    salvos: [],
    layouts: [],
    reports: [],
    platforms: [],
    shownPlatform: undefined,
    tags: [],
    hidden: new Set(),
    updates: { state: 'elsewhere', by: 'source' },
    keymap: buildKeymap(),
    ...change,
  })
}
