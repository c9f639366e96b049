import { parseJsonFile } from '#contract/json.ts'
import { wallError, type WallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { CallInput } from '#contract/wall/calls.ts'
import type { WallDocument } from '#contract/wall/document.ts'
import {
  freeSalvoNumber,
  MAX_SALVOS,
  MAX_SALVOS_BYTES,
  type Salvo,
  type SalvoScope,
  salvosFileSchema,
  type SalvoWall,
} from '#contract/wall/salvo.ts'
import { createStore } from 'zustand/vanilla'
import type { AreaOptions } from './area-options.ts'
import { ACT_WORDS_FOR_MS } from './defaults.ts'
import { changedElsewhere, type SavesSettings, saveSettings } from './save-settings.ts'
import { asSetUp } from './tile-content.ts'
import type { WallPlayback } from './wall-playback.ts'
import { isSalvoChanged } from './wall-store.ts'
import { t } from '../language/language.ts'
import { errorWords } from '../language/error-words.ts'

/** What a page shows now, as a salvo keeps it. */
export function salvoWallOf(document: WallDocument, monitor: number): SalvoWall {
  const { layout, tiles } = document
  return {
    monitor,
    layout,
    tiles: tiles.slice(0, layout.cells.length).map(({ content }) => asSetUp(content)),
  }
}

/** What this monitor shows of a salvo; nothing of one that has been saved without it. */
export function wallOfSalvo({ scope, walls }: Salvo, monitor: number): SalvoWall | undefined {
  return scope === 'monitor' ? walls[0] : walls.find((wall) => wall.monitor === monitor)
}

export interface SalvosOptions extends SavesSettings, Pick<AreaOptions, 'wall'> {
  readonly wallPlayback: Pick<WallPlayback, 'goLiveAll'>
  /** A further sentence that names the key of an action; none where it has no key. */
  readonly keyHint: (action: 'undo', words: (key: string) => string) => string
}

/** Arrangements under numbers, in the settings or shared with other walls: saved, recalled here and on the other monitors, taken from a file. */
export class Salvos {
  /** Number that is being saved under. */
  readonly store = createStore<{ readonly saving: number }>(() => ({ saving: 1 }))
  readonly #options: SalvosOptions
  /** What may be replaced: what had the number when the name was asked for, and what has been sent since. */
  #replaceable: (Salvo | undefined)[] = []

  constructor(options: SalvosOptions) {
    this.#options = options
  }

  get all(): readonly Salvo[] {
    return this.#options.session.getState().salvos
  }

  /** Opens the window that asks for a name. */
  begin(number = freeSalvoNumber(this.all)): void {
    this.store.setState({ saving: number })
    this.#replaceable = [this.#own, this.#shared].map((all) => all.find((one) => one.number === number))
    this.#options.session.actions.openDialog('save-salvo')
  }

  /** Keeps what is shown under the number, here or for all walls; a sentence when it could not. */
  async keep(name: string, scope: SalvoScope, isShared = false): Promise<string | undefined> {
    const { wall, session, shell } = this.#options
    const { monitor } = session.getState()
    const number = this.store.getState().saving
    const replaceable = this.#replaceable
    const own = salvoWallOf(wall.getState().document, monitor)
    const others = scope === 'all' ? await shell.call('salvos.walls', undefined) : ok([])
    if (!others.ok) return errorWords(others.error)
    const walls = [own, ...others.value.filter((other) => other.monitor !== monitor)]
    const salvo: Salvo = { version: 1, number, name: name.trim(), scope, walls }
    replaceable.push(salvo)
    const changed = (all: readonly Salvo[]) =>
      changedElsewhere(
        replaceable,
        all.find((one) => one.number === number),
      )
    if (isShared) return changed(this.#own) ?? changed(this.#shared) ?? this.#share(salvo)
    return this.#save((own) => {
      const others = own.filter((one) => one.number !== number)
      return others.length >= MAX_SALVOS
        ? t('salvo.thereSalvosNoMoreFit', { MAXSALVOS: MAX_SALVOS })
        : (changed(own) ?? [...others, salvo])
    })
  }

  /** Here, and on the other monitors if it is one of all. */
  recall(number: number): void {
    const salvo = this.#apply(number)
    if (salvo?.scope === 'all') void this.#recallElsewhere({ number, isBack: false })
  }

  /** What was there before the last recall. */
  back(): void {
    const left = this.#leave()
    if (left?.scope === 'all') void this.#recallElsewhere({ number: left.number, isBack: true })
  }

  /** Undo or redo. A salvo of all monitors that this takes back, or brings again, is taken back or brought on all. */
  travel(way: 'undo' | 'redo'): void {
    const { wall, wallPlayback } = this.#options
    const before = wall.getState().recalled
    wall.actions[way]()
    const now = wall.getState().recalled
    const last = before.at(-1)
    if (now.at(-1) === last) return
    wallPlayback.goLiveAll()
    // Not by their count: no more than the last ones are kept.
    const isBack = last !== undefined && !now.includes(last)
    const salvo = isBack ? last : now.at(-1)
    if (salvo?.scope === 'all') void this.#recallElsewhere({ number: salvo.number, isBack, isTravel: true })
  }

  /** Another monitor has recalled a salvo of all, or gone back from it. */
  follow({ number, isBack, isTravel = false }: CallInput<'salvos.recall'>): void {
    const { wall, wallPlayback, session } = this.#options
    const { recalled, past } = wall.getState()
    const before = past.at(-1)?.recalled ?? []
    // Undone is that this monitor went back, too: what had been changed since comes with it.
    const isUndone = isTravel && before.length > recalled.length && before.at(-1)?.number === number
    if (!isBack && isUndone) {
      wallPlayback.goLiveAll()
      wall.actions.undo()
    } else if (!isBack) this.#apply(number)
    else if (recalled.at(-1)?.number === number) this.#leave()
    else if (this.#partOf(number) !== undefined) session.actions.notify(t('salvo.staysHere', { number }))
  }

  rename(salvo: Salvo, name: string): Promise<string | undefined> {
    const renamed = { ...salvo, name: name.trim() }
    if (this.isShared(salvo.number)) return this.#share(renamed)
    return this.#save((all) => all.map((one) => (one.number === salvo.number ? renamed : one)))
  }

  async remove(number: number): Promise<string | undefined> {
    if (!this.isShared(number)) return this.#save((own) => own.filter((one) => one.number !== number))
    return sentenceOf(await this.#options.shell.call('salvos.unshare', { number }))
  }

  /** One that was deleted, unless another one has its number by now. One of this workstation may hide a shared one. */
  async restore(salvo: Salvo, wasShared: boolean): Promise<string | undefined> {
    const { number } = salvo
    const taken = (all: readonly Salvo[]) =>
      all.some((one) => one.number === number) ? t('salvo.numberTaken', { number }) : undefined
    if (!wasShared) return this.#save((own) => taken(own) ?? withSalvos(own, [salvo]))
    return taken(this.all) ?? sentenceOf(await this.#options.shell.call('salvos.share', salvo))
  }

  async resolve(number: number, keep: 'mine' | 'theirs' | 'both'): Promise<string | undefined> {
    return sentenceOf(await this.#options.shell.call('salvos.resolve', { number, keep }))
  }

  /** One of this workstation under the same number comes first. */
  isShared(number: number): boolean {
    return !this.#own.some((one) => one.number === number) && this.all.some((one) => one.number === number)
  }

  /**
   * What is taken of a file, or why it is none: all of its own salvos, and of the shared ones those whose numbers no
   * shared one has here, lowest first while they fit. A note says which ones are left out.
   */
  read(text: string): Result<readonly Salvo[], WallError> & { readonly note?: string } {
    const file = salvosFileSchema.safeParse(parseJsonFile(text))
    if (!file.success) return fail(wallError('bad_request', t('salvo.noFileTesserasSalvosNothing')))
    const { salvos } = file.data
    const { reach } = this.#options.session.getState().sharedSalvos
    const here = new Set(this.#shared.map(({ number }) => number))
    const shared = byNumber(file.data.shared.filter(({ number }) => !here.has(number)))
    // Copies of this workstation would hide those of the platform that have not been read.
    const isUnread = reach !== 'on' && reach !== 'absent'
    if (shared.length > 0 && isUnread) return { ...ok(salvos), note: t('salvo.sharedUnknown') }
    const all = new Map([...this.#own, ...salvos].map((salvo) => [salvo.number, salvo]))
    let bytes = bytesOf([...all.values()])
    for (const [at, salvo] of shared.entries()) {
      const { number } = salvo
      const replaced = all.get(number)
      bytes += bytesOf([salvo]) - (replaced === undefined ? 1 : bytesOf([replaced]))
      all.set(number, salvo)
      if (all.size > MAX_SALVOS || bytes > MAX_SALVOS_BYTES)
        return { ...ok([...salvos, ...shared.slice(0, at)]), note: t('salvo.sharedLeftOut', { number }) }
    }
    return ok([...salvos, ...shared])
  }

  /** Those of the file take the place of those with the same numbers. */
  take(salvos: readonly Salvo[]): Promise<string | undefined> {
    return this.#save((own) => withSalvos(own, salvos), t('import.tooLarge', { what: 'salvos' }))
  }

  get #own(): readonly Salvo[] {
    return this.#options.session.getState().settings.salvos
  }

  get #shared(): readonly Salvo[] {
    return this.#options.session.getState().sharedSalvos.salvos.map(({ salvo }) => salvo)
  }

  /** The number is the shared one's from now on. */
  async #share(salvo: Salvo): Promise<string | undefined> {
    const shared = await this.#options.shell.call('salvos.share', salvo)
    if (!shared.ok) return errorWords(shared.error)
    return this.#own.some((one) => one.number === salvo.number)
      ? this.#save((own) => own.filter((one) => one.number !== salvo.number))
      : undefined
  }

  #apply(number: number): Salvo | undefined {
    const salvo = this.all.find((one) => one.number === number)
    const part = this.#partOf(number)
    if (salvo === undefined || part === undefined) return salvo
    const { wall, wallPlayback } = this.#options
    // The places of tiles in the past say nothing of the salvo's cameras.
    wallPlayback.goLiveAll()
    wall.actions.recallSalvo(salvo, part)
    return salvo
  }

  #partOf(number: number): SalvoWall | undefined {
    const salvo = this.all.find((one) => one.number === number)
    return salvo && wallOfSalvo(salvo, this.#options.session.getState().monitor)
  }

  #leave() {
    const { wall, wallPlayback, session, keyHint } = this.#options
    const isChanged = isSalvoChanged(wall.getState())
    if (wall.getState().recalled.length > 0) wallPlayback.goLiveAll()
    const left = wall.actions.leaveSalvo()
    if (left === undefined || !isChanged) return left
    const hint = keyHint('undo', (key) => t('keyboard.hint.undo', { key }))
    session.actions.answer(t('salvo.leftChanged', { number: left.number }) + hint, {
      forMs: ACT_WORDS_FOR_MS,
    })
    return left
  }

  async #recallElsewhere(recall: CallInput<'salvos.recall'>): Promise<void> {
    const { shell, session } = this.#options
    const answer = await shell.call('salvos.recall', recall)
    if (!answer.ok) session.actions.notify(answer.error)
  }

  #save(
    change: (own: readonly Salvo[]) => readonly Salvo[] | string,
    tooLarge?: string,
  ): Promise<string | undefined> {
    return saveSettings(this.#options, ({ salvos: own }) => {
      const salvos = change(own)
      if (typeof salvos === 'string') return salvos
      const bytes = bytesOf(salvos)
      if (bytes > MAX_SALVOS_BYTES && bytes > bytesOf(own))
        return tooLarge ?? t('salvo.thereSalvosNoMoreFit', { MAXSALVOS: own.length })
      return { salvos: byNumber(salvos) }
    })
  }
}

function withSalvos(own: readonly Salvo[], salvos: readonly Salvo[]): readonly Salvo[] | string {
  const numbers = new Set(salvos.map(({ number }) => number))
  const all = [...own.filter(({ number }) => !numbers.has(number)), ...salvos]
  return all.length > MAX_SALVOS
    ? t('salvo.wouldBeSalvosFitNothing', { length: all.length, MAXSALVOS: MAX_SALVOS })
    : all
}

const byNumber = (salvos: readonly Salvo[]): Salvo[] => salvos.toSorted((a, b) => a.number - b.number)
const bytesOf = (salvos: readonly Salvo[]): number => new Blob([JSON.stringify(salvos)]).size

function sentenceOf(done: Result<undefined, WallError>): string | undefined {
  return done.ok ? undefined : errorWords(done.error)
}
