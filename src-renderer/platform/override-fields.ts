import {
  type AssumptionName,
  expiryUnitSchema,
  playbackRangeMinutesSchema,
  playbackStopMethodSchema,
  playbackTimeFormatSchema,
} from '#contract/platform/assumptions.ts'
import { members, paths } from '#contract/platform/calls.ts'
import { weekdays } from '#contract/platform/weekdays.ts'

/** One thing that an operator may override for a platform. */
export interface OverrideField {
  /** Where it stands in the overrides, such as `paths.cameras`. */
  readonly name: string
  readonly label: string
  /** What counts without an override. */
  readonly usual: string
  /** Where it is one of a few. */
  readonly choices?: readonly string[]
}

const others: readonly (readonly [AssumptionName, OverrideField])[] = [
  unit('keyExpiryUnit', 'Unit in which the life of a key is sent'),
  unit('ticketExpiryUnit', 'Unit in which the life of a ticket is sent'),
  [
    'playbackTime',
    {
      name: 'playbackTimeFormat',
      label: 'Format of start and end',
      usual: 'milliseconds',
      choices: playbackTimeFormatSchema.options,
    },
  ],
  [
    'playbackRange',
    {
      name: 'playbackRangeMinutes',
      label: 'Minutes that one start asks for',
      usual: '60',
      choices: playbackRangeMinutesSchema.options,
    },
  ],
  [
    'playbackStop',
    {
      name: 'playbackStopMethod',
      label: 'Method that stops playback',
      usual: 'POST',
      choices: playbackStopMethodSchema.options,
    },
  ],
  ['occupancyRange', { name: 'rangeStartMember', label: 'Member with the start', usual: 'start' }],
  ['occupancyRange', { name: 'rangeEndMember', label: 'Member with the end', usual: 'end' }],
  ['occupancyObjects', { name: 'peopleValue', label: 'Value for people', usual: 'PEOPLE' }],
  ['occupancyResets', { name: 'dayValue', label: 'Value for each day', usual: 'DAY' }],
  ['occupancyResets', { name: 'weekValue', label: 'Value for each week', usual: 'WEEK' }],
  [
    'occupancyResets',
    { name: 'weekdayValues', label: 'Values of the weekdays, Sunday first', usual: weekdays.join(',') },
  ],
  ['occupancyTimezone', { name: 'timezoneMember', label: 'Member with the time zone', usual: 'timezone' }],
]

function unit(name: 'keyExpiryUnit' | 'ticketExpiryUnit', label: string) {
  return [name, { name, label, usual: 'seconds', choices: expiryUnitSchema.options }] as const
}

const all: readonly (readonly [AssumptionName, OverrideField])[] = [
  ...others,
  ...Object.entries(paths).map(
    ([name, [usual, assumption, label]]) => [assumption, { name: `paths.${name}`, label, usual }] as const,
  ),
  ...Object.entries(members).map(
    ([name, [assumption, label, spellings]]) =>
      [assumption, { name: `members.${name}`, label, usual: spellings.join(', ') }] as const,
  ),
]

export function overrideFieldsOf(assumption: AssumptionName): readonly OverrideField[] {
  return all.filter(([name]) => name === assumption).map(([, field]) => field)
}

/** By name. */
export const overrideFields: ReadonlyMap<string, OverrideField> = new Map(
  all.map(([, field]) => [field.name, field]),
)
