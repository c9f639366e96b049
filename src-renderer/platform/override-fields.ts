import { z } from 'zod'
import { type AssumptionName, platformOverridesSchema } from '#contract/platform/assumptions.ts'
import { type AliasName, members, type PathName, paths } from '#contract/platform/calls.ts'
import type { PlainKey } from '../language/language.ts'

/** One thing that an operator may override for a platform. */
export interface OverrideField {
  /** Where it stands in the overrides, such as `paths.cameras`. */
  readonly name: string
  readonly assumption: AssumptionName
  readonly label: PlainKey
  /** What counts without an override. */
  readonly usual: string
  /** Where it is one of a few. */
  readonly choices?: readonly string[]
}

const { paths: _paths, members: _members, ...others } = platformOverridesSchema.shape

/** Beside the paths and members, which say it themselves. */
const assumptionOf = {
  keyExpiryUnit: 'keyExpiryUnit',
  ticketExpiryUnit: 'ticketExpiryUnit',
  playbackTimeFormat: 'playbackTime',
  playbackRangeMinutes: 'playbackRange',
  playbackStopMethod: 'playbackStop',
  rangeStartMember: 'occupancyRange',
  rangeEndMember: 'occupancyRange',
  timezoneMember: 'occupancyTimezone',
  peopleValue: 'occupancyObjects',
  dayValue: 'occupancyResets',
  weekValue: 'occupancyResets',
  weekdayValues: 'occupancyResets',
} as const satisfies Record<keyof typeof others, AssumptionName>

const fields: readonly OverrideField[] = [
  ...entriesOf(others).map(([name, schema]) => {
    const inner = schema.unwrap()
    const choices = inner instanceof z.ZodEnum ? { choices: inner.options } : {}
    const label = `platform.overrideField.${name}` as const
    return { name, assumption: assumptionOf[name], label, usual: schema.parse(undefined), ...choices }
  }),
  ...entriesOf(paths).map(([name, [usual, assumption]]) => {
    return { name: `paths.${name}`, assumption, label: `platform.paths.${name}` as const, usual }
  }),
  ...entriesOf(members).map(([name, [assumption, spellings]]) => {
    const label = `platform.members.${name}` as const
    return { name: `members.${name}`, assumption, label, usual: spellings.join(', ') }
  }),
]

function entriesOf<Name extends PathName | AliasName | keyof typeof others, Row>(
  table: Readonly<Record<Name, Row>>,
) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tables are closed
  return Object.entries(table) as [Name, Row][]
}

export function overrideFieldsOf(assumption: AssumptionName): readonly OverrideField[] {
  return fields.filter((field) => field.assumption === assumption)
}

/** By name. */
export const overrideFields: ReadonlyMap<string, OverrideField> = new Map(
  fields.map((field) => [field.name, field]),
)
