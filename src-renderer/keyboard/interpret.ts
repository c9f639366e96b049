import type { WallCommand } from '../wall/commands.ts'
import type { KeyboardContext } from './context.ts'
import { type Entry, parseEntry } from './entry.ts'

/** What `Enter` would do with an entry, in words. `tile` is where the words belong. */
export type Interpretation =
  | {
      readonly outcome: 'ready'
      readonly says: string
      readonly tile: number
      readonly commands: readonly WallCommand[]
    }
  /** More digits may follow; `Enter` now is refused with the same words. */
  | { readonly outcome: 'incomplete'; readonly says: string; readonly tile: number }
  | { readonly outcome: 'refused'; readonly says: string; readonly tile: number }

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The meaning of a whole entry on this wall. */
export function interpret(text: string, context: KeyboardContext): Interpretation | undefined {
  const entry = text === '' ? undefined : parseEntry(text)
  if (entry === undefined) return undefined
  return entry.kind === 'salvo' ? interpretSalvo(entry.salvo, context) : interpretCamera(entry, context)
}

function interpretSalvo(salvo: string, context: KeyboardContext): Interpretation {
  const tile = context.selected
  if (salvo === '') return { outcome: 'incomplete', says: 'Which salvo?', tile }
  return { outcome: 'refused', says: `No salvo ${Number(salvo)}: this wall has none yet`, tile }
}

function interpretCamera(entry: Entry & { kind: 'camera' }, context: KeyboardContext): Interpretation {
  const refused = (says: string, tile = context.selected): Interpretation => ({
    outcome: 'refused',
    says,
    tile,
  })
  if (entry.monitor !== undefined) {
    const monitor = Number(entry.monitor)
    if (monitor < 1 || monitor > context.monitorCount) {
      return refused(`No monitor ${monitor}: this wall has ${plural(context.monitorCount, 'monitor')}`)
    }
  }
  const tile = entry.tile === undefined ? context.selected : Number(entry.tile) - 1
  if (tile < 0 || tile >= context.tileCount) {
    return refused(`No tile ${tile + 1}: this wall has ${plural(context.tileCount, 'tile')}`)
  }
  const place = `Tile ${tile + 1}`
  if (entry.camera === '') return { outcome: 'incomplete', says: `${place}: which camera?`, tile }

  const number = Number(entry.camera)
  if (number === 0) {
    const previous = context.previousCameraOf(tile)
    if (previous === undefined) return refused(`${place} has shown no other camera yet`, tile)
    const says = `${place}: back to ${previous.number} ${previous.name}`
    return { outcome: 'ready', says, tile, commands: [{ kind: 'last-camera', tile }] }
  }
  const camera = context.cameraByNumber(number)
  if (camera === undefined) {
    if (context.cameraCount === 0) return refused('No cameras yet', tile)
    const more = context.countBeginningWith(String(number))
    if (more === 0) return refused(`No camera ${number}`, tile)
    const says = `No camera ${number} · ${plural(more, 'number begins', 'numbers begin')} with ${number}`
    return { outcome: 'incomplete', says, tile }
  }
  const isThere = context.cameraOf(tile)?.id === camera.id
  return {
    outcome: 'ready',
    says: `${place}: ${camera.name}${isThere ? ' (is there already)' : ''}`,
    tile,
    commands: [{ kind: 'show-camera', tile, cameraId: camera.id }],
  }
}
