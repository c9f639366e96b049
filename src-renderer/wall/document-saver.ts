import type { WallShell } from '#contract/wall/shell.ts'
import type { WallDocument } from '#contract/wall/document.ts'
import type { AreaOptions } from './area-options.ts'
import { SAVE_DELAY_IN_MS } from './defaults.ts'
import { withSequencesSetUp } from './sequences.ts'

export interface DocumentSaverOptions extends Pick<AreaOptions, 'wall' | 'session' | 'clock'> {
  readonly shell: Pick<WallShell, 'call'>
}

/** Keeps the wall document, a pause after its last change. What could not be kept is tried again with the next change, or at the end. */
export class DocumentSaver {
  readonly #options: DocumentSaverOptions
  readonly #unsubscribe: () => void
  /** As JSON: that a sequence goes on is no change. */
  #kept: string | undefined
  #calledOff: (() => void) | undefined
  #isHeld = false

  /** `kept` is what main has already, if it has one. */
  constructor(options: DocumentSaverOptions, kept: WallDocument | undefined) {
    this.#options = options
    this.#kept = kept && textOf(kept)
    this.#unsubscribe = options.wall.subscribe(() => this.#changed())
    this.#changed()
  }

  /** Saves at once what is not kept: the window is about to go. */
  flush(): void {
    this.#save()
  }

  /** Saves nothing until `release`: main may show another platform by now, whose document this would become. */
  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    this.#save()
  }

  /** Also when the document has not changed: somebody waits for it. */
  send(): void {
    this.#kept = undefined
    this.#save()
  }

  dispose(): void {
    this.flush()
    this.#unsubscribe()
  }

  #changed(): void {
    if (textOf(this.#options.wall.getState().document) === this.#kept) return
    this.#calledOff?.()
    this.#calledOff = this.#options.clock.after(SAVE_DELAY_IN_MS, () => this.#save())
  }

  #save(): void {
    this.#calledOff?.()
    this.#calledOff = undefined
    const document = withSequencesSetUp(this.#options.wall.getState().document)
    const text = textOf(document)
    if (this.#isHeld || text === this.#kept) return
    this.#kept = text
    void this.#send(document, text)
  }

  async #send(document: WallDocument, text: string): Promise<void> {
    const result = await this.#options.shell.call('wall.save', document)
    // Main may have kept it nevertheless, or still the one before: nobody knows.
    if (!result.ok && this.#kept === text) this.#kept = undefined
    // A full disk or a lost main is reported elsewhere.
    if (!result.ok && result.error.code === 'bad_request') this.#options.session.actions.notify(result.error)
  }
}

function textOf(document: WallDocument): string {
  return JSON.stringify(withSequencesSetUp(document))
}
