import type { TileLimit } from './decode-governor.ts'
import type { LiveDefaults } from './defaults.ts'
import type { ExpectedCamera, TileWish } from './live-wall-port.ts'

/** `live`: on a tile. `hot`: decoded, ready to be shown. `standby`: joined, the server sends nothing. */
export type CameraRole = 'live' | 'hot' | 'standby'

export interface CameraDemand {
  readonly role: CameraRole
  readonly widthPx: number
  readonly heightPx: number
  /** Lower connects sooner. */
  readonly priority: number
}

export interface RoleInput {
  readonly wishes: readonly TileWish[]
  /** What each tile may have; tiles that are not listed have no limit. */
  readonly limits?: ReadonlyMap<number, TileLimit>
  /** Cameras whose picture is still on a tile until the wished one has drawn. */
  readonly stillShown: readonly string[]
  /** What the operator has typed and not confirmed yet. */
  readonly expected?: ExpectedCamera | undefined
  /** Most likely next first. */
  readonly standBy: readonly string[]
  /** Cameras that had a role before, last one first. */
  readonly recent: readonly string[]
  readonly isSlow: (cameraId: string) => boolean
  /** Or being connected. */
  readonly isConnected: (cameraId: string) => boolean
}

/** Who is needed for what, most urgent first. Every camera has one role: the strongest that anything asks for. */
export function assignRoles(
  input: RoleInput,
  limits: Pick<LiveDefaults['standby'], 'maxStandby' | 'maxRecent' | 'maxHot'>,
): Map<string, CameraDemand> {
  const demands = new Map<string, CameraDemand>()
  const size = usualSize(input.wishes)
  const limitOf = ({ tile }: TileWish) => input.limits?.get(tile) ?? 'none'
  const visible = input.wishes.filter(isVisible).filter((wish) => limitOf(wish) !== 'paused')
  for (const wish of [
    ...visible.filter(({ urgent }) => urgent),
    ...visible.filter(({ urgent }) => !urgent),
  ]) {
    const before = demands.get(wish.cameraId)
    const { widthPx, heightPx } = limitOf(wish) === 'reduced' ? smallest : wish
    demands.set(wish.cameraId, {
      role: 'live',
      widthPx: Math.max(widthPx, before?.widthPx ?? 0),
      heightPx: Math.max(heightPx, before?.heightPx ?? 0),
      priority: before?.priority ?? demands.size,
    })
  }
  for (const cameraId of input.stillShown) {
    if (!demands.has(cameraId)) demands.set(cameraId, { role: 'live', ...size, priority: demands.size })
  }
  const { expected } = input
  const onTile = expected && visible.find((wish) => wish.tile === expected.tile && limitOf(wish) === 'none')
  if (onTile && !demands.has(expected.cameraId)) {
    const { widthPx, heightPx } = onTile
    // A connection for each digit on the way to a longer number would be made for nothing.
    if (expected.isUnambiguous || input.isConnected(expected.cameraId))
      demands.set(expected.cameraId, { role: 'hot', widthPx, heightPx, priority: demands.size })
  }
  const hidden = input.wishes.flatMap(({ cameraId }) => (cameraId === undefined ? [] : [cameraId]))
  let standing = 0
  let hot = 0
  // Without cameras named for stand-by none stands by, not even one shown a moment ago.
  const maxRecent = Math.min(limits.maxRecent, input.standBy.length)
  const recent = input.recent.filter((cameraId) => !demands.has(cameraId)).slice(0, maxRecent)
  for (const cameraId of [...hidden, ...input.standBy, ...recent]) {
    if (demands.has(cameraId) || standing >= limits.maxStandby) continue
    const isPaused = input.wishes.some((wish) => wish.cameraId === cameraId && limitOf(wish) === 'paused')
    const isHot = hot < limits.maxHot && !isPaused && input.isSlow(cameraId)
    standing += 1
    if (isHot) hot += 1
    demands.set(cameraId, { role: isHot ? 'hot' : 'standby', ...size, priority: demands.size })
  }
  return demands
}

/** Any layer is large enough. */
const smallest = { widthPx: 1, heightPx: 1 } as const

function isVisible(wish: TileWish): wish is TileWish & { cameraId: string } {
  return wish.cameraId !== undefined && wish.widthPx > 0 && wish.heightPx > 0
}

/** Whoever stands by will be shown about as large as what is shown now. */
function usualSize(wishes: readonly TileWish[]): { widthPx: number; heightPx: number } {
  const widths = wishes.map(({ widthPx }) => widthPx).toSorted((a, b) => a - b)
  const heights = wishes.map(({ heightPx }) => heightPx).toSorted((a, b) => a - b)
  const middle = Math.floor(wishes.length / 2)
  return { widthPx: widths[middle] ?? 0, heightPx: heights[middle] ?? 0 }
}
