import { createStore } from 'zustand/vanilla'
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
export function alarmsOf(options: AlarmControllerOptions) {
  const { clock, download, eventController, platformClock, session, shell, wall, wallPlayback, zone } =
    options
  /** The last alarm acknowledged here, and when: the one that soon follows it is expected. */
  let lastAcknowledged: { readonly id: string; readonly atMs: number } | undefined
  /** Alarms whose acknowledgement is not in the log yet. */
  const beingLogged = new Set<string>()
  /** The alarm, and its place in the queue, that the queue was left at for a reason. */
  let leftAt: { readonly id: string; readonly place: number } | undefined
  /** When another alarm became the first one without an action on this page. */
  let replacedAtMs: number | undefined

  /**
   * Whether nobody can have read it yet; notifies the operator if so.
   * @param replacedAtMs when it took the place of another alarm by itself
   */
  function isUnread(replacedAtMs = -Infinity): boolean {
    if (!isRecent(replacedAtMs)) return false
    session.actions.answer(t('alarms.unread'))
    return true
  }

  /** Asks for the reason first when the rule wants one. */
  async function acknowledge(alarm: Alarm, place?: number): Promise<void> {
    if (beingLogged.has(alarm.id)) return session.actions.answer(t('alarms.beingLogged'))
    if (alarm.needsReason) {
      store.setState({ pending: alarm })
      leftAt = place === undefined ? undefined : { id: alarm.id, place }
      return session.actions.openDialog('acknowledge')
    }
    const error = await keep(alarm, '')
    if (error !== undefined) notify(errorWords(error))
  }

  /** Whether it was the last one that was acknowledged here, a moment ago. */
  function hasAcknowledged(id: string): boolean {
    return id === lastAcknowledged?.id && isRecent(lastAcknowledged.atMs)
  }

  /** Resolves to why it could not be acknowledged; the window stays open then. */
  async function keep(alarm: Alarm, reason: string): Promise<WallError | undefined> {
    const acknowledged = { id: alarm.id, atMs: clock.nowMs() }
    lastAcknowledged = acknowledged
    beingLogged.add(alarm.id)
    const done = await shell.call('alarms.acknowledge', { id: alarm.id, reason })
    beingLogged.delete(alarm.id)
    if (!done.ok) {
      if (lastAcknowledged === acknowledged) lastAcknowledged = undefined
      return done.error
    }
    if (store.getState().pending?.id === alarm.id) {
      store.setState({ pending: undefined })
      leaveReason()
    }
    confirm(t('alarms.acknowledged', { title: alarm.title, cause: causeWords(alarm) }))
    return undefined
  }

  /** Back to the queue, if it was left for the reason. */
  function leaveReason(): void {
    const { getState, actions } = session
    if (getState().dialog !== 'acknowledge') return
    if (leftAt === undefined) actions.closeDialog('acknowledge')
    else actions.openDialog('alarms')
  }

  function changed(before: readonly Alarm[], now: readonly Alarm[]): void {
    const ids = new Set(now.map(({ id }) => id))
    const expected = firstAlarm(before.filter(({ id }) => ids.has(id) || !hasAcknowledged(id)))
    if (expected !== undefined && expected.id !== firstAlarm(now)?.id) replacedAtMs = clock.nowMs()
  }

  /** Also when the computer's clock was set back meanwhile. */
  function isRecent(atMs: number): boolean {
    return Math.abs(clock.nowMs() - atMs) < UNREAD_MS
  }

  /** By the clock of the camera's recorder. */
  function pictureMsOf({ event, happenedAtMs }: Alarm, cameraId: string): number {
    if (event !== undefined) return eventController.pictureMsOf({ ...event, fields: {} })
    const skewMs = platformClock.nowMs() - clock.nowMs()
    return Math.round(happenedAtMs + skewMs + (wall.getState().cameraById.get(cameraId)?.clockOffsetMs ?? 0))
  }

  function notify(sentence: string): void {
    session.actions.notify(sentence)
  }

  function confirm(message: string): void {
    session.actions.answer(message, { about: 'alarm' })
  }

  const stopListening = session.subscribe(({ alarms: { alarms } }, { alarms: before }) => {
    if (alarms !== before.alarms) changed(before.alarms, alarms)
  })
  const store = createStore<AlarmControllerState>(() => ({ pending: undefined }))
  return {
    acknowledge,
    hasAcknowledged,
    isUnread,
    keep,
    leaveReason,
    store,
    /** The oldest of the highest priority. */
    async acknowledgeFirst(): Promise<void> {
      const alarm = firstAlarm(session.getState().alarms.alarms)
      if (alarm !== undefined && !isUnread(replacedAtMs)) await acknowledge(alarm)
    },
    /** Where the queue was left for a reason; a queue that is opened anew begins at its first alarm. */
    takeLeft(): { readonly id?: string; readonly place: number } {
      const left = leftAt ?? { place: 0 }
      leftAt = undefined
      return left
    },
    async snooze(alarm: Alarm, minutes: (typeof snoozeMinutes)[number]): Promise<void> {
      const done = await shell.call('alarms.snooze', { id: alarm.id, minutes })
      if (!done.ok) notify(errorWords(done.error))
    },
    /** `2/3`: monitor 2, tile 3. Resolves to a sentence when it cannot go there. */
    async forward(alarm: Alarm, to: string): Promise<string | undefined> {
      const typed = /^(\d{1,2})(?:\/(\d{1,2}))?$/.exec(to.trim())
      if (typed === null) return t('alarms.forward.type')
      const elsewhere = elsewhereWords(alarm, session.getState().connection)
      if (elsewhere !== undefined) return elsewhere
      const camera = alarm.cameraIds
        .map((id) => wall.getState().cameraById.get(id))
        .find((known) => known !== undefined)
      if (camera === undefined) return t('alarms.noCamera')
      const [, monitor = '', tile] = typed
      const entry = tile === undefined ? String(camera.number) : `${tile}.${camera.number}`
      if (Number(monitor) !== session.getState().monitor) wall.actions.enteredOn(Number(monitor))
      const done = await shell.call('alarms.forward', {
        id: alarm.id,
        monitor: Number(monitor),
        entry,
      })
      if (!done.ok) return errorWords(done.error)
      confirm(t('alarms.forwarded', { monitor, camera: numberedName(camera) }))
      return undefined
    },
    /**
     * Shows its first camera live in the selected tile and, in the next one, from a little before the alarm; its other
     * cameras live in the tiles after those. Returns a sentence when none can be shown.
     */
    show(alarm: Alarm): string | undefined {
      const elsewhere = elsewhereWords(alarm, session.getState().connection)
      if (elsewhere !== undefined) return elsewhere
      const [first, ...others] = alarm.cameraIds.filter((id) => wall.getState().cameraById.has(id))
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
          wallPlayback.playFrom(pictureMsOf(alarm, first) - eventDefaults.preRollMs, true, beside)
        }
        for (const [at, cameraId] of others.slice(0, rest.length).entries()) {
          const place = rest[at] ?? tile
          wall.actions.showCamera(place, cameraId)
          wallPlayback.goLive(place)
        }
      })
      return undefined
    },
    async toggleSound(): Promise<void> {
      const problem = await saveSettings(options, ({ alarmSound }) => ({ alarmSound: !alarmSound }))
      const { alarmSound } = session.getState().settings
      if (problem === undefined) confirm(t(alarmSound ? 'alarms.sound.on' : 'alarms.sound.off'))
      else notify(problem)
    },
    async export(format: 'csv' | 'ndjson'): Promise<void> {
      const ready = await shell.call('alarms.export', { format })
      if (!ready.ok) return notify(errorWords(ready.error))
      download(ready.value.address, ready.value.fileName)
      if (ready.value.isCut) notify(t('alarms.log.cut'))
    },
    async verify(): Promise<void> {
      const read = await shell.call('alarms.verify', undefined)
      if (!read.ok) return notify(errorWords(read.error))
      const { entries, firstAtMs, problems } = read.value
      const [problem] = problems
      if (problem === undefined) {
        const since = dateText(zone(), firstAtMs ?? clock.nowMs())
        return notify(t('alarms.log.holds', { entries, since }))
      }
      const first = noticeWords(problem)
      const more = problems.length - 1
      notify(more === 0 ? t('alarms.log.broken', { first }) : t('alarms.log.brokenMore', { first, more }))
    },
    dispose(): void {
      stopListening()
    },
  }
}

/** What `A` is about; the list comes in its order. */
export function firstAlarm(alarms: readonly Alarm[]): Alarm | undefined {
  return alarms.find(({ snoozedUntilMs }) => snoozedUntilMs === undefined)
}
