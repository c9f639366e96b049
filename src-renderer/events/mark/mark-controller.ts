import type { EventOutboxState } from '#contract/wall/events.ts'
import type { WallError } from '#contract/errors.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { createStore } from 'zustand/vanilla'
import type { AreaOptions } from '../../wall/area-options.ts'
import { cameraIdOf } from '../../wall/wall-document.ts'
import { eventDefaults } from '../defaults.ts'
import { type ShownPicture, type ShownPictureOptions, shownPicture } from '../shown-picture.ts'
import type { OutboxWatch } from './outbox-watch.ts'
import { errorWords } from '../../language/error-words.ts'
import { t } from '../../language/language.ts'

/** What is to be marked: the picture that a tile showed when the key was pressed. */
export interface PendingMark {
  readonly tile: number
  readonly cameraId: string
  /** By the platform's time: epoch milliseconds. */
  readonly atMs: number
}

export interface MarkState {
  readonly pending: PendingMark | undefined
}

export interface MarkControllerOptions extends ShownPictureOptions, Pick<AreaOptions, 'session' | 'clock'> {
  readonly shell: Pick<WallShell, 'call'>
  readonly outbox: Pick<OutboxWatch, 'store' | 'refresh'>
}

/** An operator's marks: what is seen, and a note, kept before anything else is done with it. */
export class MarkController {
  readonly store = createStore<MarkState>(() => ({ pending: undefined }))
  readonly #options: MarkControllerOptions
  #unfollow = (): void => {}

  constructor(options: MarkControllerOptions) {
    this.#options = options
  }

  dispose(): void {
    this.#unfollow()
  }

  /** Opens the window with the picture that the selected tile shows at this moment. */
  begin(): void {
    const { wall, session } = this.#options
    const tile = wall.getState().document.selected
    const picture = shownPicture(this.#options, tile) ?? this.#unseen(tile)
    if (picture === undefined) return this.#showMessage(t('events.mark.noPicture'))
    const { cameraId, filmedMs } = picture
    this.store.setState({ pending: { tile, cameraId, atMs: filmedMs } })
    if (session.getState().dialog !== 'mark') session.actions.toggleDialog('mark')
  }

  /** Resolves to why it could not be kept; the window stays open then. */
  async keep(note: string): Promise<WallError | undefined> {
    const { pending } = this.store.getState()
    if (pending === undefined) return undefined
    const { shell, session, outbox } = this.#options
    const { cameraId, atMs } = pending
    const before = await outbox.refresh()
    const marked = await shell.call('events.mark', { cameraId, atMs, note })
    if (!marked.ok) return marked.error
    if (this.store.getState().pending === pending) {
      this.store.setState({ pending: undefined })
      session.actions.closeDialog('mark')
    }
    const { waitsFor } = marked.value
    if (waitsFor !== undefined) this.#showMessage(t('events.mark.waits', { why: errorWords(waitsFor) }))
    else this.#follow(before?.deadLetterCount ?? 0)
    return undefined
  }

  /** Somebody who heard of something has no picture of it yet: it is about now. */
  #unseen(tile: number): Pick<ShownPicture, 'cameraId' | 'filmedMs'> | undefined {
    const { wall, playback, platformClock } = this.#options
    const cameraId = cameraIdOf(wall.getState().document, tile)
    const isPast = playback.getState().tiles.includes(tile)
    return cameraId === undefined || isPast
      ? undefined
      : { cameraId, filmedMs: Math.round(platformClock.nowMs()) }
  }

  /** Says no more than is known, and what is known better, for as long as it is read. */
  #follow(deadLettersBefore: number): void {
    const { outbox, clock, session } = this.#options
    const isRead = () => session.getState().notices.some(({ about }) => about === 'mark')
    let isKept = false
    const keep = () => {
      if (!isKept) this.#showMessage(t('events.mark.kept'))
      isKept = true
    }
    const look = (state: EventOutboxState | undefined) => {
      if (isKept && !isRead()) return this.#unfollow()
      const isRefused = (state?.deadLetterCount ?? 0) > deadLettersBefore
      if (isRefused || state?.depth === 0) {
        this.#unfollow()
        this.#showMessage(isRefused ? t('events.mark.refused') : t('events.mark.taken'))
      } else if (state?.waitsFor !== undefined) keep()
      return undefined
    }
    this.#unfollow()
    const stop = outbox.store.subscribe((state) => look(state.outbox))
    const callOff = clock.after(eventDefaults.mark.awaitMs, keep)
    this.#unfollow = () => {
      stop()
      callOff()
    }
    void outbox.refresh()
  }

  #showMessage(message: string): void {
    this.#options.session.actions.answer(message, { about: 'mark' })
  }
}
