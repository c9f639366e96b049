import { aliases, type Spellings } from '#contract/platform/assumptions.ts'
import { isObject, parseJson } from '../json.ts'
import { MAX_ADDRESS_CHARS } from './defaults.ts'
import { envelopes, firstText, firstValue, instantOf } from './read-answer.ts'

/** Reads what platforms answer to calls of playback (assumptions 12, 17, 18, 25). Undefined: unreadable. */

export interface ReadSession {
  /** Absent where a platform has none, and of local live. */
  readonly sessionId: string | undefined
  /** Of the manifest. */
  readonly url: string
  /** Of the organization, this one included. */
  readonly currentSessions: number | undefined
}

export type Range = readonly [startMs: number, endMs: number]

export function readSession(text: string, names: Spellings = aliases): ReadSession | undefined {
  const levels = envelopes(text, names)
  const url = firstText(levels, names.playbackUrl)
  // `id` alone would do for other things too; the manifest's address is there, so it is the session's.
  const sessionId = firstText(levels, names.sessionId)
  if (url === undefined || Math.max(url.length, sessionId?.length ?? 0) > MAX_ADDRESS_CHARS) return undefined
  const count = firstValue(levels, names.currentSessions)
  return {
    url,
    sessionId,
    currentSessions:
      typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined,
  }
}

/** Ascending and apart from each other, whatever the order of the answer. Ranges that make no sense are left out. */
export function readRanges(text: string, names: Spellings = aliases): readonly Range[] | undefined {
  const json = parseJson(text)
  const list = Array.isArray(json) ? json : firstValue(envelopes(text, names), names.ranges)
  if (!Array.isArray(list)) return undefined
  const ranges = list.map(readRange).filter((range) => range !== undefined)
  if (list.length > 0 && ranges.length === 0) return undefined
  const merged: [number, number][] = []
  for (const [startMs, endMs] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last !== undefined && startMs <= last[1]) last[1] = Math.max(last[1], endMs)
    else merged.push([startMs, endMs])
  }
  return merged
}

function readRange(entry: unknown): Range | undefined {
  const [start, end] = Array.isArray(entry) ? entry : edgesOf(entry)
  const startMs = instantOf(start)
  const endMs = instantOf(end)
  if (startMs === undefined || endMs === undefined || startMs >= endMs) return undefined
  return [Math.round(startMs), Math.round(endMs)]
}

function edgesOf(entry: unknown): readonly unknown[] {
  if (!isObject(entry)) return []
  const { start, startMs, from, end, endMs, to } = entry
  return [start ?? startMs ?? from, end ?? endMs ?? to]
}
