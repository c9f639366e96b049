import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import { noAlarms } from '#contract/wall/alarms.ts'
import type { CallOutput } from '#contract/wall/calls.ts'
import { noSharedSalvos } from '#contract/wall/salvo.ts'
import type { Clock } from '../clock.ts'
import { t } from '../language/language.ts'
import type { LiveWallPort } from '../live/live-wall-port.ts'
import type { PlaybackHolds } from '../playback/playback-holds.ts'
import type { AreaOptions } from './area-options.ts'
import type { DocumentSaver } from './document-saver.ts'
import type { TileReporter } from './tile-reporter.ts'
import type { WallActs } from './wall-acts.ts'
import type { WallPlayback } from './wall-playback.ts'

export type Hello = CallOutput<'wall.hello'>

export interface ShellSyncOptions extends Pick<AreaOptions, 'shell' | 'wall' | 'session'> {
  readonly live: Pick<LiveWallPort, 'suspend' | 'resume'>
  readonly wallPlayback: Pick<WallPlayback, 'suspend' | 'resume'>
  readonly reporter: Pick<TileReporter, 'repeat'>
  readonly holds: Pick<PlaybackHolds, 'repeat'>
  readonly acts: Pick<WallActs, 'take' | 'follow'>
  readonly saver: Pick<DocumentSaver, 'send' | 'hold' | 'release'>
  readonly enter: (entry: string, isAlarm: boolean) => void
  /** Returns whether there is such an action. */
  readonly act: (action: string) => boolean
  /** Whose document and cameras the page began with. */
  readonly platform: string | undefined
  /** Loads the page anew. */
  readonly restart: () => void
}

/** Brings what the shell publishes into the stores; after a lost link requests all that was missed. */
export function syncWithShell(options: ShellSyncOptions) {
  const { shell, wall, session, live, wallPlayback, reporter, holds, acts, saver, enter, act } = options
  let ofPlatform = options.platform

  /** Nothing of the other platform may reach this wall: what is kept here would be found in its tiles. */
  function begin(): void {
    dispose()
    options.restart()
  }

  async function catchUp(): Promise<void> {
    const hello = await shell.call('wall.hello', undefined)
    if (!hello.ok) return
    const { platform = ofPlatform } = hello.value
    if (ofPlatform !== undefined && platform !== ofPlatform) return begin()
    session.actions.setConnection(hello.value.connection)
    session.actions.setSettings(hello.value.settings)
    session.actions.setUpdates(hello.value.updates)
    session.actions.setAlarms(hello.value.alarms ?? noAlarms)
    session.actions.setSharedSalvos(hello.value.sharedSalvos ?? noSharedSalvos)
    session.actions.setMonitors(hello.value.monitors)
    session.actions.setLock(hello.value.lock)
    if (hello.value.cameras.length > 0) wall.actions.setCameras(hello.value.cameras)
    reporter.repeat()
    holds.repeat()
    // What changed meanwhile is not kept yet; if nothing did, another page may have saved something newer.
    saver.release()
  }

  const stops = [
    shell.subscribe('moved', begin),
    shell.subscribe('connection', (connection) => {
      ofPlatform ??= connection.platform
      session.actions.setConnection(connection)
    }),
    shell.subscribe('cameras', (cameras) => wall.actions.setCameras(cameras)),
    shell.subscribe('settings', (settings) => session.actions.setSettings(settings)),
    shell.subscribe('updates', (updates) => session.actions.setUpdates(updates)),
    shell.subscribe('alarms', (alarms) => session.actions.setAlarms(alarms)),
    shell.subscribe('sharedSalvos', (shared) => session.actions.setSharedSalvos(shared)),
    shell.subscribe('notice', (notice) => session.actions.notify(notice)),
    shell.subscribe('dismissed', ({ text }) =>
      text === undefined ? session.actions.dismissAll() : session.actions.dismissText(text),
    ),
    shell.subscribe('monitors', (monitors) => session.actions.setMonitors(monitors)),
    shell.subscribe('lock', (lock) => {
      session.actions.setLock(lock)
      session.actions.notify(t(lock.isLocked ? 'lock.locked' : 'lock.open'))
    }),
    shell.subscribe('command', ({ action }) => {
      if (act(action)) return
      void shell.call('log.write', {
        level: 'warn',
        area: 'keyboard',
        message: `There is no action “${action}”.`,
      })
    }),
    shell.subscribe('show', ({ entry, isAlarm }) => enter(entry, isAlarm)),
    shell.subscribe('selected', ({ cameraId }) => wall.actions.followSelection(cameraId)),
    shell.subscribe('heard', () => wall.actions.silence()),
    shell.subscribe('keep', () => saver.send()),
    shell.subscribe('salvo', (recall) => acts.follow(recall)),
    shell.subscribe('act', (asked) => acts.take(asked)),
    shell.subscribe('power', ({ state }) => {
      for (const part of [live, wallPlayback]) {
        if (state === 'suspend') part.suspend()
        else part.resume()
      }
    }),
    shell.onLink((isUp, isRefused) => {
      session.actions.setLinkRefused(isRefused)
      if (isUp === session.getState().isLinkUp) return
      session.actions.setLink(isUp)
      if (isUp) void catchUp()
      else saver.hold()
    }),
  ]
  function dispose(): void {
    for (const stop of stops) stop()
  }
  return { dispose }
}

/** The first answer of the shell, however long it takes to come up. */
export async function greet<Value>(
  ask: () => Promise<Result<Value, WallError>>,
  clock: Clock,
  retryInMs: number,
): Promise<Value> {
  for (;;) {
    const answer = await ask()
    if (answer.ok) return answer.value
    await new Promise<void>((resolve) => clock.after(retryInMs, resolve))
  }
}
