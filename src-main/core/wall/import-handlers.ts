import { wallError, type WallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { type CameraListReading, type ListedCamera, SHOWN_OF_LIST } from '#contract/wall/camera-list.ts'
import type { Salvo } from '#contract/wall/salvo.ts'
import type { WallSettings } from '#contract/wall/settings.ts'
import type { ReadyFile } from '#contract/wall/support.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { mergeLists, numbersOf } from '../cameras/list/merge-lists.ts'
import { checkNumbers } from '../cameras/camera-numbers.ts'
import { readCameraList, writeCameraList } from '../cameras/list/camera-list-file.ts'
import {
  mediaRedirects,
  type PortableSettings,
  readSettingsFile,
  unencryptedPlatforms,
  writeLayoutsFile,
  writeSalvosFile,
  writeSettingsFile,
} from '../settings/portable-files.ts'
import type { ReadyFiles } from '../support/ready-files.ts'
import { dayText } from '../time.ts'
import type { CallHandlers, Page, WallMain } from '../wall-main.ts'
import type { CallGuards } from './call-guards.ts'
import { MAX_IMPORT_CHARS } from './defaults.ts'
import type { WallMainOptions } from './wall-main-options.ts'

interface ImportOptions {
  readonly ports: WallMainOptions
  /** Of this workstation, and shared ones. */
  readonly salvos: () => readonly Salvo[]
  readonly texts: ImportedTexts
  readonly files: ReadyFiles
  readonly saveSettings: (settings: WallSettings) => Promise<Result<WallSettings, WallError>>
  /** For the page that begins anew. */
  readonly leaveNotice: WallMain['leaveNotice']
  /** The wall is as the file says from then on. */
  readonly takeOver: (file: PortableSettings) => Promise<Result<undefined, WallError>>
}

/** The calls that bring files in and out: lists of cameras, and all settings. */
export function createImportHandlers(
  { withLink }: CallGuards,
  {
    ports: { settings, clock, redactor },
    salvos,
    texts,
    files,
    saveSettings,
    leaveNotice,
    takeOver,
  }: ImportOptions,
) {
  function ready(name: string, extension: 'csv' | 'json', text: string): Result<ReadyFile, never> {
    const day = dayText(settings.state.settings.timeZone, clock.wallMs())
    const contentType = extension === 'csv' ? 'text/csv; charset=utf-8' : 'application/json'
    const bytes = new TextEncoder().encode(text)
    return ok(files.add({ fileName: `${name}-${day}.${extension}`, contentType, bytes }))
  }

  return {
    'import.part': async ({ text, isFirst }, page) => texts.add(page, text, isFirst),
    'cameras.readList': async (_nothing, page) => {
      const text = texts.of(page)
      return text.ok ? ok(readingOf(text.value)) : text
    },
    'cameras.import': withLink(async (on, { mode }, page) => {
      const text = texts.of(page)
      if (!text.ok) return text
      const { id } = on.platform
      const { cameras } = readCameraList(text.value)
      const { cameraLists, settings: before } = settings.state
      const listedBefore = cameraLists[id] ?? []
      // A list that is replaced gives up the numbers of its cameras.
      const givenUp = new Set(mode === 'replace' ? listedBefore.map((camera) => camera.id) : [])
      const holders = on.directory.cameras.filter((camera) => !givenUp.has(camera.id))
      const checked = checkNumbers(holders, numbersOf(cameras))
      if (!checked.ok) return checked
      const listed = mode === 'replace' ? ok(cameras) : mergeLists(listedBefore, cameras)
      if (!listed.ok) return listed
      const saved = settings.save({ cameraLists: { ...cameraLists, [id]: listed.value } })
      // What was typed before gives way to what is listed now.
      await saveSettings({ ...before, cameraNumbers: withoutListed(before.cameraNumbers, cameras) })
      texts.forget(page)
      const kept = await saved
      return kept.ok ? ok(listed.value.length) : kept
    }),
    'cameras.export': withLink(async (on, { format }) => {
      const listed = new Map((settings.state.cameraLists[on.platform.id] ?? []).map((one) => [one.id, one]))
      const cameras = on.directory.listed.map(({ id, name, number, group, clockOffsetMs }): ListedCamera => {
        const timeZone = listed.get(id)?.timeZone
        return {
          id,
          name,
          number,
          ...(group === '' ? {} : { group }),
          ...(timeZone === undefined ? {} : { timeZone }),
          ...(clockOffsetMs === undefined ? {} : { clockOffsetMs }),
        }
      })
      return ready('cameras', format, writeCameraList(cameras, format))
    }),
    'salvos.export': async () => {
      const { salvos: own } = settings.state.settings
      const shared = salvos().filter((one) => !own.includes(one))
      return ready('tessera-salvos', 'json', writeSalvosFile({ salvos: own, shared }, redactor))
    },
    'layouts.export': async () =>
      ready('tessera-layouts', 'json', writeLayoutsFile(settings.state.settings.layouts, redactor)),
    'settings.export': async () => {
      const text = writeSettingsFile(settings.state, { atMs: clock.wallMs(), redactor })
      return ready('tessera-settings', 'json', text)
    },
    'settings.import': async ({ accepted }, page) => {
      const text = texts.of(page)
      if (!text.ok) return text
      const file = readSettingsFile(text.value)
      if (!file.ok) return file
      const redirects = [mediaRedirects, unencryptedPlatforms].flatMap((find) =>
        find(file.value, settings.state),
      )
      const open = redirects.filter(({ leadsTo }) => !accepted.includes(leadsTo))
      if (open.length > 0) return ok(open)
      // A first start has nothing to come back to.
      if (settings.state.shown !== undefined || settings.state.platforms.length > 0) {
        const before = writeSettingsFile(settings.state, { atMs: clock.wallMs(), redactor, isWhole: true })
        const copy = settings.keepCopy(before)
        if (!copy.ok) return copy
        leaveNotice(page.monitor, exactMessage('settings_before_kept', { copy: copy.value }))
      }
      texts.forget(page)
      const taken = await takeOver(file.value)
      return taken.ok ? ok([]) : taken
    },
  } satisfies Partial<CallHandlers>
}

function readingOf(text: string): CameraListReading {
  const { format, cameras, problems, unknown } = readCameraList(text)
  return {
    format,
    count: cameras.length,
    cameras: cameras.slice(0, SHOWN_OF_LIST),
    problemCount: problems.length,
    problems: problems.slice(0, SHOWN_OF_LIST),
    unknown: unknown.slice(0, SHOWN_OF_LIST),
  }
}

/** Numbers that an operator typed, but for those of cameras that have another one now. */
function withoutListed(
  typed: Readonly<Record<string, number>>,
  cameras: readonly ListedCamera[],
): Record<string, number> {
  const numbered = new Set(cameras.filter(({ number }) => number !== undefined).map(({ id }) => id))
  return Object.fromEntries(Object.entries(typed).filter(([id]) => !numbered.has(id)))
}

/** Files that pages import, in parts that fit into a call: one a page, until the next one begins. */
export class ImportedTexts {
  /** By page. */
  readonly #parts = new Map<string, string[]>()

  add({ id }: Page, text: string, isFirst: boolean): Result<undefined, WallError> {
    const parts = isFirst ? [] : (this.#parts.get(id) ?? [])
    parts.push(text)
    this.#parts.set(id, parts)
    if (parts.reduce((chars, part) => chars + part.length, 0) <= MAX_IMPORT_CHARS) return ok(undefined)
    this.#parts.delete(id)
    return fail(wallError('bad_request', exactMessage('import_too_long', { characters: MAX_IMPORT_CHARS })))
  }

  of({ id }: Page): Result<string, WallError> {
    const parts = this.#parts.get(id)
    return parts === undefined
      ? fail(wallError('bad_request', exactMessage('import_gone')))
      : ok(parts.join(''))
  }

  /** It is taken, or its page has gone. */
  forget({ id }: Page): void {
    this.#parts.delete(id)
  }
}
