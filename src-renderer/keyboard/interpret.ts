import type { Monitor } from '#contract/wall/monitors.ts'
import { isolated, numberedName, t } from '../language/language.ts'
import type { WallCommand } from '../wall/commands.ts'
import type { KeyboardContext } from './context-of-wall.ts'
import { type Entry, parseEntry } from './entry.ts'

/** What `Enter` would do with an entry, in words. `tile` is where the words belong; none of this page's without one. */
export type Interpretation =
  | {
      readonly outcome: 'ready'
      readonly text: string
      readonly tile: number | undefined
      readonly commands: readonly WallCommand[]
    }
  /** More digits may follow; `Enter` now is refused with the same words. */
  | { readonly outcome: 'incomplete'; readonly text: string; readonly tile: number | undefined }
  | { readonly outcome: 'refused'; readonly text: string; readonly tile: number | undefined }

type CameraEntry = Entry & { readonly kind: 'camera' }

/** The meaning of a whole entry on this wall. */
export function interpret(text: string, context: KeyboardContext): Interpretation | undefined {
  const entry = text === '' ? undefined : parseEntry(text)
  if (entry === undefined) return undefined
  const monitor = entry.monitor === undefined ? context.monitor : Number(entry.monitor)
  if (monitor !== context.monitor) return interpretElsewhere(monitor, entry, context)
  return entry.kind === 'salvo'
    ? interpretSalvo(entry.salvo, monitor, context)
    : interpretCamera(entry, context)
}

function interpretSalvo(salvo: string, monitor: number, context: KeyboardContext): Interpretation {
  const tile = undefined
  if (salvo === '') return { outcome: 'incomplete', text: t('keyboard.entry.whichSalvo'), tile }
  const number = Number(salvo)
  if (number === 0) return { outcome: 'refused', text: t('keyboard.entry.salvoFromOne'), tile }
  const text = context.salvoWords(number, monitor)
  if (text === undefined)
    return { outcome: 'incomplete', text: t('keyboard.entry.noSalvo', { number }), tile }
  return { outcome: 'ready', text, tile, commands: [{ kind: 'recall-salvo', number }] }
}

function interpretCamera(entry: CameraEntry, context: KeyboardContext): Interpretation {
  const tile = entry.tile === undefined ? context.selected : Number(entry.tile) - 1
  if (tile < 0 || tile >= context.tileCount) {
    const text = t('keyboard.entry.noTile', { tile: tile + 1, count: context.tileCount })
    return { outcome: 'refused', text, tile: context.selected }
  }
  const place = t('keyboard.entry.tile', { tile: tile + 1 })
  if (entry.camera === '')
    return { outcome: 'incomplete', text: t('keyboard.entry.whichCamera', { place }), tile }

  const number = Number(entry.camera)
  if (number === 0) {
    const previous = context.previousCameraOf(tile)
    if (previous === undefined)
      return { outcome: 'refused', text: t('keyboard.entry.noOtherCamera', { place }), tile }
    const text = t('keyboard.entry.backTo', {
      place,
      camera: `${numberedName(previous)}${noted(context.unlistedWords(previous))}`,
    })
    return { outcome: 'ready', text, tile, commands: [{ kind: 'last-camera', tile }] }
  }
  const camera = context.cameraByNumber(number)
  if (camera === undefined) return noCamera(number, tile, context)
  const isThere = context.cameraOf(tile)?.id === camera.id
  return {
    outcome: 'ready',
    text: `${place}: ${isolated(camera.name)}${noted(isThere ? t('keyboard.entry.isThere') : undefined, context.unlistedWords(camera))}`,
    tile,
    commands: [{ kind: 'show-camera', tile, cameraId: camera.id }],
  }
}

/** Camera numbers are the same everywhere; how many tiles another monitor has, and what is in them, only it can say. */
function interpretElsewhere(monitor: number, entry: Entry, context: KeyboardContext): Interpretation {
  const tile = undefined
  if (!context.monitors.some(({ number }) => number === monitor))
    return { outcome: 'refused', text: noMonitor(monitor, context.monitors), tile }
  const ofMonitor = t('keyboard.entry.monitor', { monitor })
  if (entry.kind === 'salvo') {
    const there = interpretSalvo(entry.salvo, monitor, context)
    if (there.outcome !== 'ready') return there
    const commands = [{ kind: 'enter-on-monitor' as const, monitor, entry: `*${entry.salvo}` }]
    return { ...there, text: `${ofMonitor}: ${there.text}`, commands }
  }
  if (entry.tile === undefined && entry.camera === '') {
    const text = t('keyboard.entry.cameraOrKeyboard', { place: ofMonitor })
    return { outcome: 'ready', text, tile, commands: [{ kind: 'focus-monitor', monitor }] }
  }
  const place =
    entry.tile === undefined
      ? ofMonitor
      : t('keyboard.entry.tileOfMonitor', { monitor, tile: Number(entry.tile) })
  if (entry.camera === '')
    return { outcome: 'incomplete', text: t('keyboard.entry.whichCamera', { place }), tile }

  const number = Number(entry.camera)
  const camera = context.cameraByNumber(number)
  if (camera === undefined && number !== 0) return noCamera(number, tile, context)
  const what =
    camera === undefined
      ? t('keyboard.entry.backToBefore')
      : `${isolated(camera.name)}${noted(context.unlistedWords(camera))}`
  const rest = `${entry.tile === undefined ? '' : `${entry.tile}.`}${entry.camera}`
  return {
    outcome: 'ready',
    text: `${place}: ${what}`,
    tile,
    commands: [{ kind: 'enter-on-monitor', monitor, entry: rest }],
  }
}

/** ` (is there already, not in the platform’s list since 14:05)` */
function noted(...notes: readonly (string | undefined)[]): string {
  const given = notes.filter((note) => note !== undefined)
  return given.length === 0 ? '' : ` (${given.join(', ')})`
}

function noCamera(number: number, tile: number | undefined, context: KeyboardContext): Interpretation {
  if (context.cameraCount === 0) return { outcome: 'refused', text: t('keyboard.refusal.noCameras'), tile }
  const more = context.countBeginningWith(String(number))
  if (more === 0) return { outcome: 'refused', text: t('keyboard.entry.noCamera', { number }), tile }
  return { outcome: 'incomplete', text: t('keyboard.entry.beginWith', { number, count: more }), tile }
}

function noMonitor(monitor: number, monitors: readonly Monitor[]): string {
  const numbers = monitors.map(({ number }) => number)
  const areInOrder = numbers.every((number, at) => number === at + 1)
  const list = areInOrder ? '' : ` (${numbers.join(', ')})`
  return t('keyboard.entry.noMonitor', { monitor, count: numbers.length, list })
}
