import { type ListedCamera, MAX_LISTED_CAMERAS } from '#contract/wall/camera-list.ts'
import { listedCamera, quoted } from './listed-camera.ts'
import { readCsvList } from './read-csv-list.ts'
import { readJsonList } from './read-json-list.ts'
import type { RawCameraRow } from './raw-camera-rows.ts'

export interface ReadCameraList {
  readonly format: 'csv' | 'json'
  /** Each with an id of its own and, where it has one, a number of its own. */
  readonly cameras: readonly ListedCamera[]
  /** Why others cannot be taken. */
  readonly problems: readonly { readonly line: number; readonly message: string }[]
  readonly unknown: readonly string[]
}

/** Never throws, whatever was pasted. */
export function readCameraList(text: string): ReadCameraList {
  const format = /^\s*[[{]/.test(text.replace(/^\uFEFF/, '')) ? 'json' : 'csv'
  const { entries, unknown } =
    format === 'json' ? readJsonList(text.replace(/^\uFEFF/, '')) : readCsvList(text)
  const cameras: ListedCamera[] = []
  const problems: { line: number; message: string }[] = []
  const lineOfId = new Map<string, number>()
  const lineOfNumber = new Map<number, number>()
  const isZone = zoneCheck()
  const add = (line: number, row: RawCameraRow): string | undefined => {
    if (row.problem !== undefined) return row.problem
    const camera = listedCamera(row.values)
    if (!camera.ok) return camera.error
    const { id, number, timeZone } = camera.value
    const sameId = lineOfId.get(id)
    if (sameId !== undefined) return `The camera ${quoted(id)} is in ${place(format, sameId)} already.`
    const sameNumber = number === undefined ? undefined : lineOfNumber.get(number)
    if (sameNumber !== undefined) return `The number ${number} is in ${place(format, sameNumber)} already.`
    if (timeZone !== undefined && !isZone(timeZone)) return `${quoted(timeZone)} is no time zone.`
    if (cameras.length === MAX_LISTED_CAMERAS) return `A list has at most ${MAX_LISTED_CAMERAS} cameras.`
    lineOfId.set(id, line)
    if (number !== undefined) lineOfNumber.set(number, line)
    cameras.push(camera.value)
    return undefined
  }
  for (const { line, ...row } of entries) {
    const message = add(line, row)
    if (message !== undefined) problems.push({ line, message })
  }
  return { format, cameras, problems, unknown }
}

function place(format: ReadCameraList['format'], line: number): string {
  return format === 'csv' ? `line ${line}` : `entry ${line}`
}

/** Asking costs some microseconds; a list has few zones and many lines. */
function zoneCheck(): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    const found = known.get(name) ?? isTimeZone(name)
    known.set(name, found)
    return found
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
