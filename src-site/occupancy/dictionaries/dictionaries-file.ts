import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { scheduleRuleSchema } from '#contract/platform/dictionaries.ts'
import { isTimeZone, occupancyRules } from '#contract/platform/occupancy.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { messageOf } from '#contract/thrown.ts'
import type { Dictionaries } from './dictionary-table.ts'

const rules = {
  file: 'has to be an object with entrances, zones and schedules',
  list: 'has to be a list',
  entry: 'has to be an object with id and name',
  text: 'has to be a text of 1 to 200 characters',
  capacity: 'has to be a whole number of people from 1',
  hours:
    'has to be { days, from, until } with weekdays such as "MONDAY" and times such as "08:00", { date, from, until } with a date such as "2026-12-24", or { date, closed: true }',
  once: 'is there twice: entrances and zones have each an id of their own, and so have schedules',
}

const text = z.string(rules.text).min(1, rules.text).max(200, rules.text)
const named = { id: text, name: text }
const source = {
  ...named,
  cameraIds: z.array(text, rules.list).max(100, 'has 100 cameras at most').default([]),
}

function listOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.array(z.strictObject(shape, rules.entry), rules.list).default([])
}

const fileSchema = z
  .strictObject(
    {
      entrances: listOf(source),
      zones: listOf({ ...source, capacity: z.int(rules.capacity).positive(rules.capacity).optional() }),
      schedules: listOf({
        ...named,
        timezone: z.string(occupancyRules.timezone).refine(isTimeZone, occupancyRules.timezone),
        rules: z.array(scheduleRuleSchema, rules.list).max(1_000, 'has 1000 rules at most'),
      }),
    },
    rules.file,
  )
  .superRefine(({ entrances, zones, schedules }, context) => {
    const all = [
      ...entrances.map(({ id }, at) => ({ id: `source ${id}`, path: ['entrances', at, 'id'] })),
      ...zones.map(({ id }, at) => ({ id: `source ${id}`, path: ['zones', at, 'id'] })),
      ...schedules.map(({ id }, at) => ({ id: `schedule ${id}`, path: ['schedules', at, 'id'] })),
    ]
    for (const [, [, second]] of Map.groupBy(all, ({ id }) => id)) {
      if (second) context.addIssue({ code: 'custom', path: second.path, message: rules.once })
    }
  })

/** What an organization counts by, as somebody has written it down. A sentence where it cannot be read or used. */
export function readDictionariesFile(path: string): Result<Dictionaries, string> {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const why = messageOf(error)
    return fail(`The dictionaries cannot be read: ${why}. --dictionaries takes a JSON file.`)
  }
  const read = fileSchema.safeParse(content)
  if (read.success) return ok(read.data)
  const [first] = read.error.issues
  return fail(`The dictionaries of ${path} cannot be used: ${first ? wordsOf(first) : rules.file}.`)
}

function wordsOf(issue: z.core.$ZodIssue): string {
  const place = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    return `there is no member ${[...issue.path, issue.keys[0]].join('.')}`
  }
  // Which of the three was meant, nobody knows.
  const rule = issue.code === 'invalid_union' ? rules.hours : issue.message
  return place === '' ? `it ${rule}` : `${place} ${rule}`
}
