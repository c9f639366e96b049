import { fail, ok, type Result } from '#contract/result.ts'
import { type Catalogue, findCamera, findTag } from '../catalogue.ts'
import { contentOf, type SourceEvent } from './identity.ts'
import { readField, readInstant, type Writing } from './read-value.ts'

/** What every event of a source has in common. */
export interface EventRules {
  readonly catalogue: Catalogue
  readonly orgId: string
  readonly camera: string | undefined
  readonly tag: string | undefined
  /** By what is meant: the name of a column or member. */
  readonly map: ReadonlyMap<string, string>
  readonly writing: Writing
  /** Members that are neither fields nor named otherwise are mistakes. */
  readonly isStrict: boolean
}

/** Names that events have besides their fields, each with its spellings. */
export const memberNames: Readonly<Record<string, readonly string[]>> = {
  camera: ['camera', 'cameraId'],
  tag: ['tag', 'eventTypeId'],
  timestamp: ['timestamp', 'time'],
  id: ['id'],
  orgId: ['orgId'],
}

/** An event of what a source says; else the reason why there is none, as a sentence. */
export function eventOf(
  values: ReadonlyMap<string, unknown>,
  rules: EventRules,
): Result<SourceEvent, string> {
  const used = new Set<string>()
  const take = (meant: string): unknown => {
    const names = [rules.map.get(meant)].filter((name) => name !== undefined)
    const name = (names.length > 0 ? names : (memberNames[meant] ?? [meant])).find((one) => values.has(one))
    if (name === undefined) return undefined
    used.add(name)
    return values.get(name)
  }
  // A body of the platform's interface names it.
  const givenOrg = textOf(take('orgId'))
  if (givenOrg !== '' && givenOrg !== rules.orgId)
    return fail(`It is of the organization "${givenOrg}", and the key is of "${rules.orgId}".`)
  const givenCamera = rules.camera ?? textOf(take('camera'))
  if (givenCamera === '') return fail('It names no camera.')
  const cameraId = findCamera(rules.catalogue, givenCamera)
  if (cameraId === undefined) return fail(`There is no camera "${givenCamera}".`)

  const givenTag = rules.tag ?? textOf(take('tag'))
  if (givenTag === '') return fail('It names no event tag.')
  const tag = findTag(rules.catalogue, givenTag)
  if (tag === undefined) return fail(`There is no event tag "${givenTag}".`)

  const givenTime = take('timestamp')
  if (givenTime === undefined || givenTime === '') return fail('It has no timestamp.')
  const instant = readInstant(givenTime, rules.writing)
  if (!instant.ok) return fail(`The timestamp "${textOf(givenTime)}" ${instant.error}.`)

  const id = textOf(take('id'))
  const fields: Record<string, string | number | boolean> = {}
  for (const { name, type } of tag.fields) {
    const given = take(name)
    const value = readField(given, type, rules.writing)
    if (!value.ok) return fail(`"${name}" ${value.error} (${textOf(given)}); the tag wants ${type}.`)
    if (value.value !== undefined) fields[name] = value.value
  }
  const unknown = rules.isStrict ? [...values.keys()].find((name) => !used.has(name)) : undefined
  const ofEvery = (['camera', 'tag'] as const).find((name) => memberNames[name]?.includes(unknown ?? ''))
  if (ofEvery !== undefined && rules[ofEvery] !== undefined)
    return fail(`It has a ${ofEvery} of its own: leave --${ofEvery} out.`)
  if (unknown !== undefined) return fail(`The tag ${tag.name} has no field "${unknown}".`)
  const hasId = rules.map.has('id')
  if (hasId && id === '') return fail('It has no id.')
  const event = { orgId: rules.orgId, cameraId, eventTypeId: tag.id, timestampMs: instant.value.atMs, fields }
  const { isShownTwice } = instant.value
  return ok({ event, content: contentOf(event), id: hasId ? id : undefined, isShownTwice })
}

/** As people write it: names of cameras may be numbers. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value.trim()
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value, withDigits)
}

function withDigits(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
