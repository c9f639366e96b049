import { aliases } from '#contract/platform/assumptions.ts'
import { isObject } from '../../json.ts'
import { type Member, memberOf } from './listed-camera.ts'
import type { RawCameraRow, RawCameraRows } from './raw-camera-rows.ts'

/** An array, or an object that holds one as an answer of a platform does. Entries are counted from 1. */
export function readJsonList(text: string): RawCameraRows {
  const parsed = parse(text)
  if ('problem' in parsed) return { entries: [parsed], unknown: [] }
  const list = listOf(parsed.json)
  if (list === undefined) {
    const problem = 'This JSON holds no list: an array is wanted, or an object with “items”.'
    return { entries: [{ line: 1, problem }], unknown: [] }
  }
  const unknown = new Set<string>()
  const entries = list.map((entry, at) => ({ line: at + 1, ...saidBy(entry, unknown) }))
  return { entries, unknown: [...unknown] }
}

function parse(
  text: string,
): { readonly json: unknown } | { readonly line: number; readonly problem: string } {
  try {
    const json: unknown = JSON.parse(text)
    return { json }
  } catch (thrown) {
    const reason = thrown instanceof Error ? `: ${thrown.message.slice(0, 160)}` : ''
    return { line: 1, problem: `This is no JSON${reason}.` }
  }
}

function listOf(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json
  if (!isObject(json)) return undefined
  return aliases.list.map((name) => json[name]).find((value) => Array.isArray(value))
}

function saidBy(entry: unknown, unknown: Set<string>): RawCameraRow {
  if (!isObject(entry)) return { problem: 'It is no object.' }
  const values = new Map<Member, unknown>()
  for (const [name, value] of Object.entries(entry)) {
    const member = memberOf(name)
    if (member === undefined) unknown.add(name)
    else if (!values.has(member)) values.set(member, value)
  }
  return { values }
}
