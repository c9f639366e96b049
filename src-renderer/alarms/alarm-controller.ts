import { createStore, type StoreApi } from 'zustand/vanilla'
import type { WallError } from '#contract/errors.ts'
import type { Alarm, snoozeMinutes } from '#contract/wall/alarms.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../clock.ts'
import { eventDefaults } from '../events/defaults.ts'
import type { EventController } from '../events/event-controller.ts'
import { tilesBeside, tileToPlayIn } from '../events/play-event.ts'
import type { AreaOptions } from '../wall/area-options.ts'
import { dateText } from '../timeline/axis/time-words.ts'
import { saveSettings } from '../wall/save-settings.ts'
import type { WallPlayback } from '../wall/wall-playback.ts'
import { numberedName, t } from '../language/language.ts'
import { elsewhereWords } from './alarm-words.ts'
import { causeWords, errorWords, noticeWords } from '../language/error-words.ts'

/**
 * An alarm that replaced another one less than this ago is unread: the key was meant for the other one. After an
 * acknowledgement that took longer, the key was pressed again because nothing had happened.
 */
export const UNREAD_MS = 700

export interface AlarmControllerOptions
  extends Pick<AreaOptions, 'wall' | 'session' | 'clock' | 'zone' | 'download'> {
  readonly shell: Pick<WallShell, 'call'>
  readonly wallPlayback: Pick<WallPlayback, 'playFrom' | 'goLive'>
  readonly eventController: Pick<EventController, 'pictureMsOf'>
  readonly platformClock: Clock
}

export interface AlarmControllerState {
  /** Whose reason is being typed. */
  readonly pending: Alarm | undefined
}

/** What an operator does with the alarms that wait. */
export class AlarmController {
  readonly store: StoreApi<AlarmControllerState>
  readonly #options: AlarmControllerOptions
  readonly #unsubscribe: () => void
  /** The last alarm acknowledged here, and when: the one that soon follows it is expected. */
  #acknowledged: { readonly id: string; readonly atMs: number } | undefined
  /** Alarms whose acknowledgement is not in the log yet. */
  readonly #beingLogged = new Set<string>()
  /** The alarm, and its place in the queue, that the queue was left at for a reason. */
  #left: { readonly id: string; readonly place: number } | undefined
  /** When another alarm became the first one without an action on this page. */
  #replacedAtMs: number | undefined

  constructor(options: AlarmControllerOptions) {
    this.#options = options
    this.#unsubscribe = options.session.subscribe(({ alarms: { alarms } }, { alarms: before }) => {
      if (alarms !== before.alarms) this.#changed(before.alarms, alarms)
    })
    this.store = createStore<AlarmControllerState>(() => ({ pending: undefined }))
  }

  dispose(): void {
    this.#unsubscribe()
  }

  /** The oldest of the highest priority. */
  async acknowledgeFirst(): Promise<void> {
    const alarm = firstAlarm(this.#options.session.getState().alarms.alarms)
    if (alarm !== undefined && !this.isUnread(this.#replacedAtMs)) await this.acknowledge(alarm)
  }

  /**
   * Whether nobody can have read it yet; notifies the operator if so.
   * @param replacedAtMs when it took the place of another alarm by itself
   */
  isUnread(replacedAtMs = -Infinity): boolean {
    if (!this.#isRecent(replacedAtMs)) return false
    this.#options.session.actions.answer(t('alarms.unread'))
    return true
  }

  /** Asks for the reason first when the rule wants one. */
  async acknowledge(alarm: Alarm, place?: number): Promise<void> {
    if (this.#beingLogged.has(alarm.id)) return this.#options.session.actions.answer(t('alarms.beingLogged'))
    if (alarm.needsReason) {
      this.store.setState({ pending: alarm })
      this.#left = place === undefined ? undefined : { id: alarm.id, place }
      return this.#options.session.actions.openDialog('acknowledge')
    }
    const error = await this.keep(alarm, '')
    if (error !== undefined) this.#notify(errorWords(error))
  }

  /** Whether it was the last one that was acknowledged here, a moment ago. */
  hasAcknowledged(id: string): boolean {
    return id === this.#acknowledged?.id && this.#isRecent(this.#acknowledged.atMs)
  }

  /** Resolves to why it could not be acknowledged; the window stays open then. */
  async keep(alarm: Alarm, reason: string): Promise<WallError | undefined> {
    const acknowledged = { id: alarm.id, atMs: this.#options.clock.nowMs() }
    this.#acknowledged = acknowledged
    this.#beingLogged.add(alarm.id)
    const done = await this.#options.shell.call('alarms.acknowledge', { id: alarm.id, reason })
    this.#beingLogged.delete(alarm.id)
    if (!done.ok) {
      if (this.#acknowledged === acknowledged) this.#acknowledged = undefined
      return done.error
    }
    if (this.store.getState().pending?.id === alarm.id) {
      this.store.setState({ pending: undefined })
      this.leaveReason()
    }
    this.#confirm(t('alarms.acknowledged', { title: alarm.title, cause: causeWords(alarm) }))
    return undefined
  }

  /** Back to the queue, if it was left for the reason. */
  leaveReason(): void {
    const { getState, actions } = this.#options.session
    if (getState().dialog !== 'acknowledge') return
    if (this.#left === undefined) actions.closeDialog('acknowledge')
    else actions.openDialog('alarms')
  }

  /** Where the queue was left for a reason; a queue that is opened anew begins at its first alarm. */
  takeLeft(): { readonly id?: string; readonly place: number } {
    const left = this.#left ?? { place: 0 }
    this.#left = undefined
    return left
  }

  async snooze(alarm: Alarm, minutes: (typeof snoozeMinutes)[number]): Promise<void> {
    const done = await this.#options.shell.call('alarms.snooze', { id: alarm.id, minutes })
    if (!done.ok) this.#notify(errorWords(done.error))
  }

  /** `2/3`: monitor 2, tile 3. Resolves to a sentence when it cannot go there. */
  async forward(alarm: Alarm, to: string): Promise<string | undefined> {
    const typed = /^(\d{1,2})(?:\/(\d{1,2}))?$/.exec(to.trim())
    if (typed === null) return t('alarms.forward.type')
    const elsewhere = elsewhereWords(alarm, this.#options.session.getState().connection)
    if (elsewhere !== undefined) return elsewhere
    const camera = alarm.cameraIds
      .map((id) => this.#options.wall.getState().cameraById.get(id))
      .find((known) => known !== undefined)
    if (camera === undefined) return t('alarms.noCamera')
    const [, monitor = '', tile] = typed
    const entry = tile === undefined ? String(camera.number) : `${tile}.${camera.number}`
    const { session, wall, shell } = this.#options
    if (Number(monitor) !== session.getState().monitor) wall.actions.enteredOn(Number(monitor))
    const done = await shell.call('alarms.forward', {
      id: alarm.id,
      monitor: Number(monitor),
      entry,
    })
    if (!done.ok) return errorWords(done.error)
    this.#confirm(t('alarms.forwarded', { monitor, camera: numberedName(camera) }))
    return undefined
  }

  /**
   * Shows its first camera live in the selected tile and, in the next one, from a little before the alarm; its other
   * cameras live in the tiles after those. Returns a sentence when none can be shown.
   */
  show(alarm: Alarm): string | undefined {
    const { wall, wallPlayback, session } = this.#options
    const elsewhere = elsewhereWords(alarm, session.getState().connection)
    if (elsewhere !== undefined) return elsewhere
    const { cameraById } = wall.getState()
    const [first, ...others] = alarm.cameraIds.filter((id) => cameraById.has(id))
    if (first === undefined) return t('alarms.noCamera')
    if (wall.getState().document.large !== null) wall.actions.leaveLarge()
    const { document } = wall.getState()
    const tile = tileToPlayIn(document)
    const [beside, ...rest] = tilesBeside(document, tile)
    wall.actions.asOneChange(() => {
      wall.actions.showCamera(tile, first)
      wallPlayback.goLive(tile)
      if (beside !== undefined) {
        wall.actions.showCamera(beside, first)
        wallPlayback.playFrom(this.#pictureMsOf(alarm, first) - eventDefaults.preRollMs, true, beside)
      }
      for (const [at, cameraId] of others.slice(0, rest.length).entries()) {
        const place = rest[at] ?? tile
        wall.actions.showCamera(place, cameraId)
        wallPlayback.goLive(place)
      }
    })
    return undefined
  }

  async toggleSound(): Promise<void> {
    const { session } = this.#options
    const problem = await saveSettings(this.#options, ({ alarmSound }) => ({ alarmSound: !alarmSound }))
    const { alarmSound } = session.getState().settings
    if (problem === undefined) this.#confirm(t(alarmSound ? 'alarms.sound.on' : 'alarms.sound.off'))
    else this.#notify(problem)
  }

  async export(format: 'csv' | 'ndjson'): Promise<void> {
    const ready = await this.#options.shell.call('alarms.export', { format })
    if (!ready.ok) return this.#notify(errorWords(ready.error))
    this.#options.download(ready.value.address, ready.value.fileName)
    if (ready.value.isCut) this.#notify(t('alarms.log.cut'))
  }

  async verify(): Promise<void> {
    const read = await this.#options.shell.call('alarms.verify', undefined)
    if (!read.ok) return this.#notify(errorWords(read.error))
    const { entries, firstAtMs, problems } = read.value
    const [problem] = problems
    if (problem === undefined) {
      const { zone, clock } = this.#options
      const since = dateText(zone(), firstAtMs ?? clock.nowMs())
      return this.#notify(t('alarms.log.holds', { entries, since }))
    }
    const first = noticeWords(problem)
    const more = problems.length - 1
    this.#notify(more === 0 ? t('alarms.log.broken', { first }) : t('alarms.log.brokenMore', { first, more }))
  }

  #changed(before: readonly Alarm[], now: readonly Alarm[]): void {
    const ids = new Set(now.map(({ id }) => id))
    const expected = firstAlarm(before.filter(({ id }) => ids.has(id) || !this.hasAcknowledged(id)))
    if (expected !== undefined && expected.id !== firstAlarm(now)?.id)
      this.#replacedAtMs = this.#options.clock.nowMs()
  }

  /** Also when the computer's clock was set back meanwhile. */
  #isRecent(atMs: number): boolean {
    return Math.abs(this.#options.clock.nowMs() - atMs) < UNREAD_MS
  }

  /** By the clock of the camera's recorder. */
  #pictureMsOf({ event, happenedAtMs }: Alarm, cameraId: string): number {
    const { eventController, wall, platformClock, clock } = this.#options
    if (event !== undefined) return eventController.pictureMsOf({ ...event, fields: {} })
    const skewMs = platformClock.nowMs() - clock.nowMs()
    return Math.round(happenedAtMs + skewMs + (wall.getState().cameraById.get(cameraId)?.clockOffsetMs ?? 0))
  }

  #notify(sentence: string): void {
    this.#options.session.actions.notify(sentence)
  }

  #confirm(message: string): void {
    this.#options.session.actions.answer(message, { about: 'alarm' })
  }
}

/** What `A` is about; the list comes in its order. */
export function firstAlarm(alarms: readonly Alarm[]): Alarm | undefined {
  return alarms.find(({ snoozedUntilMs }) => snoozedUntilMs === undefined)
}
