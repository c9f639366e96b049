import { z } from 'zod'
import { isObject } from '../json.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

/**
 * A value without what somebody may have typed: numbers, switches and what the schema closes to a list stay, of every
 * other text only its length does. A password that got into the wrong field is recognised by nothing else.
 */
export function redactFreeText(value: unknown, schema: z.ZodType): unknown {
  return quiet(value, [z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' })])
}

/** `places`: the schemas that may hold here, alternatives side by side. */
function quiet(value: unknown, places: readonly JsonSchema[]): unknown {
  const open = places.flatMap(alternatives)
  if (typeof value === 'string')
    return open.some((place) => isClosedTo(place, value)) ? value : lengthOf(value)
  if (Array.isArray(value)) return value.map((member: unknown) => quiet(member, open.flatMap(ofItems)))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member], at) => {
      const declared = open.flatMap(({ properties }) => schemaOf(properties?.[name]))
      if (declared.length > 0) return [name, quiet(member, declared)]
      const listed = open.flatMap(({ additionalProperties }) => schemaOf(additionalProperties))
      // Names that no schema closes to a list are words, too: ids of cameras, names of fields.
      const isClosed = open.some(({ propertyNames }) =>
        schemaOf(propertyNames).some((names) => isClosedTo(names, name)),
      )
      return [isClosed ? name : `${at + 1}`, quiet(member, listed)]
    }),
  )
}

function alternatives(place: JsonSchema): readonly JsonSchema[] {
  const { anyOf = [], oneOf = [], allOf = [] } = place
  return [place, ...[...anyOf, ...oneOf, ...allOf].flatMap(schemaOf).flatMap(alternatives)]
}

function isClosedTo(place: JsonSchema, text: string): boolean {
  return place.const === text || place.enum?.includes(text) === true
}

function ofItems({ items, prefixItems }: JsonSchema): readonly JsonSchema[] {
  return [items, ...(prefixItems ?? [])].flat().flatMap(schemaOf)
}

function schemaOf(one: z.core.JSONSchema._JSONSchema | undefined): readonly JsonSchema[] {
  return typeof one === 'object' ? [one] : []
}

function lengthOf(text: string): string {
  return `(text, ${text.length})`
}
