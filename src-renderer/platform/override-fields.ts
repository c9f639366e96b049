import {
  type AssumptionName,
  expiryUnitSchema,
  playbackRangeMinutesSchema,
  playbackStopMethodSchema,
  playbackTimeFormatSchema,
} from '#contract/platform/assumptions.ts'
import { type AliasName, members, type PathName, paths } from '#contract/platform/calls.ts'
import { weekdays } from '#contract/time/weekdays.ts'
import type { PlainKey } from '../language/language.ts'

/** One thing that an operator may override for a platform. */
export interface OverrideField {
  /** Where it stands in the overrides, such as `paths.cameras`. */
  readonly name: string
  readonly label: PlainKey
  /** What counts without an override. */
  readonly usual: string
  /** Where it is one of a few. */
  readonly choices?: readonly string[]
}

const others = [
  ['keyExpiryUnit', 'keyExpiryUnit', 'seconds', expiryUnitSchema.options],
  ['ticketExpiryUnit', 'ticketExpiryUnit', 'seconds', expiryUnitSchema.options],
  ['playbackTime', 'playbackTimeFormat', 'milliseconds', playbackTimeFormatSchema.options],
  ['playbackRange', 'playbackRangeMinutes', '60', playbackRangeMinutesSchema.options],
  ['playbackStop', 'playbackStopMethod', 'POST', playbackStopMethodSchema.options],
  ['occupancyRange', 'rangeStartMember', 'start'],
  ['occupancyRange', 'rangeEndMember', 'end'],
  ['occupancyObjects', 'peopleValue', 'PEOPLE'],
  ['occupancyResets', 'dayValue', 'DAY'],
  ['occupancyResets', 'weekValue', 'WEEK'],
  ['occupancyResets', 'weekdayValues', weekdays.join(',')],
  ['occupancyTimezone', 'timezoneMember', 'timezone'],
] as const satisfies readonly (readonly [
  AssumptionName,
  name: string,
  usual: string,
  choices?: readonly string[],
])[]

const all: readonly (readonly [AssumptionName, OverrideField])[] = [
  ...others.map(([assumption, name, usual, choices]): readonly [AssumptionName, OverrideField] => [
    assumption,
    { name, label: `platform.overrideField.${name}`, usual, ...(choices === undefined ? {} : { choices }) },
  ]),
  ...entriesOf(paths).map(
    ([name, [usual, assumption]]) =>
      [assumption, { name: `paths.${name}`, label: `platform.paths.${name}`, usual }] as const,
  ),
  ...entriesOf(members).map(
    ([name, [assumption, spellings]]) =>
      [
        assumption,
        { name: `members.${name}`, label: `platform.members.${name}`, usual: spellings.join(', ') },
      ] as const,
  ),
]

function entriesOf<Name extends PathName | AliasName, Row>(table: Readonly<Record<Name, Row>>) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tables are closed
  return Object.entries(table) as [Name, Row][]
}

export function overrideFieldsOf(assumption: AssumptionName): readonly OverrideField[] {
  return all.filter(([name]) => name === assumption).map(([, field]) => field)
}

/** By name. */
export const overrideFields: ReadonlyMap<string, OverrideField> = new Map(
  all.map(([, field]) => [field.name, field]),
)
