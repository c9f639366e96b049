import { z } from 'zod'
import { wallError, type WallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { MediaRedirect } from '#contract/wall/connection.ts'
import { isUnencrypted } from '#contract/wall/encryption.ts'
import { LAYOUTS_FORMAT, type SavedLayout } from '#contract/wall/layout.ts'
import { type Salvo, SALVOS_FORMAT } from '#contract/wall/salvo.ts'
import { platformSettingsSchema, type WallSettings } from '#contract/wall/settings.ts'
import { isObject, parseJsonFile } from '#contract/json.ts'
import type { Redactor } from '../log/redactor.ts'
import { tidyAddress } from '../wall/platform-address.ts'
import type { StoredState } from './settings-store.ts'
import type { Shelf, StoredPlatform } from './stored-platforms.ts'
import {
  cameraListsSchema,
  knownCamerasSchema,
  readCameras,
  readSettings,
  writeSettings,
} from './stored-schema.ts'

const FORMAT = 'tessera-settings'
type KnownSecrets = Pick<Redactor, 'redactKnown'>

/**
 * What another workstation may take over: all that is kept, but the displays and folders of this one. The numbers of its cameras
 * are part of it, so that both walls call a camera the same. Keys are in none of it.
 */
export type PortableSettings = Omit<
  StoredState,
  'screens' | 'evidenceFolder' | keyof PartialShelf | 'shelves'
> &
  PartialShelf & {
    readonly shelves: Readonly<Record<string, PartialShelf>>
    /** A copy of this workstation: what it does not name was not set, instead of staying as it is. */
    readonly isWhole?: true
  }

/** What the file does not name, as one of an older version, is absent. */
interface PartialShelf {
  readonly documents?: Shelf['documents']
  readonly settings: Partial<WallSettings>
}

export function writeSettingsFile(
  state: StoredState,
  {
    atMs,
    redactor,
    isWhole,
  }: { readonly atMs: number; readonly redactor: KnownSecrets } & Pick<PortableSettings, 'isWhole'>,
): string {
  const { screens: _, evidenceFolder: _folder, ...content } = writeSettings(state)
  const file = {
    format: FORMAT,
    savedAt: new Date(atMs).toISOString(),
    isWhole,
    ...content,
    cameraLists: state.cameraLists,
    knownCameras: state.knownCameras,
  }
  return written(file, redactor)
}

/** For other workstations of the same platform. */
export function writeSalvosFile(
  content: { readonly salvos: readonly Salvo[]; readonly shared: readonly Salvo[] },
  redactor: KnownSecrets,
): string {
  return written({ format: SALVOS_FORMAT, version: 1, ...content }, redactor)
}

/** For other workstations. */
export function writeLayoutsFile(layouts: readonly SavedLayout[], redactor: KnownSecrets): string {
  return written({ format: LAYOUTS_FORMAT, version: 1, layouts }, redactor)
}

/** Whole or not at all: what cannot be read would be missed later. */
export function readSettingsFile(text: string): Result<PortableSettings, WallError> {
  const content = parseJsonFile(text)
  if (!isObject(content) || content['format'] !== FORMAT)
    return fail(wallError('bad_request', exactMessage('no_settings_file')))
  const { value, lost } = readSettings(content)
  const lists = cameraListsSchema.safeParse(content['cameraLists'] ?? {})
  const known = z.array(knownCamerasSchema).safeParse(content['knownCameras'] ?? [])
  const strangers = value.platforms.filter((platform) => !isItself(platform))
  const unread = [
    ...lost,
    ...(lists.success ? [] : [exactMessage('part_camera_lists')]),
    ...(known.success ? [] : [exactMessage('part_camera_numbers')]),
    ...strangers.map(({ id }) => exactMessage('part_address_of', { platform: id })),
  ]
  if (!lists.success || !known.success || unread.length > 0)
    return fail(wallError('bad_request', exactMessage('settings_file_unread', { parts: unread })))
  const { screens: _, evidenceFolder: _folder, documents: _documents, ...portable } = value
  const rawShelves = isObject(content['shelves']) ? content['shelves'] : {}
  const shelves = Object.entries(value.shelves).map(([platform, shelf]) => {
    const raw = rawShelves[platform]
    return [platform, namedIn(isObject(raw) ? raw : {}, shelf)] as const
  })
  return ok({
    ...portable,
    ...namedIn(content, value),
    shelves: Object.fromEntries(shelves),
    cameraLists: lists.data,
    knownCameras: known.data,
    ...(content['isWhole'] === true && { isWhole: true }),
  })
}

/** Platforms of the file that nobody here has agreed to use over a line on which the key can be read. */
export function unencryptedPlatforms(
  file: Pick<PortableSettings, 'platforms'>,
  here: Pick<StoredState, 'platforms'>,
): MediaRedirect[] {
  return file.platforms.flatMap(({ id, address: { baseUrl } }) =>
    isUnencrypted(baseUrl) && !here.platforms.some((own) => own.id === id)
      ? [{ platform: baseUrl, leadsTo: baseUrl }]
      : [],
  )
}

/**
 * A ticket opens a camera's pictures to whoever is given it, so a file decides alone only for what the wall would do
 * anyway: the platform's own machine, and what this workstation has configured itself.
 */
export function mediaRedirects(
  file: Pick<PortableSettings, 'platforms'>,
  here: Pick<StoredState, 'platforms'>,
): MediaRedirect[] {
  return file.platforms.flatMap(({ id, address: { baseUrl, liveViewUrl } }) => {
    if (liveViewUrl === undefined || hostnameOf(liveViewUrl) === hostnameOf(baseUrl)) return []
    const own = here.platforms.find((platform) => platform.id === id)
    return own?.address.liveViewUrl === liveViewUrl ? [] : [{ platform: baseUrl, leadsTo: liveViewUrl }]
  })
}

/**
 * The change after which the wall of `platform` is set as the file says. What only this workstation knows of other
 * platforms stays beside it; beside a whole copy only that they are listed, because their keys are kept.
 */
export function takenOver(
  before: StoredState,
  file: PortableSettings,
  platform: string | undefined,
): Partial<StoredState> {
  const state = file.isWhole ? { ...nothingSet(), platforms: before.platforms } : before
  const numbered = new Set(file.knownCameras.map((known) => known.platform))
  const knownCameras = [
    ...state.knownCameras.filter((known) => !numbered.has(known.platform)),
    ...file.knownCameras,
  ]
  const listed = new Set(file.platforms.map(({ id }) => id))
  const shown = platform ?? file.shown ?? state.shown
  // A wall that nobody owns has no name.
  const own = shown ?? ''
  const here: Readonly<Record<string, PartialShelf>> = { ...state.shelves, [state.shown ?? own]: state }
  const theirs: typeof here = { ...file.shelves, [file.shown ?? own]: file }
  const walls = Object.keys({ ...here, ...theirs }).map((id): [string, Shelf] => {
    const documents = theirs[id]?.documents ?? here[id]?.documents ?? {}
    const settings = platformSettingsSchema.parse({ ...here[id]?.settings, ...theirs[id]?.settings })
    return [id, { documents, settings }]
  })
  const { [own]: wall, ...shelves } = Object.fromEntries(walls)
  return {
    platforms: [...file.platforms, ...state.platforms.filter(({ id }) => !listed.has(id))],
    chosen: file.chosen ?? state.chosen,
    shown,
    shelves,
    documents: wall?.documents ?? {},
    settings: { ...state.settings, ...file.settings, ...wall?.settings },
    cameraLists: { ...state.cameraLists, ...file.cameraLists },
    knownCameras,
  }
}

function nothingSet(): StoredState {
  return { ...readSettings({}).value, ...readCameras({}).value }
}

/** A platform is known by its address, and so is its key: a file cannot have it sent elsewhere. */
function isItself({ id, address, orgId }: StoredPlatform): boolean {
  const tidied = tidyAddress(address)
  if (!tidied.ok) return false
  const { baseUrl } = tidied.value
  return baseUrl === address.baseUrl && (id === baseUrl || id === `${baseUrl} ${orgId}`)
}

function hostnameOf(address: string): string | undefined {
  return URL.parse(address)?.hostname
}

/** Without what is there by default alone. */
function namedIn(raw: Readonly<Record<string, unknown>>, { documents, settings }: Shelf): PartialShelf {
  const named = isObject(raw['settings']) ? raw['settings'] : {}
  return {
    ...(raw['documents'] !== undefined && { documents }),
    settings: Object.fromEntries(Object.entries(settings).filter(([name]) => name in named)),
  }
}

/** One JSON object. A secret of this workstation that somebody typed into a name is not written either. */
function written(file: object, redactor: KnownSecrets): string {
  return `${JSON.stringify(withoutSecrets(file, redactor), undefined, 2)}\n`
}

function withoutSecrets(value: unknown, redactor: KnownSecrets): unknown {
  if (typeof value === 'string') return redactor.redactKnown(value)
  if (Array.isArray(value)) return value.map((one: unknown) => withoutSecrets(one, redactor))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [redactor.redactKnown(name), withoutSecrets(one, redactor)]),
  )
}
