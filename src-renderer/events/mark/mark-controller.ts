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

export type MarkState = { readonly pending: PendingMark | undefined }

export interface MarkControllerOptions extends ShownPictureOptions, Pick<AreaOptions, 'session' | 'clock'> {
  readonly shell: Pick<WallShell, 'call'>
  readonly outbox: Pick<OutboxWatch, 'store' | 'refresh'>
}

/** An operator's marks: what is seen, and a note, kept before anything else is done with it. */
export function marksOf(options: MarkControllerOptions) {
  const { clock, outbox, platformClock, playback, session, shell, wall } = options
  const store = createStore<MarkState>(() => ({ pending: undefined }))
  let unfollow: (() => void) | undefined
  const isRead = () => session.getState().notices.some(({ about }) => about === 'mark')

  /** Resolves to why it could not be kept; the window stays open then. */
  async function keep(note: string): Promise<WallError | undefined> {
    const { pending } = store.getState()
    if (pending === undefined) return undefined
    const { cameraId, atMs } = pending
    const before = await outbox.refresh()
    const marked = await shell.call('events.mark', { cameraId, atMs, note })
    if (!marked.ok) return marked.error
    if (store.getState().pending === pending) {
      store.setState({ pending: undefined })
      session.actions.closeDialog('mark')
    }
    const { waitsFor } = marked.value
    if (waitsFor !== undefined) showMessage(t('events.mark.waits', { why: errorWords(waitsFor) }))
    else follow(before?.deadLetterCount ?? 0)
    return undefined
  }

  /** Somebody who heard of something has no picture of it yet: it is about now. */
  function unseen(tile: number): Pick<ShownPicture, 'cameraId' | 'filmedMs'> | undefined {
    const cameraId = cameraIdOf(wall.getState().document, tile)
    const isPast = playback.getState().tiles.includes(tile)
    return cameraId === undefined || isPast
      ? undefined
      : { cameraId, filmedMs: Math.round(platformClock.nowMs()) }
  }

  /** Says no more than is known, and what is known better, for as long as it is read. */
  function follow(deadLettersBefore: number): void {
    let isKept = false
    const keep = () => {
      if (!isKept) showMessage(t('events.mark.kept'))
      isKept = true
    }
    const look = (state: EventOutboxState | undefined) => {
      if (isKept && !isRead()) return unfollow?.()
      const isRefused = (state?.deadLetterCount ?? 0) > deadLettersBefore
      if (isRefused || state?.depth === 0) {
        unfollow?.()
        showMessage(isRefused ? t('events.mark.refused') : t('events.mark.taken'))
      } else if (state?.waitsFor !== undefined) keep()
      return undefined
    }
    unfollow?.()
    const stop = outbox.store.subscribe((state) => look(state.outbox))
    const callOff = clock.after(eventDefaults.mark.awaitMs, keep)
    unfollow = () => {
      stop()
      callOff()
    }
    void outbox.refresh()
  }

  function showMessage(message: string): void {
    session.actions.answer(message, { about: 'mark' })
  }
  return {
    keep,
    store,
    /** Opens the window with the picture that the selected tile shows at this moment. */
    begin(): void {
      const tile = wall.getState().document.selected
      const picture = shownPicture(options, tile) ?? unseen(tile)
      if (picture === undefined) return showMessage(t('events.mark.noPicture'))
      const { cameraId, filmedMs } = picture
      store.setState({ pending: { tile, cameraId, atMs: filmedMs } })
      if (session.getState().dialog !== 'mark') session.actions.toggleDialog('mark')
    },
    dispose(): void {
      unfollow?.()
    },
  }
}
