import {
  type AliasName,
  aliases,
  type AssumptionName,
  defaultPaths,
  expiryUnitSchema,
  type PathName,
  playbackRangeMinutesSchema,
  playbackStopMethodSchema,
  playbackTimeFormatSchema,
} from '#contract/platform/assumptions.ts'

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

type Place = readonly [assumption: AssumptionName, label: string]

/** Every path, by the assumption that it belongs to. */
const paths: Readonly<Record<PathName, Place>> = {
  apiKey: ['keyResponse', 'Path that makes a key'],
  apiKeys: ['apiKeys', 'Path of the keys'],
  participants: ['ticketResponse', 'Path of live view tickets'],
  cameras: ['cameraList', 'Path of the cameras'],
  playbackStart: ['playbackTime', 'Path that starts playback'],
  playbackStop: ['playbackStop', 'Path that stops playback'],
  playbackCoverage: ['coverage', 'Path of what is recorded'],
  localLive: ['localLive', 'Path of the local stream'],
  eventTags: ['eventTags', 'Path of event tags'],
  eventInsert: ['eventIdempotency', 'Path that inserts an event'],
  eventInsertBatch: ['eventBatch', 'Path that inserts several'],
  eventSearch: ['eventSearch', 'Path of the search'],
  eventHistogram: ['eventHistogram', 'Path of the count'],
  eventStream: ['eventStream', 'Path of the stream'],
  occupancyReport: ['occupancyReport', 'Path of the report'],
  occupancyEvents: ['occupancyEvents', 'Path that takes counts'],
  dictionaryEntrances: ['dictionaries', 'Path of entrances'],
  dictionaryZones: ['dictionaries', 'Path of zones'],
  dictionarySchedules: ['dictionaries', 'Path of schedules'],
}

/** Every member of an answer that has a name of its own here. */
const members: Readonly<Record<AliasName, Place>> = {
  envelope: ['keyResponse', 'Member that wraps an answer'],
  key: ['keyResponse', 'Member with the key'],
  keyId: ['keyResponse', 'Member with the key’s id'],
  expiresAt: ['keyResponse', 'Member with the end of a key or ticket'],
  list: ['cameraList', 'Member with the cameras'],
  id: ['cameraList', 'Member with a camera’s id'],
  ticket: ['ticketResponse', 'Member with the ticket'],
  ticketUrl: ['ticketResponse', 'Member with the live view address'],
  playbackUrl: ['playbackTime', 'Member with the manifest’s address'],
  sessionId: ['playbackReuse', 'Member with the session'],
  currentSessions: ['playbackCap', 'Member with the sessions in use'],
  ranges: ['coverage', 'Member with the ranges'],
  events: ['eventSearch', 'Member with the events'],
  eventId: ['eventSearch', 'Member with an event’s id'],
  eventTypeId: ['eventSearch', 'Member with an event’s tag'],
  nextCursor: ['eventSearch', 'Member with the next page'],
  eventTags: ['eventTags', 'Member with the tags'],
  eventTagId: ['eventTags', 'Member with a tag’s id'],
  buckets: ['eventHistogram', 'Member with the counts'],
  average: ['occupancyAnswer', 'Member with the average'],
  maximum: ['occupancyAnswer', 'Member with the maximum'],
  maximumAt: ['occupancyAnswer', 'Member with the maximum’s time'],
  reportBuckets: ['occupancyAnswer', 'Member with the curve'],
  bucketStart: ['occupancyAnswer', 'Member with the start of a piece'],
  bucketEnd: ['occupancyAnswer', 'Member with the end of a piece'],
  bucketEntrances: ['occupancyAnswer', 'Member with the entrances of a piece'],
  bucketExits: ['occupancyAnswer', 'Member with the exits of a piece'],
  resets: ['occupancyAnswer', 'Member with the resets'],
  resetAt: ['occupancyAnswer', 'Member with a reset’s time'],
  resetValue: ['occupancyAnswer', 'Member with a reset’s value'],
  resetRule: ['occupancyAnswer', 'Member with a reset’s rule'],
  entrances: ['dictionaries', 'Member with the entrances'],
  zones: ['dictionaries', 'Member with the zones'],
  schedules: ['dictionaries', 'Member with the schedules'],
  dictionaryId: ['dictionaries', 'Member with an entry’s id'],
  dictionaryName: ['dictionaries', 'Member with an entry’s name'],
  dictionaryCameras: ['dictionaries', 'Member with an entry’s cameras'],
  zoneCapacity: ['dictionaries', 'Member with a zone’s capacity'],
  scheduleTimezone: ['dictionaries', 'Member with a schedule’s time zone'],
  scheduleRules: ['dictionaries', 'Member with a schedule’s rules'],
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
  ['occupancyTimezone', { name: 'timezoneMember', label: 'Member with the time zone', usual: 'timezone' }],
]

function unit(name: 'keyExpiryUnit' | 'ticketExpiryUnit', label: string) {
  return [name, { name, label, usual: 'seconds', choices: expiryUnitSchema.options }] as const
}

const all: readonly (readonly [AssumptionName, OverrideField])[] = [
  ...others,
  ...Object.entries(defaultPaths).map(([path, usual]) => {
    const [assumption, label] = paths[path as PathName]
    return [assumption, { name: `paths.${path}`, label, usual }] as const
  }),
  ...Object.entries(aliases).map(([alias, spellings]) => {
    const [assumption, label] = members[alias as AliasName]
    return [assumption, { name: `members.${alias}`, label, usual: spellings.join(', ') }] as const
  }),
]

export function overrideFieldsOf(assumption: AssumptionName): readonly OverrideField[] {
  return all.filter(([name]) => name === assumption).map(([, field]) => field)
}

/** By name. */
export const overrideFields: ReadonlyMap<string, OverrideField> = new Map(
  all.map(([, field]) => [field.name, field]),
)
