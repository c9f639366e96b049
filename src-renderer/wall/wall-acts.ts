import type { CallInput } from '#contract/wall/calls.ts'
import type { PushedAct } from '#contract/wall/salvo.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { AreaOptions } from './area-options.ts'
import {
  ACT_LOOK_IN_MS,
  ACT_PATIENCE_IN_MS,
  ACT_WORDS_FOR_MS,
  HOTSPOT_STAY_IN_MS,
  MAX_WAITING_ACTS,
} from './defaults.ts'
import type { PlaybackStore } from './playback-store.ts'
import type { Salvos } from './salvos.ts'
import { isHotspot } from './wall-document.ts'
import { t } from '../language/language.ts'

interface WaitingAct {
  readonly act: PushedAct
  readonly untilMs: number
}

export interface WallActsOptions extends Pick<AreaOptions, 'wall' | 'session' | 'clock'> {
  readonly shell: Pick<WallShell, 'call'>
  readonly playback: Pick<PlaybackStore, 'getState'>
  readonly salvos: Pick<Salvos, 'all' | 'follow'>
  readonly sound: { play(priority: number): void }
  /** Whether the operator is in the middle of an entry or a text. */
  readonly isTyping: () => boolean
  /** `14:02` of this computer, by the platform's clock in the wall's zone. */
  readonly timeText: (atMs: number) => string
  /** A further sentence that names the key of an action; none where it has no key. */
  readonly keyHint: (action: 'undo' | 'confirm', words: (key: string) => string) => string
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
 * Makes the changes of rules and the schedule on this monitor, undoable like a change by hand. They wait while somebody
 * types, has a window open or looks at the past; after a minute they are dropped, and the operator is told. A camera in
 * hotspots also waits until the one before it has been seen; of those that wait only the newest is shown.
 */
export class WallActs {
  readonly #options: WallActsOptions
  /** In the order in which they came. */
  #waiting: readonly WaitingAct[] = []
  /** The last ones that were done or dropped, by id. */
  #settled: readonly string[] = []
  #hotspotShownAtMs = -Infinity
  #callOff = (): void => {}

  constructor(options: WallActsOptions) {
    this.#options = options
  }

  take(act: PushedAct): void {
    // After a lost link main pushes what it does not know to be settled once more.
    if (this.#waiting.some(({ act: { id } }) => id === act.id)) return
    if (this.#settled.includes(act.id)) return this.#settle(act)
    if (act.sound !== undefined) this.#options.sound.play(act.sound)
    if (act.salvo === undefined && act.cameraId === undefined) return this.#settle(act)
    const last = { act, untilMs: this.#options.clock.nowMs() + ACT_PATIENCE_IN_MS }
    const all = act.salvo === undefined ? [...this.#waiting, last] : replacingSalvo(this.#waiting, last)
    const wanted = all.filter(({ act: { salvo, cameraId } }) => salvo !== undefined || cameraId !== undefined)
    // At most one salvo waits, and cameras do not crowd it out.
    const surplus = wanted.length - MAX_WAITING_ACTS
    this.#waiting = wanted.filter(({ act: { salvo } }, at) => salvo !== undefined || at >= surplus)
    for (const one of all) if (!this.#waiting.includes(one)) this.#settle(one.act)
    this.#look()
  }

  /** Another monitor has recalled a salvo of all, or gone back from it: where it still waits there is nothing else to leave. */
  follow(recall: CallInput<'salvos.recall'>): void {
    const { number, isBack } = recall
    const over = isBack ? this.#waiting.find(({ act: { salvo } }) => salvo === number) : undefined
    if (over === undefined) return this.#options.salvos.follow(recall)
    this.#waiting = this.#waiting.filter((one) => one !== over)
    this.#settle(over.act)
  }

  dispose(): void {
    this.#callOff()
  }

  #look(): void {
    this.#callOff()
    const { clock } = this.#options
    const stillWaiting: WaitingAct[] = []
    // Also when the computer's clock was set back meanwhile.
    const isStaying = Math.abs(clock.nowMs() - this.#hotspotShownAtMs) < HOTSPOT_STAY_IN_MS
    const newest = this.#waiting.findLast(({ act }) => act.cameraId !== undefined)
    for (const one of this.#waiting) {
      const isInTheWay = this.#isInTheWay(one.act)
      const isHeld = one.act.cameraId !== undefined && isStaying
      // A salvo that is carried out later would replace the cameras of hotspots.
      const waits = isHeld || isInTheWay || stillWaiting.some(({ act }) => act.salvo !== undefined)
      if (waits && clock.nowMs() < one.untilMs) {
        stillWaiting.push(one)
        continue
      }
      if (isInTheWay) this.#drop(one.act)
      else if (one.act.salvo !== undefined || one === newest) this.#carryOut(one.act)
      this.#settle(one.act)
    }
    this.#waiting = stillWaiting
    if (stillWaiting.length > 0) this.#callOff = clock.after(ACT_LOOK_IN_MS, () => this.#look())
  }

  #isInTheWay({ salvo }: PushedAct): boolean {
    const { playback, wall } = this.#options
    const { tiles } = playback.getState()
    const { document } = wall.getState()
    const isPastChanged =
      salvo !== undefined ? tiles.length > 0 : tiles.some((tile) => isHotspot(document, tile))
    return isAtWork(this.#options) || isPastChanged
  }

  /** Tells main, so that a reloaded page does not get it again. */
  #settle({ id }: PushedAct): void {
    this.#settled = [...this.#settled, id].slice(-MAX_WAITING_ACTS)
    void this.#options.shell.call('salvos.acted', { id })
  }

  #carryOut(act: PushedAct): void {
    const { wall, salvos } = this.#options
    const { salvo: number, cameraId } = act
    const before = wall.getState().document
    if (number !== undefined && !salvos.all.some((salvo) => salvo.number === number))
      return this.#notify(t('acts.noSalvo', { who: whoWords(act), salvo: number }))
    const change = act.by.kind === 'rule' ? wall.actions.asRuleChange : wall.actions.asOneChange
    change(() => {
      if (number !== undefined) salvos.follow({ number, isBack: false })
      if (cameraId !== undefined) wall.actions.showInHotspots(cameraId)
    })
    if (wall.getState().document === before) return
    if (cameraId !== undefined) this.#hotspotShownAtMs = this.#options.clock.nowMs()
    const what = { who: whoWords(act), at: this.#options.timeText(act.atMs) }
    const done =
      number === undefined ? t('acts.hotspot', what) : t('acts.recalled', { ...what, salvo: number })
    this.#notify(done + this.#options.keyHint('undo', (key) => t('keyboard.hint.undo', { key })))
  }

  #drop(act: PushedAct): void {
    const { salvo, atMs } = act
    const { timeText, keyHint } = this.#options
    const what = { who: whoWords(act), at: timeText(atMs), seconds: ACT_PATIENCE_IN_MS / 1_000 }
    if (salvo === undefined) return this.#notify(t('acts.hotspotDropped', what))
    const hint = keyHint('confirm', (key) => t('acts.recallsIt', { salvo, key }))
    this.#notify(t('acts.salvoDropped', { ...what, salvo }) + hint)
  }

  #notify(words: string): void {
    this.#options.session.actions.answer(words, { forMs: ACT_WORDS_FOR_MS })
  }
}

/** Drops waiting salvos, which `last` replaces. Cameras go after it unless it brings one: it would replace them. */
function replacingSalvo(waiting: readonly WaitingAct[], last: WaitingAct): readonly WaitingAct[] {
  const cameras = waiting.map(({ act: { salvo: _replaced, ...act }, untilMs }) => ({ act, untilMs }))
  return last.act.cameraId === undefined ? [last, ...cameras] : [...cameras, last]
}

function whoWords({ by }: PushedAct): string {
  return by.kind === 'rule' ? t('acts.rule', { title: by.title }) : t('acts.schedule')
}
