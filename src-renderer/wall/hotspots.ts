import type { WallDocument } from '#contract/wall/document.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { cameraIdOf, isHotspot, tileOf, withRunning } from './wall-document.ts'
import type { WallStore } from './wall-store.ts'

/** The camera of the selected tile; undefined while that is a hotspot, which would follow itself, or shows none. */
export function selectedCameraId(document: WallDocument): string | undefined {
  return isHotspot(document, document.selected) ? undefined : cameraIdOf(document, document.selected)
}

/** Hotspots of these scopes show that camera. The same document when they do already. */
export function withFollowed(
  document: WallDocument,
  cameraId: string,
  scopes: readonly ('monitor' | 'all')[],
): WallDocument {
  return document.tiles.reduce((changed, _, tile) => {
    const { content } = tileOf(changed, tile)
    const isMeant =
      content.kind === 'hotspot' && scopes.includes(content.scope) && content.cameraId !== cameraId
    return isMeant ? withRunning(changed, tile, { ...content, cameraId }) : changed
  }, document)
}

/**
 * Hotspots after a change of the wall. Those of this monitor always show what is selected here; those of all
 * monitors follow whoever selected last, so only another selection counts.
 */
export function withHotspots(document: WallDocument, before: WallDocument): WallDocument {
  const selected = selectedCameraId(document)
  if (selected === undefined) return document
  const isNews = selected !== selectedCameraId(before)
  return withFollowed(document, selected, isNews ? ['monitor', 'all'] : ['monitor'])
}

/** Publishes to the other monitors which camera is selected here. */
export class SelectionPublisher {
  readonly #unsubscribe: () => void

  constructor({ wall, shell }: { readonly wall: WallStore; readonly shell: Pick<WallShell, 'call'> }) {
    this.#unsubscribe = wall.subscribe(({ document }, before) => {
      const cameraId = selectedCameraId(document)
      if (cameraId === undefined || cameraId === selectedCameraId(before.document)) return
      void shell.call('monitors.select', { cameraId })
    })
  }

  dispose(): void {
    this.#unsubscribe()
  }
}
