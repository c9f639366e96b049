import { type WallError, wallError } from '#contract/errors.ts'
import { said } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Page } from '../wall-main.ts'
import { MAX_IMPORT_CHARS } from './defaults.ts'

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
    return fail(wallError('bad_request', said('import_too_long', { characters: MAX_IMPORT_CHARS })))
  }

  of({ id }: Page): Result<string, WallError> {
    const parts = this.#parts.get(id)
    return parts === undefined ? fail(wallError('bad_request', said('import_gone'))) : ok(parts.join(''))
  }

  /** It is taken, or its page has gone. */
  forget({ id }: Page): void {
    this.#parts.delete(id)
  }
}
