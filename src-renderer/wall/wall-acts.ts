import type { WallAct } from '#contract/wall/salvo.ts'
import type { Clock } from '../clock.ts'
import { ACT_LOOK_IN_MS, ACT_PATIENCE_IN_MS, MAX_WAITING_ACTS } from './defaults.ts'
import type { PlaybackStore } from './playback-store.ts'
import type { Salvos } from './salvos.ts'
import type { SessionStore } from './session-store.ts'
import { isHotspot } from './wall-document.ts'
import type { WallStore } from './wall-store.ts'
import { t } from '../language/language.ts'

interface WaitingAct {
  readonly act: WallAct
  readonly untilMs: number
}

export interface WallActsOptions {
  readonly wall: WallStore
  readonly session: SessionStore
  readonly playback: Pick<PlaybackStore, 'getState'>
  readonly salvos: Pick<Salvos, 'all' | 'follow'>
  readonly sound: { play(priority: number): void }
  /** Whether the operator is in the middle of an entry or a text. */
  readonly isTyping: () => boolean
  /** `14:02`, in the wall's zone. */
  readonly timeText: (epochMs: number) => string
  /** A further sentence that names the key of an action; none where it has no key. */
  readonly keyHint: (action: 'undo' | 'confirm', words: (key: string) => string) => string
  readonly clock: Clock
}

/** Whether an operator types, has a window open or drags through time. */
export function isAtWork({
  session,
  playback,
  isTyping,
}: Pick<WallActsOptions, 'session' | 'playback' | 'isTyping'>): boolean {
  return isTyping() || session.getState().dialog !== undefined || playback.getState().scrub !== undefined
}

/**
 * What rules and the schedule change on this monitor, as undoable as a change by hand. Never under an operator's
 * hands: while he types, has a window open or looks at the past, it waits; after a minute it is dropped, and said.
 */
export class WallActs {
  readonly #options: WallActsOptions
  /** In the order in which they came. */
  #waiting: readonly WaitingAct[] = []
  #callOff = (): void => {}

  constructor(options: WallActsOptions) {
    this.#options = options
  }

  take(act: WallAct): void {
    if (act.sound !== undefined) this.#options.sound.play(act.sound)
    if (act.salvo === undefined && act.cameraId === undefined) return
    const untilMs = this.#options.clock.nowMs() + ACT_PATIENCE_IN_MS
    // A later salvo would replace an earlier one anyway.
    const others = this.#waiting.filter(
      ({ act: other }) => act.salvo === undefined || other.salvo === undefined,
    )
    this.#waiting = [...others, { act, untilMs }].slice(-MAX_WAITING_ACTS)
    this.#look()
  }

  dispose(): void {
    this.#callOff()
  }

  #look(): void {
    this.#callOff()
    const { clock } = this.#options
    const stillWaiting: WaitingAct[] = []
    for (const one of this.#waiting) {
      if (!this.#isInTheWay(one.act)) this.#carryOut(one.act)
      else if (clock.nowMs() < one.untilMs) stillWaiting.push(one)
      else this.#drop(one.act)
    }
    this.#waiting = stillWaiting
    if (stillWaiting.length > 0) this.#callOff = clock.after(ACT_LOOK_IN_MS, () => this.#look())
  }

  #isInTheWay({ salvo }: WallAct): boolean {
    const { playback, wall } = this.#options
    const { tiles } = playback.getState()
    const { document } = wall.getState()
    const isPastChanged =
      salvo !== undefined ? tiles.length > 0 : tiles.some((tile) => isHotspot(document, tile))
    return isAtWork(this.#options) || isPastChanged
  }

  #carryOut(act: WallAct): void {
    const { wall, salvos } = this.#options
    const { salvo: number, cameraId } = act
    const before = wall.getState().document
    if (number !== undefined && !salvos.all.some((salvo) => salvo.number === number))
      return this.#notify(t('acts.noSalvo', { who: whoWords(act), salvo: number }))
    wall.actions.asOneChange(() => {
      if (number !== undefined) salvos.follow({ number, isBack: false })
      if (cameraId !== undefined) wall.actions.showInHotspots(cameraId)
    })
    if (wall.getState().document === before) return
    const what = { who: whoWords(act), at: this.#options.timeText(act.atMs) }
    const done =
      number === undefined ? t('acts.hotspot', what) : t('acts.recalled', { ...what, salvo: number })
    this.#notify(done + this.#options.keyHint('undo', (key) => t('keyboard.hint.undo', { key })))
  }

  #drop(act: WallAct): void {
    const { salvo, atMs } = act
    const at = this.#options.timeText(atMs)
    const what = { who: whoWords(act), at, seconds: ACT_PATIENCE_IN_MS / 1_000 }
    if (salvo === undefined) return this.#notify(t('acts.hotspotDropped', what))
    const hint = this.#options.keyHint('confirm', (key) => t('acts.recallsIt', { salvo, key }))
    this.#notify(t('acts.salvoDropped', { ...what, salvo }) + hint)
  }

  #notify(sentence: string): void {
    const { session, clock } = this.#options
    session.actions.notify(sentence, clock.nowMs())
  }
}

function whoWords({ by }: WallAct): string {
  return by.kind === 'rule' ? t('acts.rule', { title: by.title }) : t('acts.schedule')
}
