import type { CallInput, CallName } from '#contract/wall/calls.ts'
import type { TileReceipt } from '#contract/wall/document.ts'
import type { WallSettings } from '#contract/wall/settings.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { AreaOptions } from './area-options.ts'
import type { WallCommand } from './commands.ts'
import type { FootageJump } from './footage-jump.ts'
import { isInstallersCommand } from './kiosk-lock.ts'
import { nextFit, pictureOf } from './camera-pictures.ts'
import { panned, type PictureZoom, wholePicture, zoomedBy } from './picture-zoom.ts'
import type { PlaybackStore } from './playback-store.ts'
import type { Salvos } from './salvos.ts'
import { saveSettings } from './save-settings.ts'
import { cameraIdOf, isSequence, receiptOf } from './wall-document.ts'
import type { WallPlayback } from './wall-playback.ts'
import type { WallStore } from './wall-store.ts'
import { t } from '../language/language.ts'

export interface CommandOptions extends Pick<AreaOptions, 'wall' | 'session'> {
  readonly playback: Pick<PlaybackStore, 'getState'>
  readonly wallPlayback: WallPlayback
  readonly footageJump: FootageJump
  readonly eventSearch: EventSearchPort
  readonly feeds: { enter(): void }
  readonly occupancy: { playMaximum(): void }
  readonly report: { openSaved(id: string): Promise<void> }
  readonly salvos: Salvos
  readonly marks: { begin(): void }
  readonly alarms: AlarmPort
  readonly snapshots: { save(which: 'selected' | 'all'): Promise<void> }
  readonly supportBundle: { save(): Promise<void> }
  readonly shell: Pick<WallShell, 'call'>
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
  end(): void
  step(by: 1 | -1): void
  toggleTag(tagId: string): void
}

type Handlers = {
  readonly [Kind in WallCommand['kind']]: (
    options: CommandOptions,
    command: Extract<WallCommand, { readonly kind: Kind }>,
  ) => void
}

/** The one place where a command becomes a change. */
export const handlers: Handlers = {
  'show-camera': ({ wall }, { tile, cameraId }) => wall.actions.showCamera(tile, cameraId),
  'enter-on-monitor': (options, { monitor, entry }) => {
    options.wall.actions.enteredOn(monitor)
    void notifyFailure(options, 'monitors.enter', { monitor, entry })
  },
  'focus-monitor': (options, { monitor }) => void notifyFailure(options, 'monitors.focus', { monitor }),
  'last-camera': ({ wall }, { tile }) => wall.actions.lastCamera(tile),
  'enter-feed': ({ feeds }) => feeds.enter(),
  'open-report': ({ session, report }, { reportId }) => {
    session.actions.openDialog('occupancy')
    void report.openSaved(reportId)
  },
  'play-maximum': ({ occupancy }) => occupancy.playMaximum(),
  'toggle-receipts': ({ wall }) => changeReceipts(wall, ({ isShown }) => ({ isShown: !isShown })),
  'set-receipts': ({ wall }, { change }) => changeReceipts(wall, () => change),
  mark: ({ marks }) => marks.begin(),
  'show-content': ({ wall }, { tile, content }) =>
    wall.actions.show(tile ?? wall.getState().document.selected, content),
  'earlier-content': ({ wall }) => wall.actions.earlierContent(wall.getState().document.selected),
  'save-snapshot': ({ snapshots }, { which }) => void snapshots.save(which),
  'mark-range': ({ wallPlayback }, { end }) => wallPlayback.markRange(end),
  'clear-range': ({ wallPlayback }) => wallPlayback.clearRange(),
  'choose-evidence-folder': (options) => void chooseEvidenceFolder(options),
  'step-camera': ({ wall }, { by }) => wall.actions.stepCamera(by),
  select: ({ wall }, { tile }) => wall.actions.select(tile),
  'move-selection': ({ wall }, { direction }) => wall.actions.moveSelection(direction),
  'cycle-selection': ({ wall }, { by }) => wall.actions.cycleSelection(by),
  'zoom-picture': ({ wall }, { tile, factor, at }) =>
    zoom(wall, tile, (before) => zoomedBy(before, factor, at)),
  'pan-picture': ({ wall }, command) => zoom(wall, command.tile, (before) => panned(before, command)),
  'whole-picture': ({ wall }) => zoom(wall, undefined, () => wholePicture),
  'toggle-sound': ({ wall, shell }) => {
    wall.actions.toggleSound()
    if (wall.getState().audibleTile !== undefined) void shell.call('monitors.heard', undefined)
  },
  'next-picture-fit': nextPictureFit,
  'toggle-large': ({ wall }) => wall.actions.toggleLarge(),
  'leave-large': ({ wall }) => wall.actions.leaveLarge(),
  'set-layout': ({ wall }, { layout }) => wall.actions.setLayout(layout),
  'recall-salvo': ({ salvos }, { number }) => salvos.recall(number),
  'save-salvo': ({ salvos }, { number }) => salvos.begin(number),
  'leave-salvo': ({ salvos }) => salvos.back(),
  undo: ({ salvos }) => salvos.travel('undo'),
  redo: ({ salvos }) => salvos.travel('redo'),
  replay: ({ wallPlayback }, { tile }) => wallPlayback.replay(tile),
  'go-live': ({ wallPlayback }, { tile }) => wallPlayback.goLive(tile),
  'go-live-all': ({ wallPlayback }) => wallPlayback.goLiveAll(),
  'play-pause': playPause,
  'step-frame': ({ wallPlayback }, { by }) => wallPlayback.step(by),
  shuttle: ({ wallPlayback }, { by }) => wallPlayback.shuttle(by),
  jump: ({ wallPlayback }, { byMs }) => wallPlayback.jump(byMs),
  'play-together': ({ wallPlayback }) => wallPlayback.playTogether(),
  'go-to': ({ wallPlayback }, { atMs }) => wallPlayback.goTo(atMs),
  'jump-gap': ({ footageJump }, { by }) => void footageJump.jump(by),
  'search-events': ({ eventSearch }) => eventSearch.open(),
  'end-search': ({ eventSearch }) => eventSearch.end(),
  'run-search': ({ eventSearch }, { text }) => eventSearch.open(text),
  'step-event': ({ eventSearch }, { by }) => eventSearch.step(by),
  'toggle-event-tag': ({ eventSearch }, { tagId }) => eventSearch.toggleTag(tagId),
  'toggle-timeline': ({ wallPlayback }) => wallPlayback.toggleTimeline(),
  timeline: ({ wallPlayback }, { command }) => wallPlayback.timeline(command),
  'acknowledge-alarm': ({ alarms }) => void alarms.acknowledgeFirst(),
  'export-alarms': ({ alarms }, { format }) => void alarms.export(format),
  'verify-alarms': ({ alarms }) => void alarms.verify(),
  'toggle-alarm-sound': ({ alarms }) => void alarms.toggleSound(),
  'toggle-dialog': ({ session }, { dialog }) => session.actions.toggleDialog(dialog),
  'toggle-full-screen': ({ fullScreen }) => fullScreen.toggle(),
  'leave-full-screen': ({ fullScreen }) => fullScreen.set(false),
  'toggle-engineer': ({ session }) => session.actions.toggleEngineer(),
  'use-platform': (options, { platform }) => void notifyFailure(options, 'platforms.use', { id: platform }),
  'choose-screens': (options, { mode }) => void keepSettings(options, () => ({ screens: mode })),
  'choose-time-zone': (options, { timeZone }) => void keepSettings(options, () => ({ timeZone })),
  'choose-language': (options, { language }) => void keepSettings(options, () => ({ language })),
  'toggle-contrast': (options) =>
    void keepSettings(options, ({ contrast }) => ({ contrast: contrast === 'more' ? 'system' : 'more' })),
  'refresh-cameras': (options) => void refreshCameras(options),
  'check-updates': (options) => void notifyFailure(options, 'updates.check', undefined),
  'install-update': (options) => void notifyFailure(options, 'updates.install', undefined),
  'save-support-bundle': ({ supportBundle }) => void supportBundle.save(),
  'dismiss-notices': ({ session, shell }, { text }) => {
    const message = session.getState().notices.find((notice) => notice.text === text)?.message
    if (text === undefined) session.actions.dismissAll()
    else session.actions.dismissText(text)
    void shell.call('notices.dismiss', {
      ...(text === undefined ? {} : { text }),
      ...(message === undefined ? {} : { message }),
    })
  },
}

export function commandRunner(options: CommandOptions): (command: WallCommand) => void {
  const { session } = options
  return (command) => {
    if (session.getState().lock?.isLocked === true && isInstallersCommand(command)) {
      session.actions.notify(t('errors.kiosk_locked'))
      return
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has each kind's own
    const handle = handlers[command.kind] as (of: CommandOptions, command: WallCommand) => void
    handle(options, command)
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
  { shell, session }: CommandOptions,
  change: (settings: WallSettings) => Partial<WallSettings>,
): Promise<void> {
  const problem = await saveSettings({ shell, session }, change)
  if (problem !== undefined) session.actions.notify(problem)
}

function changeReceipts(wall: WallStore, change: (before: TileReceipt) => Partial<TileReceipt>): void {
  const { document } = wall.getState()
  const tile = document.selected
  wall.actions.setReceipt(tile, change(receiptOf(document, tile)))
}

/** For calls of which only a failure needs a notice: success is seen on the wall. */
async function notifyFailure<Name extends CallName>(
  { shell, session }: CommandOptions,
  name: Name,
  input: CallInput<Name>,
): Promise<void> {
  const answer = await shell.call(name, input)
  if (!answer.ok) session.actions.notify(answer.error)
}

async function chooseEvidenceFolder({ session, shell }: CommandOptions): Promise<void> {
  const answer = await shell.call('evidence.chooseFolder', { how: 'window' })
  session.actions.notify(answer.ok ? t('evidence.goesTo', { folder: answer.value.folder }) : answer.error)
}

async function refreshCameras({ wall, session, shell }: CommandOptions): Promise<void> {
  const answer = await shell.call('cameras.refresh', undefined)
  if (!answer.ok) return session.actions.notify(answer.error)
  wall.actions.setCameras(answer.value)
  const count = answer.value.filter(({ unlistedSinceMs }) => unlistedSinceMs === undefined).length
  const kept = answer.value.length - count
  const keptWords = kept === 0 ? '' : ` ${t('cameras.kept', { count: kept })}`
  session.actions.notify(t('cameras.listed', { count }) + keptWords)
}
