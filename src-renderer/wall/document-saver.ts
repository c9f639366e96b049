import type { WallShell } from '#contract/wall/shell.ts'
import type { WallDocument } from '#contract/wall/document.ts'
import type { AreaOptions } from './area-options.ts'
import { SAVE_DELAY_IN_MS } from './defaults.ts'
import { withSequencesSetUp } from './sequences.ts'

export interface DocumentSaverOptions extends Pick<AreaOptions, 'wall' | 'session' | 'clock'> {
  readonly shell: Pick<WallShell, 'call'>
}

export type DocumentSaver = ReturnType<typeof keepDocument>

/**
 * Keeps the wall document, a pause after its last change. What could not be kept is tried again with the next change, or
 * at the end.
 * @param before what main has already, if it has one
 */
export function keepDocument(options: DocumentSaverOptions, before: WallDocument | undefined) {
  const { wall, session, clock, shell } = options
  /** As JSON: that a sequence goes on is no change. */
  let kept = before && textOf(before)
  let calledOff: (() => void) | undefined
  let isHeld = false

  function changed(): void {
    if (textOf(wall.getState().document) === kept) return
    calledOff?.()
    calledOff = clock.after(SAVE_DELAY_IN_MS, save)
  }

  function save(): void {
    calledOff?.()
    calledOff = undefined
    const document = withSequencesSetUp(wall.getState().document)
    const text = textOf(document)
    if (isHeld || text === kept) return
    kept = text
    void deliver(document, text)
  }

  async function deliver(document: WallDocument, text: string): Promise<void> {
    const result = await shell.call('wall.save', document)
    // Main may have kept it nevertheless, or still the one before: nobody knows.
    if (!result.ok && kept === text) kept = undefined
    // A full disk or a lost main is reported elsewhere.
    if (!result.ok && result.error.code === 'bad_request') session.actions.notify(result.error)
  }

  const stopListening = wall.subscribe(changed)
  changed()
  return {
    /** Saves at once what is not kept: the window is about to go. */
    flush: save,
    /** Saves nothing until `release`: main may show another platform by now, whose document this would become. */
    hold(): void {
      isHeld = true
    },
    release(): void {
      isHeld = false
      save()
    },
    /** Also when the document has not changed: somebody waits for it. */
    send(): void {
      kept = undefined
      save()
    },
    dispose(): void {
      save()
      stopListening()
    },
  }
}

const textOf = (document: WallDocument): string => JSON.stringify(withSequencesSetUp(document))
