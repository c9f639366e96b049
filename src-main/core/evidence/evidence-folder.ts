import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { EvidenceFolderState } from '#contract/wall/evidence.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { guarded, UNFINISHED } from '../durable-file.ts'

/** The system's window for folders, before this monitor; undefined when the operator has taken none. */
export type AskFolder = (ask: {
  readonly monitor: number
  readonly from: string
}) => Promise<string | undefined>

export interface EvidenceFolderOptions {
  /** Of the command line: wins over what was chosen. Absolute. */
  readonly given: string | undefined
  /** Where nobody has chosen. Absolute; made when it is needed. */
  readonly usual: string
  readonly settings: SettingsStore
  /** Absent where no program can ask. */
  readonly ask: AskFolder | undefined
}

/** Where saved pictures and exports go on this machine. No page names a folder: it is asked for in the system's window. */
export class EvidenceFolder {
  readonly #options: EvidenceFolderOptions
  #asked: Promise<Result<undefined, WallError>> | undefined
  /** Under way: where a share does not answer, each look holds a thread, of four for all files of the program. */
  #look: { readonly folder: string; readonly problem: Promise<WallError | undefined> } | undefined

  constructor(options: EvidenceFolderOptions) {
    this.#options = options
  }

  get path(): string {
    const { given, usual, settings } = this.#options
    return given ?? settings.state.evidenceFolder ?? usual
  }

  async state(): Promise<EvidenceFolderState> {
    const { given, settings, ask } = this.#options
    const problem = await this.problem()
    return {
      folder: this.path,
      folderBy:
        given !== undefined ? 'start' : settings.state.evidenceFolder === undefined ? 'usual' : 'operator',
      canChoose: ask !== undefined && given === undefined,
      ...(problem && { problem }),
    }
  }

  /** Why nothing can be written there now. */
  problem(): Promise<WallError | undefined> {
    const isChosen =
      this.#options.given === undefined && this.#options.settings.state.evidenceFolder !== undefined
    if (this.#look?.folder !== this.path) {
      const look = {
        folder: this.path,
        problem: problemOf(this.path, isChosen).finally(() => {
          if (this.#look === look) this.#look = undefined
        }),
      }
      this.#look = look
    }
    return this.#look.problem
  }

  /** Opens one window at a time; further calls wait for its answer. A cancelled window changes nothing. */
  choose(monitor: number): Promise<Result<undefined, WallError>> {
    this.#asked ??= this.#choose(monitor).finally(() => {
      this.#asked = undefined
    })
    return this.#asked
  }

  async chooseUsual(): Promise<Result<undefined, WallError>> {
    return this.#refusal() ?? this.#options.settings.save({ evidenceFolder: undefined })
  }

  async #choose(monitor: number): Promise<Result<undefined, WallError>> {
    const { ask, settings } = this.#options
    const refusal = this.#refusal()
    if (refusal !== undefined) return refusal
    const folder = await ask?.({ monitor, from: this.path })
    if (folder === undefined) return ok(undefined)
    const problem = await problemOf(folder, true)
    return problem === undefined ? settings.save({ evidenceFolder: folder }) : fail(problem)
  }

  #refusal(): Result<never, WallError> | undefined {
    const { given, ask } = this.#options
    if (given !== undefined)
      return fail(wallError('bad_request', exactMessage('folder_given', { folder: given })))
    return ask === undefined ? fail(wallError('bad_request', exactMessage('folder_no_window'))) : undefined
  }
}

/**
 * A folder that somebody has chosen may be that of a disk which is not there: it is never made. Permissions are shown
 * by writing alone.
 */
function problemOf(folder: string, mustBeThere: boolean): Promise<WallError | undefined> {
  return guarded(folder, async () => {
    const probe = join(folder, `.${randomUUID()}${UNFINISHED}`)
    if (mustBeThere) await stat(folder)
    else await mkdir(folder, { recursive: true })
    await writeFile(probe, '', { flag: 'wx' })
    await rm(probe, { force: true })
  })
}
