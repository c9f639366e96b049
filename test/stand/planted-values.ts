import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema
/** Names of members from the root on, `*` for those of lists and records. */
type Path = readonly string[]

export interface Planter {
  /** Stands in every text that takes it; where a pattern or a length does not, in what is left of it or not at all. */
  readonly text: (path: Path) => string
  /** In every number whose bounds take it. */
  readonly number?: (path: Path) => number
}

/**
 * Values of a schema with a chosen text in every place that takes one. Together they reach each alternative of the
 * schema and each member, so that whoever walks them needs no list of what there is.
 */
export function plantedValues(
  schema: z.ZodType,
  planter: Planter,
  io: 'input' | 'output' = 'output',
): unknown[] {
  return variants(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }), planter, [])
}

function variants(schema: JsonSchema, planter: Planter, path: Path): unknown[] {
  const { anyOf, oneOf, allOf } = schema
  const alternatives = [...(anyOf ?? []), ...(oneOf ?? [])]
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum !== undefined) return [schema.enum[0]]
  if (alternatives.length > 0) return alternatives.flatMap((one) => variants(asSchema(one), planter, path))
  if (allOf !== undefined)
    return zipped(allOf.map((one) => variants(asSchema(one), planter, path))).map(merged)
  switch (schema.type) {
    case 'object':
      return objects(schema, planter, path)
    case 'array':
      return [lists(schema, planter, path)]
    case 'string':
      return [textFor(schema, planter.text(path), path)]
    case 'integer':
    case 'number':
      return [numberFor(schema, planter.number?.(path) ?? 1)]
    case 'boolean':
      return [true]
    case 'null':
      return [null]
    case undefined:
      break
  }
  // Anything goes: then a text does.
  return [planter.text(path)]
}

function objects(schema: JsonSchema, planter: Planter, path: Path): unknown[] {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) =>
    variants(asSchema(member), planter, [...path, name]).map((value) => ({ [name]: value })),
  )
  const { additionalProperties: more, propertyNames } = schema
  if (typeof more === 'object' && Object.keys(schema.properties ?? {}).length === 0) {
    const inside = [...path, '*']
    const name = String(
      variants(asSchema(propertyNames ?? { type: 'string' }), planter, [...path, 'name'])[0],
    )
    // Each alternative of a record's values stands under a name of its own.
    const entries = variants(more, planter, inside).map((value, at) => [
      at === 0 ? name : `${name} ${at}`,
      value,
    ])
    return [Object.fromEntries(entries)]
  }
  return zipped(members).map(merged)
}

function lists(schema: JsonSchema, planter: Planter, path: Path): unknown[] {
  const { items, prefixItems, maxItems = Number.POSITIVE_INFINITY } = schema
  const inside = [...path, '*']
  if (prefixItems !== undefined) return prefixItems.map((one) => variants(asSchema(one), planter, inside)[0])
  const first = Array.isArray(items) ? items[0] : items
  return variants(asSchema(first ?? {}), planter, inside).slice(0, maxItems)
}

/** As many as the longest list has; the shorter ones go on with their last. */
function zipped(lists: readonly (readonly unknown[])[]): unknown[][] {
  const longest = Math.max(1, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.map((list) => list[Math.min(at, list.length - 1)]))
}

function merged(parts: readonly unknown[]): unknown {
  return Object.assign({}, ...parts)
}

/** Where only some texts are texts: one of each kind that the contract knows. */
const samples = [
  '2026-11-22T08:00:00.000Z',
  '2026-11-22',
  '08:00',
  '00',
  '7b0f8d0e-3f0f-4d52-9a63-2f1b8f6f0a11',
  'https://planted.example/',
  'a@planted.example',
  '/planted',
  '1',
  'planted',
  'a,b,c,d,e,f,g',
]

function textFor(
  { pattern, format, minLength = 0, maxLength }: JsonSchema,
  text: string,
  path: Path,
): string {
  const fits = (one: string) =>
    one.length >= minLength &&
    one.length <= (maxLength ?? Number.POSITIVE_INFINITY) &&
    (pattern === undefined || regExpOf(pattern).test(one)) &&
    (format !== 'uri' || URL.canParse(one))
  const found = [text, text.slice(0, maxLength), ...samples].find(fits)
  if (found === undefined) throw new Error(`no text fits ${path.join('.')}: ${pattern ?? format}`)
  return found
}

/** JSON Schema's patterns are of the `u` kind; some of zod's are not. */
function regExpOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}

function numberFor({ minimum, maximum, exclusiveMinimum, type }: JsonSchema, wanted: number): number {
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : Number.NEGATIVE_INFINITY
  const lowest = minimum ?? above
  const within = Math.min(Math.max(wanted, lowest), maximum ?? Number.POSITIVE_INFINITY)
  return type === 'integer' ? Math.round(within) : within
}

function asSchema(one: z.core.JSONSchema._JSONSchema): JsonSchema {
  return typeof one === 'object' ? one : {}
}
