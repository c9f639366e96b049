import { z } from 'zod'
import type { Spellings } from '#contract/platform/assumptions.ts'
import type { Spelt } from '#contract/platform/calls.ts'
import {
  answeredFieldType,
  type EventFieldType,
  eventFieldTypeAliases,
  eventFieldTypes,
} from '#contract/platform/events.ts'
import { amount, answeredCursor, answeredId, epochMs, level } from '#contract/platform/kinds.ts'
import { isObject, parseJson } from '#contract/json.ts'
import { instantOf } from '#contract/time/instant-of.ts'

type Members = Readonly<Record<string, unknown>>
type Shape = Readonly<Record<string, z.ZodType>>

/** In 1973; as seconds it lies 3 000 years ahead. */
const FIRST_MS = 1e11

export interface Dialect {
  readonly spelt: Spelt
  readonly spellings: Spellings
  /** Numbers that are milliseconds, however few after 1970. */
  readonly isMs?: ((number: number) => boolean) | undefined
}

/**
 * JSON of a platform; undefined for anything that is none. Whole numbers that a double would round, as ids of 64 bits,
 * are a `bigint` until it is known what they are.
 */
export function parseAnswer(text: string): unknown {
  // Neither the digits of a text nor those behind a point.
  if (!/[\s:,[-]\d{16}/.test(text)) return parseJson(text)
  try {
    return JSON.parse(text, (_name, value: unknown, { source = '' }: { readonly source?: string } = {}) =>
      isRounded(value) && /^-?\d+$/.test(source) ? BigInt(source) : value,
    )
  } catch {
    return undefined
  }
}

function asAmount(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : value
}

function asNumber(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}

function isRounded(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value)
}

/**
 * Reads the answer of a platform whose spelling we do not know by a schema of the contract: unwraps it, finds each
 * member under any of its names, and writes it as the schema has it. Optional members and entries of lists that
 * cannot be read are left out; a list of nothing else cannot be read. Undefined: unreadable.
 */
export function readAnswer<Schema extends z.ZodObject>(
  schema: Schema,
  answer: unknown,
  dialect: Dialect,
): z.infer<Schema> | undefined {
  const reader = new Reader(dialect)
  return schema.safeParse(reader.members(schema.shape, reader.levels(schema.shape, answer))).data
}

class Reader {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** The answer itself, then what it wraps; an array is the list that is asked for. */
  levels(shape: Shape, answer: unknown): readonly Members[] {
    if (Array.isArray(answer)) {
      const list = Object.keys(shape).find((name) => plain(shape[name]) instanceof z.ZodArray)
      return list === undefined ? [] : [{ [this.#names(list)[0] ?? list]: answer }]
    }
    if (!isObject(answer)) return []
    return [answer, ...this.#dialect.spellings.envelope.map((name) => answer[name]).filter(isObject)]
  }

  /** Of each member what can be read first, whichever level and name it has. */
  members(shape: Shape, levels: readonly Members[]): Members {
    const read = Object.entries(shape).map(([name, member]) => {
      const schema = plain(member)
      const given = levels.flatMap((level) => this.#names(name).map((one) => level[one]))
      // One id is a list of one, and several members may have some.
      const candidates = isListOfIds(schema) ? [given.flat().filter((one) => one !== undefined)] : given
      for (const candidate of candidates) {
        const value = this.#value(schema, candidate)
        if (value !== undefined) return [name, value] as const
      }
      return [name, undefined] as const
    })
    return Object.fromEntries(read.filter(([, value]) => value !== undefined))
  }

  #value(schema: z.ZodType, value: unknown): unknown {
    if (value === undefined) return undefined
    if (schema instanceof z.ZodObject) return this.#object(schema, value)
    if (schema instanceof z.ZodArray && !(schema.element instanceof z.ZodUnion))
      return this.#list(schema, value)
    if (schema instanceof z.ZodTuple) {
      const places = Object.fromEntries(schema.def.items.entries()) as unknown as Shape
      const source = Array.isArray(value) ? Object.fromEntries(value.entries()) : value
      return isObject(source) ? parsed(schema, Object.values(this.members(places, [source]))) : undefined
    }
    if (schema instanceof z.ZodRecord) {
      const { valueType } = schema.def as z.core.$ZodRecordDef & { valueType: z.ZodType }
      if (!isObject(value)) return undefined
      const entries = Object.entries(value).map(([name, one]) => [name, asNumber(one)] as const)
      return Object.fromEntries(entries.filter(([, one]) => valueType.safeParse(one).success))
    }
    return parsed(schema, this.#ours(schema, value))
  }

  /** In a list, an id alone is an entry. */
  #object(schema: z.ZodObject, value: unknown): unknown {
    const entry =
      typeof value === 'string' && 'id' in schema.shape ? { [this.#names('id')[0] ?? 'id']: value } : value
    return isObject(entry) ? parsed(schema, this.members(schema.shape, [entry])) : undefined
  }

  /** Where entries have several forms a list counts as a whole: of rules, a part would mean something else. */
  #list(schema: z.ZodArray, given: unknown): unknown {
    const element = plain(schema.element)
    const value = fieldsOf(element, given)
    if (!Array.isArray(value)) return undefined
    const entries = value.map((one) => this.#value(element, one)).filter((one) => one !== undefined)
    return value.length > 0 && entries.length === 0 ? undefined : parsed(schema, entries)
  }

  #ours(schema: z.ZodType, given: unknown): unknown {
    const value = asNumber(given)
    switch (schema) {
      case answeredId:
        // Cameras and events of one id would be taken for one: better none than another's.
        return typeof given === 'bigint' || (typeof given === 'number' && !isRounded(given))
          ? String(given)
          : given
      case answeredFieldType:
        return typeof value === 'string' ? fieldTypeOf(value) : value
      case answeredCursor:
        return typeof value === 'number' && value > 0 ? String(given) : value
      case amount:
        return asAmount(value)
      case level: {
        const number = asAmount(value)
        return typeof number === 'number' ? Math.max(0, number) : number
      }
      case epochMs:
        return this.#instant(value)
      default:
        return value
    }
  }

  /**
   * ISO 8601, without a zone in UTC, or a number, also as text: seconds or milliseconds since the epoch, told apart by
   * their size.
   */
  #instant(given: unknown): number | undefined {
    const value = typeof given === 'string' && /^\d{9,}$/.test(given) ? Number(given) : given
    const written = typeof value === 'string' ? instantOf(value) : value
    if (typeof written !== 'number') return undefined
    if (this.#dialect.isMs?.(written) === true) return written
    const ms = typeof value === 'string' || written > FIRST_MS ? written : written * 1_000
    return ms > 0 && ms < 8.64e15 ? Math.round(ms) : undefined
  }

  #names(member: string): readonly string[] {
    const names = this.#dialect.spelt[member] ?? [member]
    return typeof names === 'string' ? this.#dialect.spellings[names] : names
  }
}

function fieldTypeOf(word: string): EventFieldType {
  const type = word.trim().toLowerCase()
  return eventFieldTypes.find((known) => known === type) ?? eventFieldTypeAliases.get(type) ?? 'text'
}

/** A map from name to type is a list, too. */
function fieldsOf(element: z.ZodType, value: unknown): unknown {
  const isOfFields = element instanceof z.ZodObject && element.shape['type'] === answeredFieldType
  return isOfFields && isObject(value)
    ? Object.entries(value).map(([name, type]) => (isObject(type) ? { name, ...type } : { name, type }))
    : value
}

function isListOfIds(schema: z.ZodType): boolean {
  return schema instanceof z.ZodArray && schema.element === answeredId
}

function parsed(schema: z.ZodType, value: unknown): unknown {
  return schema.safeParse(value).data
}

/** Without what says that it may be missing. */
function plain(schema: unknown): z.ZodType {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNonOptional || inner instanceof z.ZodDefault)
    inner = inner.unwrap()
  return inner as z.ZodType
}
