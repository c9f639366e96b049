import { z } from 'zod'
import { orgIdSchema, platformAddressSchema, platformIdSchema } from '#contract/wall/connection.ts'
import type { WallDocument } from '#contract/wall/document.ts'
import { type PlatformSettings, platformSettingsSchema } from '#contract/wall/settings.ts'
import type { StoredState } from './settings-store.ts'

/** A platform of this workstation's list. */
export const storedPlatformSchema = z.object({
  /** Of its vault entry, its cameras and its outbox, too. Never of another address: a key stays with its platform. */
  id: platformIdSchema,
  name: z.string().max(60).default(''),
  address: platformAddressSchema,
  /** Where the operator named one: the same address is listed for others. */
  orgId: orgIdSchema.optional(),
})
export type StoredPlatform = z.infer<typeof storedPlatformSchema>

/** The listed one at a base address: of that organization, or the first. */
export function platformAt(
  platforms: readonly StoredPlatform[],
  baseUrl: string,
  orgId?: string,
): StoredPlatform | undefined {
  const there = platforms.filter((platform) => platform.address.baseUrl === baseUrl)
  return there.find((platform) => platform.orgId === orgId) ?? there[0]
}

/** What is a platform's own and lies aside while the wall shows another one. */
export interface Shelf {
  /** By monitor number. */
  readonly documents: Readonly<Record<number, WallDocument>>
  readonly settings: PlatformSettings
}
/** By platform. */
export type Shelves = Readonly<Record<string, Shelf>>

/** The change after which the state is that of a wall of this platform: the other's things are put aside, its own taken back. */
export function shownAs(state: StoredState, platform: string): Partial<StoredState> {
  const { shown, documents, settings, shelves } = state
  if (shown === platform) return {}
  const own = shelves[platform]
  // A wall that nobody has owned so far is its first platform's.
  if (shown === undefined && own === undefined) return { shown: platform }
  const others = Object.entries(shelves).filter(([name]) => name !== platform)
  const left: [string, Shelf][] =
    shown === undefined ? [] : [[shown, { documents, settings: platformSettingsSchema.parse(settings) }]]
  return {
    shown: platform,
    shelves: Object.fromEntries([...others, ...left]),
    documents: own?.documents ?? {},
    settings: { ...settings, ...(own?.settings ?? platformSettingsSchema.parse({})) },
  }
}

/** What a platform has of its own among the settings, shown or put aside. */
export function settingsOf({ shown, settings, shelves }: StoredState, platform: string): PlatformSettings {
  if (platform === shown) return settings
  return shelves[platform]?.settings ?? platformSettingsSchema.parse({})
}

/** The alarm rules of each platform, shown or put aside. */
export function rulesOf({ shown, settings, shelves }: StoredState): object {
  const aside = Object.entries(shelves).map(([platform, kept]) => [platform, kept.settings.alarms.rules])
  return { ...Object.fromEntries(aside), [shown ?? '']: settings.alarms.rules }
}

/** The change by which a document of a platform is kept, whether the wall shows that platform or not. */
export function withDocument(
  { shown, documents, shelves }: StoredState,
  platform: string | undefined,
  monitor: number,
  document: WallDocument,
): Partial<StoredState> {
  if (platform === undefined || platform === shown) {
    return { documents: { ...documents, [monitor]: document } }
  }
  const shelf = shelves[platform]
  if (shelf === undefined) return {}
  const kept = { ...shelf, documents: { ...shelf.documents, [monitor]: document } }
  return { shelves: { ...shelves, [platform]: kept } }
}

/** The change after which nothing of a platform is left, its key excepted. */
export function withoutPlatform(state: StoredState, platform: string): Partial<StoredState> {
  return {
    platforms: state.platforms.filter(({ id }) => id !== platform),
    shelves: Object.fromEntries(Object.entries(state.shelves).filter(([name]) => name !== platform)),
    knownCameras: state.knownCameras.filter((known) => known.platform !== platform),
    cameraLists: Object.fromEntries(Object.entries(state.cameraLists).filter(([name]) => name !== platform)),
    ...(state.chosen === platform ? { chosen: undefined } : {}),
  }
}
