import { z } from 'zod'
import { alarmSettingsSchema } from './alarms.ts'
import { cameraPicturesSchema } from './camera-picture.ts'
import { MAX_EVENT_TAGS, wallEventTagSchema } from './events.ts'
import { languageSchema } from './language.ts'
import { savedLayoutsSchema } from './layout.ts'
import { screensModeSchema } from './monitors.ts'
import { savedReportsSchema } from './occupancy.ts'
import { salvoTimesSchema, savedSalvosSchema } from './salvo.ts'
import { savedSearchesSchema } from './saved-search.ts'
import { updateSettingsSchema } from './updates.ts'

/** `action name → key chords`, replacing the default chords of that action. The page owns the list of actions. */
export const keymapSchema = z.record(z.string().max(60), z.array(z.string().max(40)).max(4))
export type Keymap = z.infer<typeof keymapSchema>

/** What an operator may set; every member has a default so that an older file stays readable. */
export const wallSettingsSchema = z.object({
  keymap: keymapSchema.default({}),
  /** Operator's numbers, `cameraId → number`, over the platform's proposal. */
  cameraNumbers: z.record(z.string(), z.int().positive()).default({}),
  /** A tile is LATE above this delay, milliseconds. */
  lateAfterMs: z.number().min(200).max(10_000).default(1_000),
  /** Cameras on stand-by beside those on the wall. */
  standbyCameras: z.int().min(0).max(64).default(12),
  /** IANA name of the zone in which the wall writes times; without one that of the machine it runs on. */
  timeZone: z.string().min(1).max(60).optional(),
  /** Without one that of this computer. */
  language: languageSchema.optional(),
  screens: screensModeSchema.default('window'),
  updates: updateSettingsSchema.prefault({}),
  savedSearches: savedSearchesSchema.default([]),
  occupancyReports: savedReportsSchema.default([]),
  /** Those that somebody has made and named, in the order of their names. */
  layouts: savedLayoutsSchema.default([]),
  /** In the order of their numbers. */
  salvos: savedSalvosSchema.default([]),
  salvoTimes: salvoTimesSchema.default([]),
  /** Typed in or imported, for a platform that does not list its event tags. */
  eventTags: z.array(wallEventTagSchema).max(MAX_EVENT_TAGS).default([]),
  /** `tagId cameraId` → milliseconds that the clock of this source of events is ahead of the camera's. */
  eventClockOffsetsMs: z.record(z.string(), z.int().min(-86_400_000).max(86_400_000)).default({}),
  alarms: alarmSettingsSchema.prefault({}),
  /** `system`: high contrast where the system asks for it. */
  contrast: z.enum(['system', 'more']).default('system'),
  cameraPictures: cameraPicturesSchema.default({}),
  /** Whether the operator’s monitor sounds when an alarm is told. */
  alarmSound: z.boolean().default(true),
})
export type WallSettings = z.infer<typeof wallSettingsSchema>

/** Some members of the settings; an absent one gets no default. */
const someSettingsSchema = z.object(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript does not follow that member and schema have one name
  Object.fromEntries(
    Object.entries(wallSettingsSchema.shape).map(([name, schema]) => [
      name,
      withoutDefault(schema).optional(),
    ]),
  ) as { [Name in keyof WallSettings]-?: z.ZodOptional<z.ZodType<WallSettings[Name], WallSettings[Name]>> },
)

function withoutDefault(schema: z.ZodType): z.ZodType {
  const isWith = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod's core types know less than its classes
  return isWith ? (schema.unwrap() as z.ZodType) : schema
}

/** The members that change, as they are where this is asked and as they are to be. */
export const settingsChangeSchema = z.object({ from: someSettingsSchema, to: someSettingsSchema })
export type SettingsChange = z.infer<typeof settingsChangeSchema>

/** `isKept` is false when somebody else has changed the same member in the meantime. `settings` are those of now. */
export const settingsAnswerSchema = z.object({ isKept: z.boolean(), settings: wallSettingsSchema })
export type SettingsAnswer = z.infer<typeof settingsAnswerSchema>

/** Settings that name what only one platform has: each platform of a workstation has its own. */
export const platformSettingsSchema = wallSettingsSchema.pick({
  cameraNumbers: true,
  occupancyReports: true,
  salvos: true,
  salvoTimes: true,
  eventTags: true,
  eventClockOffsetsMs: true,
  alarms: true,
  cameraPictures: true,
})
export type PlatformSettings = z.infer<typeof platformSettingsSchema>
