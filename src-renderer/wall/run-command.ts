import { never } from '#contract/result.ts'
import type { CallInput, CallName } from '#contract/wall/calls.ts'
import type { TileReceipt } from '#contract/wall/document.ts'
import type { WallSettings } from '#contract/wall/settings.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../clock.ts'
import type { WallCommand } from './commands.ts'
import type { FootageJump } from './footage-jump.ts'
import { isInstallersCommand } from './kiosk-lock.ts'
import { nextFit, pictureOf } from './camera-pictures.ts'
import { panned, type PictureZoom, wholePicture, zoomedBy } from './picture-zoom.ts'
import type { PlaybackStore } from './playback-store.ts'
import type { Salvos } from './salvos.ts'
import { saveSettings } from './save-settings.ts'
import type { SessionStore } from './session-store.ts'
import { cameraIdOf, isSequence, receiptOf } from './wall-document.ts'
import type { WallPlayback } from './wall-playback.ts'
import type { WallStore } from './wall-store.ts'
import { t } from '../language/language.ts'

export interface CommandOptions {
  readonly wall: WallStore
  readonly session: SessionStore
  readonly playback: Pick<PlaybackStore, 'getState'>
  readonly wallPlayback: Pick<
    WallPlayback,
    | 'replay'
    | 'goLive'
    | 'goLiveAll'
    | 'playPause'
    | 'step'
    | 'shuttle'
    | 'jump'
    | 'playTogether'
    | 'goTo'
    | 'toggleTimeline'
    | 'markRange'
    | 'clearRange'
    | 'timeline'
  >
  readonly footageJump: Pick<FootageJump, 'jump'>
  readonly eventSearch: EventSearchPort
  readonly feeds: { enter(): void }
  readonly occupancy: { playMaximum(): void }
  readonly report: { openSaved(id: string): Promise<void> }
  readonly salvos: Pick<Salvos, 'recall' | 'begin' | 'back'>
  readonly marks: { begin(): void }
  readonly alarms: AlarmPort
  readonly snapshots: { save(which: 'selected' | 'all'): Promise<void> }
  readonly supportBundle: { save(): Promise<void> }
  readonly shell: Pick<WallShell, 'call'>
  readonly clock: Clock
  readonly fullScreen: { set(isWanted: boolean): void; toggle(): void }
}

/** What commands do with alarms. */
export interface AlarmPort {
  acknowledgeFirst(): Promise<void>
  export(format: 'csv' | 'ndjson'): Promise<void>
  verify(): Promise<void>
  toggleSound(): Promise<void>
}

/** What commands do with events. */
export interface EventSearchPort {
  /** Shows the panel and gives it the keys; with a text, searches for that. */
  open(text?: string): void
  step(by: 1 | -1): void
  toggleTag(tagId: string): void
}

/** The one place where a command becomes a change. */
export function commandRunner(options: CommandOptions): (command: WallCommand) => void {
  const { wall, session, wallPlayback } = options
  return (command) => {
    if (session.getState().lock?.isLocked === true && isInstallersCommand(command)) {
      return session.actions.notify(t('lock.refused'), options.clock.nowMs())
    }
    switch (command.kind) {
      case 'show-camera':
        return wall.actions.showCamera(command.tile, command.cameraId)
      case 'enter-on-monitor':
        return void notifyFailure(options, 'monitors.enter', {
          monitor: command.monitor,
          entry: command.entry,
        })
      case 'last-camera':
        return wall.actions.lastCamera(command.tile)
      case 'show-feed':
        return wall.actions.showFeed(wall.getState().document.selected, command.search)
      case 'enter-feed':
        return options.feeds.enter()
      case 'show-occupancy':
        return wall.actions.showOccupancy(wall.getState().document.selected, command.reportId)
      case 'open-report':
        session.actions.openDialog('occupancy')
        return void options.report.openSaved(command.reportId)
      case 'play-maximum':
        return options.occupancy.playMaximum()
      case 'toggle-receipts':
        return changeReceipts(wall, ({ isShown }) => ({ isShown: !isShown }))
      case 'set-receipts':
        return changeReceipts(wall, () => command.change)
      case 'mark':
        return options.marks.begin()
      case 'show-content':
        return wall.actions.show(wall.getState().document.selected, command.content)
      case 'earlier-content':
        return wall.actions.earlierContent(wall.getState().document.selected)
      case 'save-snapshot':
        return void options.snapshots.save(command.which)
      case 'mark-range':
        return wallPlayback.markRange(command.end)
      case 'clear-range':
        return wallPlayback.clearRange()
      case 'choose-evidence-folder':
        return void chooseEvidenceFolder(options)
      case 'step-camera':
        return wall.actions.stepCamera(command.by)
      case 'select':
        return wall.actions.select(command.tile)
      case 'move-selection':
        return wall.actions.moveSelection(command.direction)
      case 'cycle-selection':
        return wall.actions.cycleSelection(command.by)
      case 'zoom-picture':
        return zoom(wall, command.tile, (before) => zoomedBy(before, command.factor, command.at))
      case 'pan-picture':
        return zoom(wall, command.tile, (before) => panned(before, command))
      case 'whole-picture':
        return zoom(wall, undefined, () => wholePicture)
      case 'toggle-sound':
        return wall.actions.toggleSound()
      case 'next-picture-fit':
        return nextPictureFit(options)
      case 'toggle-large':
        return wall.actions.toggleLarge()
      case 'leave-large':
        return wall.actions.leaveLarge()
      case 'set-layout':
        return wall.actions.setLayout(command.layout)
      case 'recall-salvo':
        return options.salvos.recall(command.number)
      case 'save-salvo':
        return options.salvos.begin(command.number)
      case 'leave-salvo':
        return options.salvos.back()
      case 'undo':
        return wall.actions.undo()
      case 'redo':
        return wall.actions.redo()
      case 'replay':
        return wallPlayback.replay(command.tile)
      case 'go-live':
        return wallPlayback.goLive(command.tile)
      case 'go-live-all':
        return wallPlayback.goLiveAll()
      case 'play-pause':
        return playPause(options)
      case 'step-frame':
        return wallPlayback.step(command.by)
      case 'shuttle':
        return wallPlayback.shuttle(command.by)
      case 'jump':
        return wallPlayback.jump(command.byMs)
      case 'play-together':
        return wallPlayback.playTogether()
      case 'go-to':
        return wallPlayback.goTo(command.atMs)
      case 'jump-gap':
        return void options.footageJump.jump(command.by)
      case 'search-events':
        return options.eventSearch.open()
      case 'run-search':
        return options.eventSearch.open(command.text)
      case 'step-event':
        return options.eventSearch.step(command.by)
      case 'toggle-event-tag':
        return options.eventSearch.toggleTag(command.tagId)
      case 'toggle-timeline':
        return wallPlayback.toggleTimeline()
      case 'timeline':
        return wallPlayback.timeline(command.command)
      case 'acknowledge-alarm':
        return void options.alarms.acknowledgeFirst()
      case 'export-alarms':
        return void options.alarms.export(command.format)
      case 'verify-alarms':
        return void options.alarms.verify()
      case 'toggle-alarm-sound':
        return void options.alarms.toggleSound()
      case 'toggle-dialog':
        return session.actions.toggleDialog(command.dialog)
      case 'toggle-full-screen':
        return options.fullScreen.toggle()
      case 'leave-full-screen':
        return options.fullScreen.set(false)
      case 'toggle-engineer':
        return session.actions.toggleEngineer()
      case 'use-platform':
        return void notifyFailure(options, 'platforms.use', { id: command.platform })
      case 'choose-screens':
        return void keepSettings(options, () => ({ screens: command.mode }))
      case 'choose-time-zone':
        return void keepSettings(options, () => ({ timeZone: command.timeZone }))
      case 'choose-language':
        return void keepSettings(options, () => ({ language: command.language }))
      case 'toggle-contrast':
        return void keepSettings(options, ({ contrast }) => ({
          contrast: contrast === 'more' ? 'system' : 'more',
        }))
      case 'refresh-cameras':
        return void refreshCameras(options)
      case 'check-updates':
        return void notifyFailure(options, 'updates.check', undefined)
      case 'install-update':
        return void notifyFailure(options, 'updates.install', undefined)
      case 'save-support-bundle':
        return void options.supportBundle.save()
      case 'dismiss-notices':
        return session.actions.dismissAll()
      default:
        return never(command)
    }
  }
}

/** The past of a tile, or its sequence. */
function playPause({ wall, playback, wallPlayback }: CommandOptions): void {
  const { document } = wall.getState()
  const isPast = playback.getState().tiles.includes(document.selected)
  if (isPast || !isSequence(document, document.selected)) return wallPlayback.playPause()
  wall.actions.toggleSequence(document.selected)
}

function zoom(wall: WallStore, tile: number | undefined, change: (before: PictureZoom) => PictureZoom): void {
  const { document, zooms } = wall.getState()
  const of = tile ?? document.selected
  wall.actions.setZoom(of, change(zooms.get(of) ?? wholePicture))
}

function nextPictureFit(options: CommandOptions): void {
  const { document } = options.wall.getState()
  const cameraId = cameraIdOf(document, document.selected)
  if (cameraId === undefined) return
  void keepSettings(options, ({ cameraPictures }) => {
    const picture = pictureOf(cameraPictures, cameraId)
    return { cameraPictures: { ...cameraPictures, [cameraId]: { ...picture, fit: nextFit(picture.fit) } } }
  })
}

async function keepSettings(
  { shell, session, clock }: CommandOptions,
  change: (settings: WallSettings) => Partial<WallSettings>,
): Promise<void> {
  const problem = await saveSettings({ shell, session }, change)
  if (problem !== undefined) session.actions.notify(problem, clock.nowMs())
}

function changeReceipts(wall: WallStore, change: (before: TileReceipt) => Partial<TileReceipt>): void {
  const { document } = wall.getState()
  const tile = document.selected
  wall.actions.setReceipt(tile, change(receiptOf(document, tile)))
}

/** For calls of which only a failure needs a notice: success is seen on the wall. */
async function notifyFailure<Name extends CallName>(
  { shell, session, clock }: CommandOptions,
  name: Name,
  input: CallInput<Name>,
): Promise<void> {
  const answer = await shell.call(name, input)
  if (!answer.ok) session.actions.notify(answer.error, clock.nowMs())
}

async function chooseEvidenceFolder({ session, shell, clock }: CommandOptions): Promise<void> {
  const answer = await shell.call('evidence.chooseFolder', { how: 'window' })
  const what = answer.ok ? t('evidence.goesTo', { folder: answer.value.folder }) : answer.error
  session.actions.notify(what, clock.nowMs())
}

async function refreshCameras({ wall, session, shell, clock }: CommandOptions): Promise<void> {
  const answer = await shell.call('cameras.refresh', undefined)
  if (!answer.ok) return session.actions.notify(answer.error, clock.nowMs())
  wall.actions.setCameras(answer.value)
  const count = answer.value.filter(({ unlistedSinceMs }) => unlistedSinceMs === undefined).length
  const kept = answer.value.length - count
  const words = t('cameras.listed', { count })
  const keptWords = kept === 0 ? '' : ` ${t('cameras.kept', { count: kept })}`
  session.actions.notify(words + keptWords, clock.nowMs())
}
