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
export function isAtWork(options: Pick<WallActsOptions, 'session' | 'playback' | 'isTyping'>): boolean {
  const { session, playback, isTyping } = options
  return isTyping() || session.getState().dialog !== undefined || playback.getState().scrub !== undefined
}

export type WallActs = ReturnType<typeof wallActsOf>

/**
 * Makes the changes of rules and the schedule on this monitor, undoable like a change by hand. They wait while somebody
 * types, has a window open or looks at the past; after a minute they are dropped, and the operator is told. A camera in
 * hotspots also waits until the one before it has been seen; of those that wait only the newest is shown.
 */
export function wallActsOf(options: WallActsOptions) {
  const { wall, session, clock, shell, playback, salvos, sound, timeText, keyHint } = options
  /** In the order in which they came. */
  let waiting: readonly WaitingAct[] = []
  /** The last ones that were done or dropped, by id. */
  let settled: readonly string[] = []
  let hotspotShownAtMs = -Infinity
  let ruleActedAtMs = -Infinity
  let callOff: (() => void) | undefined

  function look(): void {
    callOff?.()
    const stillWaiting: WaitingAct[] = []
    // Also when the computer's clock was set back meanwhile.
    const isStaying = Math.abs(clock.nowMs() - hotspotShownAtMs) < HOTSPOT_STAY_IN_MS
    const newest = waiting.findLast(({ act }) => act.cameraId !== undefined)
    for (const one of waiting) {
      const hasNoPlace = isInTheWay(one.act)
      // What a salvo replaces need not be seen first.
      const isHeld = one === newest && one.act.salvo === undefined && isStaying
      // A salvo that is carried out later would replace the cameras of hotspots.
      const waits = isHeld || hasNoPlace || stillWaiting.some(({ act }) => act.salvo !== undefined)
      if (waits && clock.nowMs() < one.untilMs) {
        stillWaiting.push(one)
        continue
      }
      if (hasNoPlace) drop(one.act)
      else if (one.act.salvo !== undefined || one === newest) carryOut(one.act)
      settle(one.act)
    }
    waiting = stillWaiting
    if (stillWaiting.length > 0) callOff = clock.after(ACT_LOOK_IN_MS, look)
  }

  function isInTheWay({ salvo }: PushedAct): boolean {
    const { tiles } = playback.getState()
    const { document } = wall.getState()
    const isPastChanged =
      salvo !== undefined ? tiles.length > 0 : tiles.some((tile) => isHotspot(document, tile))
    return isAtWork(options) || isPastChanged
  }

  /** Tells main, so that a reloaded page does not get it again. */
  function settle({ id }: PushedAct): void {
    settled = [...settled, id].slice(-MAX_WAITING_ACTS)
    void shell.call('salvos.acted', { id })
  }

  function carryOut(act: PushedAct): void {
    const { salvo: number, cameraId } = act
    const isByRule = act.by.kind === 'rule'
    const nowMs = clock.nowMs()
    const before = wall.getState().document
    if (number !== undefined && !salvos.all.some((salvo) => salvo.number === number))
      return notify(t('acts.noSalvo', { who: whoWords(act), salvo: number }))
    if (isByRule && Math.abs(nowMs - ruleActedAtMs) >= ACT_WORDS_FOR_MS) wall.actions.endRow()
    const change = isByRule ? wall.actions.asRuleChange : wall.actions.asOneChange
    change(() => {
      if (number !== undefined) salvos.follow({ number, isBack: false })
      if (cameraId !== undefined) wall.actions.showInHotspots(cameraId)
    })
    if (wall.getState().document === before) return
    if (cameraId !== undefined) hotspotShownAtMs = nowMs
    if (isByRule) ruleActedAtMs = nowMs
    const what = { who: whoWords(act), at: timeText(act.atMs) }
    const done =
      number === undefined ? t('acts.hotspot', what) : t('acts.recalled', { ...what, salvo: number })
    notify(done + keyHint('undo', (key) => t('keyboard.hint.undo', { key })))
  }

  function drop(act: PushedAct): void {
    const { salvo, atMs } = act
    const what = { who: whoWords(act), at: timeText(atMs), seconds: ACT_PATIENCE_IN_MS / 1_000 }
    if (salvo === undefined) return notify(t('acts.hotspotDropped', what))
    const hint = keyHint('confirm', (key) => t('acts.recallsIt', { salvo, key }))
    notify(t('acts.salvoDropped', { ...what, salvo }) + hint)
  }

  const notify = (words: string) => session.actions.answer(words, { forMs: ACT_WORDS_FOR_MS })

  return {
    take(act: PushedAct): void {
      // After a lost link main pushes what it does not know to be settled once more.
      if (waiting.some(({ act: { id } }) => id === act.id)) return
      if (settled.includes(act.id)) return settle(act)
      if (act.sound !== undefined) sound.play(act.sound)
      if (act.salvo === undefined && act.cameraId === undefined) return settle(act)
      const last = { act, untilMs: clock.nowMs() + ACT_PATIENCE_IN_MS }
      const all = act.salvo === undefined ? [...waiting, last] : replacingSalvo(waiting, last)
      const wanted = all.filter(
        ({ act: { salvo, cameraId } }) => salvo !== undefined || cameraId !== undefined,
      )
      // At most one salvo waits, and cameras do not crowd it out.
      const surplus = wanted.length - MAX_WAITING_ACTS
      waiting = wanted.filter(({ act: { salvo } }, at) => salvo !== undefined || at >= surplus)
      for (const one of all) if (!waiting.includes(one)) settle(one.act)
      look()
    },
    /** Another monitor has recalled a salvo of all, or gone back from it: where it still waits there is nothing else to leave. */
    follow(recall: CallInput<'salvos.recall'>): void {
      const { number, isBack } = recall
      const over = isBack ? waiting.find(({ act: { salvo } }) => salvo === number) : undefined
      if (over === undefined) return salvos.follow(recall)
      waiting = waiting.filter((one) => one !== over)
      settle(over.act)
    },
    dispose: () => callOff?.(),
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
