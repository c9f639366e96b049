import { aliases, type Spellings } from '#contract/platform/assumptions.ts'
import { isObject, parseJson } from '../json.ts'
import { isHeaderSafe } from '../keys/is-header-safe.ts'
import { MAX_ADDRESS_CHARS, MAX_CAMERAS } from './defaults.ts'

/** Reads the answers of platforms whose spelling we do not know (assumptions 9, 11, 24). Undefined: unreadable. */

type Members = Readonly<Record<string, unknown>>

export interface ReadKey {
  readonly key: string
  /** By which the platform knows it. */
  readonly id: string | undefined
  readonly name: string | undefined
  readonly orgId: string | undefined
  readonly expiresAtMs: number | undefined
}

export interface ReadTicket {
  readonly token: string
  readonly url: string | undefined
  readonly expiresAtMs: number | undefined
}

export interface ReadCamera {
  readonly id: string
  readonly name: string
  /** The platform's proposal. */
  readonly number: number | undefined
  readonly group: string
}

export function readKey(text: string, names: Spellings = aliases): ReadKey | undefined {
  const levels = envelopes(text, names)
  const key = firstText(levels, names.key)
  if (key === undefined || key.length > 4_096 || !isHeaderSafe(key)) return undefined
  return {
    key,
    id: firstText(levels, names.keyId),
    name: firstText(levels, ['name']),
    orgId: firstText(levels, ['orgId']),
    expiresAtMs: instant(levels, names.expiresAt),
  }
}

export function readTicket(text: string, names: Spellings = aliases): ReadTicket | undefined {
  const levels = envelopes(text, names)
  const token = firstText(levels, names.ticket)
  // It has to fit into a query.
  if (token === undefined || !/^[\x21-\x7e]{1,16384}$/.test(token)) return undefined
  const url = firstText(levels, names.ticketUrl)
  if (url !== undefined && url.length > MAX_ADDRESS_CHARS) return undefined
  return { token, url, expiresAtMs: instant(levels, names.expiresAt) }
}

/** Whose name and end are wanted. */
export interface ReadKeyRecord {
  readonly name: string | undefined
  readonly expiresAtMs: number | undefined
}

/** The record of the key that asked, in a list of keys (assumption 36). Undefined: unreadable, or none is marked. */
export function readOwnKey(text: string, names: Spellings = aliases): ReadKeyRecord | undefined {
  const own = findList(text, names)?.find((entry) => isObject(entry) && entry['isOwn'] === true)
  if (!isObject(own)) return undefined
  return { name: firstText([own], ['name']), expiresAtMs: instant([own], names.expiresAt) }
}

/** Entries without an id are left out; a list of nothing else is unreadable. The first of two with one id stays. */
export function readCameras(text: string, names: Spellings = aliases): readonly ReadCamera[] | undefined {
  const list = findList(text, names)
  if (list === undefined || list.length > MAX_CAMERAS) return undefined
  const cameras = new Map<string, ReadCamera>()
  for (const entry of list) {
    const camera = readCamera(entry, names)
    if (camera !== undefined && !cameras.has(camera.id)) cameras.set(camera.id, camera)
  }
  return list.length > 0 && cameras.size === 0 ? undefined : [...cameras.values()]
}

function readCamera(entry: unknown, names: Spellings): ReadCamera | undefined {
  if (!isObject(entry)) return undefined
  const id = names.id
    .map((alias) => entry[alias])
    .find((value) => typeof value === 'string' || typeof value === 'number')
  const idText = id === undefined ? '' : String(id).trim()
  if (idText === '' || idText.length > 200) return undefined
  const { name, number, group } = entry
  return {
    id: idText,
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : idText,
    number: typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined,
    group: typeof group === 'string' ? group.trim().slice(0, 200) : '',
  }
}

function findList(text: string, names: Spellings): readonly unknown[] | undefined {
  const json = parseJson(text)
  if (Array.isArray(json)) return json
  for (const level of envelopes(text)) {
    for (const alias of names.list) {
      const list = level[alias]
      if (Array.isArray(list)) return list
    }
  }
  return undefined
}

/** The answer itself, then what it wraps. */
export function envelopes(
  text: string,
  { envelope }: Pick<Spellings, 'envelope'> = aliases,
): readonly Members[] {
  const json = parseJson(text)
  if (!isObject(json)) return []
  return [json, ...envelope.map((name) => json[name]).filter(isObject)]
}

export function firstText(levels: readonly Members[], names: readonly string[]): string | undefined {
  for (const level of levels) {
    for (const name of names) {
      const value = level[name]
      if (typeof value === 'string' && value.trim() !== '') return value.trim()
    }
  }
  return undefined
}

/** The first member of these names that is there at all. */
export function firstValue(levels: readonly Members[], names: readonly string[]): unknown {
  return levels.flatMap((level) => names.map((name) => level[name])).find((value) => value !== undefined)
}

function instant(levels: readonly Members[], names: readonly string[]): number | undefined {
  for (const level of levels) {
    for (const name of names) {
      const ms = instantOf(level[name])
      if (ms !== undefined) return ms
    }
  }
  return undefined
}

/** ISO 8601, or a number: seconds or milliseconds since the epoch, told apart by their size. */
export function instantOf(value: unknown): number | undefined {
  const ms =
    typeof value === 'number'
      ? value > 1e11
        ? value
        : value * 1_000
      : typeof value === 'string'
        ? Date.parse(value)
        : Number.NaN
  return Number.isFinite(ms) && ms > 0 && ms < 8.64e15 ? ms : undefined
}
