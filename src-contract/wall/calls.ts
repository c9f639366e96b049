import { z } from 'zod'
import { wallErrorSchema } from '../errors.ts'
import { noticeSchema } from '../exact-words.ts'
import { MAX_KEY_NAME_CHARS } from '../platform/limits.ts'
import * as alarms from './alarms.ts'
import { wallCameraSchema } from './camera.ts'
import * as cameraList from './camera-list.ts'
import { testLineSchema } from './connection-test.ts'
import * as connection from './connection.ts'
import { wallDocumentSchema } from './document.ts'
import * as events from './events.ts'
import * as evidence from './evidence.ts'
import { idSchema } from './kinds.ts'
import { kioskLockSchema } from './kiosk-lock.ts'
import { languageSchema } from './language.ts'
import { layoutNameSchema } from './layout.ts'
import { monitorNumberSchema, monitorSchema } from './monitors.ts'
import * as occupancy from './occupancy.ts'
import * as playback from './playback.ts'
import * as salvos from './salvo.ts'
import { settingsAnswerSchema, settingsChangeSchema, wallSettingsSchema } from './settings.ts'
import { pageFiguresSchema, readyFileSchema } from './support.ts'
import { tileReportSchema } from './tile-report.ts'
import { updateStateSchema } from './updates.ts'

function call<Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output) {
  return { input, output }
}
const nothing = z.undefined()
/** What is typed on the keyboard of a wall, e.g. `3.12`; the longest entry has three numbers of six digits. */
const entryText = z.string().max(20)

const selectionSchema = z.object({ cameraId: idSchema })
const dismissedSchema = z.object({
  text: z.string().max(10_000).optional(),
  /** By which main knows it, whatever the language of the page. */
  message: z.string().max(10_000).optional(),
})
const recallSchema = salvos.salvoSchema.pick({ number: true }).extend({
  /** What was there before comes back. */
  isBack: z.boolean(),
  /** By undo or redo: going back from it may be what is undone. */
  isTravel: z.boolean().optional(),
})

/**
 * Everything that a page may ask of its shell. Both transports (IPC and WebSocket) are driven by this table:
 * the input is parsed in main before the handler sees it, the answer is a `Result`.
 */
export const wallCalls = {
  /** Before the first sentence: the chosen language, and what the operating system wants (BCP 47) where the shell knows. */
  'wall.language': call(
    nothing,
    z.object({ chosen: languageSchema.optional(), wanted: z.array(z.string().max(40)).max(40).optional() }),
  ),
  /** Once at start: all that the first paint needs. */
  'wall.hello': call(
    nothing,
    z.object({
      version: z.string(),
      shell: z.enum(['electron', 'host']),
      settings: wallSettingsSchema,
      /** Of the page that asks. */
      monitor: monitorNumberSchema,
      monitors: z.array(monitorSchema),
      /** Whether this shell places windows on displays and leaves the choice to the settings. */
      canChooseScreens: z.boolean(),
      /** Of the asking page's monitor. */
      document: wallDocumentSchema.optional(),
      /** On the monitors with lower numbers: a monitor without a document begins with the cameras after those. */
      tilesBefore: z.int().nonnegative(),
      connection: connection.connectionStatusSchema,
      /** Whose document and cameras these are; absent before there was any. */
      platform: connection.platformIdSchema.optional(),
      cameras: z.array(wallCameraSchema),
      /** From the command line; wins over the document, once: not over one that was kept since the start. */
      layout: layoutNameSchema.optional(),
      /** About what was found damaged and set aside at start. */
      notices: z.array(noticeSchema),
      updates: updateStateSchema,
      /** Absent: none waits. */
      alarms: alarms.alarmsStateSchema.optional(),
      /** Absent: no kiosk that can be locked. */
      lock: kioskLockSchema.optional(),
      /** Absent: none are shared. */
      sharedSalvos: salvos.sharedSalvosSchema.optional(),
    }),
  ),
  'wall.save': call(wallDocumentSchema, nothing),
  'wall.report': call(tileReportSchema, nothing),
  /** An entry for another monitor, as if typed and confirmed there. `no_monitor` when it is not there. */
  'monitors.enter': call(z.object({ monitor: monitorNumberSchema, entry: entryText }), nothing),
  /** Gives the keyboard to that monitor's window. `no_monitor` where this shell has no windows. */
  'monitors.focus': call(z.object({ monitor: monitorNumberSchema }), nothing),
  /** The camera that was selected on this monitor: hotspots of all monitors follow it. */
  'monitors.select': call(selectionSchema, nothing),
  /** A tile of this monitor is heard now: the others fall silent. */
  'monitors.heard': call(nothing, nothing),
  /** The notice with these words, or all, on the other monitors, too. */
  'notices.dismiss': call(dismissedSchema, nothing),
  /** What the monitors show that are there now. */
  'salvos.walls': call(nothing, z.array(salvos.salvoWallSchema)),
  /** The other monitors do the same; what they show of the salvo, each knows itself. */
  'salvos.recall': call(recallSchema, nothing),
  /** What was pushed as `act` is done or dropped: a page of this monitor that begins anew does not have it again. */
  'salvos.acted': call(salvos.pushedActSchema.pick({ id: true }), nothing),
  /** When a pattern comes next, epoch milliseconds; none: it cannot be read, or never does. */
  'salvos.runs': call(salvos.salvoTimeSchema.pick({ pattern: true }), z.array(z.int())),
  /** From now on other walls have it, too; it waits where the platform cannot be reached. */
  'salvos.share': call(salvos.salvoSchema, nothing),
  'salvos.unshare': call(salvos.salvoSchema.pick({ number: true }), nothing),
  'salvos.resolve': call(salvos.resolveSalvoSchema, nothing),
  'salvos.export': call(nothing, readyFileSchema),
  'layouts.export': call(nothing, readyFileSchema),
  'settings.save': call(settingsChangeSchema, settingsAnswerSchema),
  /** Changes the address of the listed platform that has this base address, or adds it; the wall shows it from then on. */
  'connection.set': call(connection.setAddressSchema, connection.connectionStatusSchema),
  /** … and the wall shows it from then on. */
  'platforms.add': call(connection.newPlatformSchema, connection.connectionStatusSchema),
  /** The wall shows another one of the list, with its own cameras, document and key. Each page is told `moved`. */
  'platforms.use': call(
    connection.renamedPlatformSchema.pick({ id: true }),
    connection.connectionStatusSchema,
  ),
  'platforms.rename': call(connection.renamedPlatformSchema, connection.connectionStatusSchema),
  /** Together with its key; not the one that the wall shows. */
  'platforms.remove': call(
    connection.renamedPlatformSchema.pick({ id: true }),
    connection.connectionStatusSchema,
  ),
  /** Each function is called once; one line each. Nothing is left behind on the platform. */
  'connection.test': call(nothing, z.array(testLineSchema)),
  /**
   * Stores a pasted key. A key that works is replaced only by one that the platform accepts: whatever fails, the old
   * one stays in use. `protection` is the operator's choice where the system offers nothing safe. */
  'keys.set': call(
    z.object({
      key: z.string().trim().min(1).max(4_096),
      /** Of the key, where somebody knows it; events cannot be asked for or marked without. */
      orgId: connection.orgIdSchema.optional(),
      protection: connection.protectionSchema.optional(),
    }),
    connection.connectionStatusSchema,
  ),
  /** Signs in, makes a key for this workstation and forgets the password. A key that works is replaced as by `keys.set`. */
  'keys.create': call(
    z.object({
      email: z.string().trim().min(3).max(254),
      password: z.string().min(1).max(1_000),
      orgId: connection.orgIdSchema,
      name: z.string().trim().min(1).max(MAX_KEY_NAME_CHARS),
      expiresInDays: z.number().positive().max(3_660),
      protection: connection.protectionSchema.optional(),
    }),
    connection.connectionStatusSchema,
  ),
  'keys.clear': call(nothing, connection.connectionStatusSchema),
  /** What the system offers for a new key, asked anew: its key store may have been unlocked since. May take seconds. */
  'keys.lookAgain': call(nothing, connection.connectionStatusSchema),
  'cameras.refresh': call(nothing, z.array(wallCameraSchema)),
  /** A part of a file that this page imports; what then reads it takes the parts since the first. */
  'import.part': call(cameraList.textPartSchema, nothing),
  /** What the imported text says as a list of cameras. Nothing is changed. */
  'cameras.readList': call(nothing, cameraList.cameraListReadingSchema),
  /** Takes what can be taken of it. The answer is how many cameras are listed now. */
  'cameras.import': call(cameraList.importCamerasSchema, z.int().nonnegative()),
  'cameras.export': call(cameraList.exportCamerasSchema, readyFileSchema),
  /** All that this wall keeps but its displays: no key, no password. */
  'settings.export': call(nothing, readyFileSchema),
  /**
   * The imported text as such a file, whole or not at all. The answer is where it would have tickets sent anew and
   * nobody has accepted: unless it is empty, nothing was changed.
   */
  'settings.import': call(connection.importSettingsSchema, z.array(connection.mediaRedirectSchema)),
  /** Cameras on the wall or standing by: their tickets are kept fresh; all others are dropped. Most urgent first. */
  'liveView.want': call(z.object({ cameraIds: z.array(idSchema).max(128) }), nothing),
  /** Starts footage of a camera around an instant. What it opens is held by `playback.hold`, soon after. */
  'playback.open': call(playback.openPlaybackSchema, playback.openedPlaybackSchema),
  /** What this page shows of its playbacks: their sessions are kept alive, all others are stopped. */
  'playback.hold': call(playback.holdPlaybackSchema, nothing),
  'playback.coverage': call(playback.askCoverageSchema, playback.coverageSchema),
  /** A camera live over HLS, where WebRTC does not come through. Held like any other playback. */
  'playback.local': call(playback.openLocalSchema, playback.openedLocalSchema),
  /** For the engineer overlay. */
  'playback.figures': call(nothing, playback.playbackFiguresSchema),
  /** Those of the platform; where it does not list them, those of the settings. */
  'events.tags': call(nothing, events.eventTagsSchema),
  /** One page. Failures of the question: `unknown_event_tag`, `operator_refused`, `cursor_refused`. */
  'events.search': call(events.searchEventsSchema, events.foundEventsSchema),
  'events.histogram': call(events.askHistogramSchema, events.eventHistogramSchema),
  /** For the timeline: up to a quarter of a million events, cheap to carry. */
  'events.columns': call(events.askColumnsSchema, events.eventColumnsSchema),
  /** New events are pushed as `events.arrived`; each chunk is confirmed by `events.taken`. */
  'events.watch': call(events.watchEventsSchema, nothing),
  'events.taken': call(events.arrivedEventsSchema.pick({ chunk: true }), nothing),
  'events.mark': call(events.markSchema, events.markedSchema),
  'events.outbox': call(nothing, events.eventOutboxSchema),
  /** Dead letters are sent again, or forgotten. The answer is how many. */
  'events.retry': call(events.selectDeadLettersSchema, z.int().nonnegative()),
  'events.discard': call(events.discardEventsSchema, z.int().nonnegative()),
  /** The page opens the address as a download; `events.exported` tells how far it is. */
  'events.export': call(events.exportEventsSchema, events.startedExportSchema),
  'events.cancelExport': call(events.startedExportSchema.pick({ exportId: true }), nothing),
  /** A part of the PNG of a snapshot; `evidence.snapshot` takes the parts since the first. */
  'evidence.picturePart': call(evidence.picturePartSchema, nothing),
  /** Keeps the picture and what is known of it. */
  'evidence.snapshot': call(evidence.snapshotSchema, evidence.savedSnapshotSchema),
  /** Begins to write footage into a folder; `evidence.changed` tells how far it is. One at a time: `export_busy`. */
  'evidence.export': call(evidence.exportFootageSchema, evidence.footageExportIdSchema),
  /** What has arrived stays for `evidence.resume`. */
  'evidence.cancel': call(evidence.footageExportIdSchema, nothing),
  'evidence.resume': call(evidence.footageExportIdSchema, nothing),
  /** Of an export that has not ended well: deletes what has arrived. */
  'evidence.discard': call(evidence.footageExportIdSchema, nothing),
  'evidence.state': call(nothing, evidence.evidenceStateSchema),
  /** Where pictures and exports go from now on; unfinished ones stay where they are. Unchanged where none was taken. */
  'evidence.chooseFolder': call(evidence.chooseFolderSchema, evidence.evidenceStateSchema),
  'occupancy.dictionaries': call(nothing, occupancy.occupancyDictionariesSchema),
  /** `occupancy_unavailable` where the platform has no such report; `member` of a failure is the one that it refuses. */
  'occupancy.report': call(occupancy.askOccupancySchema, occupancy.occupancyAnswerSchema),
  /** Asked again and again while somebody looks; `occupancy.reading` tells the answers. */
  'occupancy.watch': call(occupancy.watchOccupancySchema, nothing),
  /** Whether reports are asked for with another credential than the key; it is set and cleared, and never told. */
  'occupancy.credential': call(nothing, z.object({ isSet: z.boolean() })),
  'occupancy.setCredential': call(
    z.object({ credential: z.string().trim().min(1).max(16_384) }),
    z.object({ isSet: z.boolean() }),
  ),
  'occupancy.clearCredential': call(nothing, z.object({ isSet: z.boolean() })),
  /** Answered when the log has it on the disk; `no_alarm` when somebody else was first. */
  'alarms.acknowledge': call(alarms.acknowledgeAlarmSchema, nothing),
  'alarms.snooze': call(alarms.snoozeAlarmSchema, nothing),
  /** An entry for another monitor, as by `monitors.enter`, with a line in the log. */
  'alarms.forward': call(alarms.forwardAlarmSchema, nothing),
  'alarms.export': call(alarms.exportAlarmsSchema, readyFileSchema.extend({ isCut: z.boolean() })),
  'alarms.verify': call(nothing, alarms.alarmLogReadingSchema),
  /** From then on the log names this person. The PIN is kept as its hash. */
  'alarms.signOn': call(alarms.signOnSchema, nothing),
  'alarms.signOff': call(nothing, nothing),
  /** The name is free from then on, with whatever PIN; it is signed off if it was on. */
  'alarms.removeOperator': call(alarms.signOnSchema.pick({ name: true }), nothing),
  /** Looks for a newer version and loads it; the answer comes when that has ended. */
  'updates.check': call(nothing, nothing),
  /** Replaces this version by the one that is ready, and starts it: every page goes and comes back. */
  'updates.install': call(nothing, nothing),
  /** Starts the local site beside the application and shows it; `demo` tells how far it is. `demo_unavailable` says what is missing. */
  'demo.start': call(nothing, nothing),
  /** What helps whoever looks for a fault, in one file; the page opens the address as a download. */
  'support.bundle': call(pageFiguresSchema, readyFileSchema),
  /** Lines for the log of main; redacted there like every other line. */
  'log.write': call(
    z.object({
      level: z.enum(['debug', 'info', 'warn', 'error']),
      area: z.string().max(40),
      message: z.string().max(2_000),
    }),
    nothing,
  ),
} as const

export type CallName = keyof typeof wallCalls
export type CallInput<Name extends CallName> = z.input<(typeof wallCalls)[Name]['input']>
export type CallOutput<Name extends CallName> = z.output<(typeof wallCalls)[Name]['output']>
export const callNames = Object.keys(wallCalls) as CallName[]

/** Everything that a shell tells its page unasked. */
export const wallPushes = {
  connection: connection.connectionStatusSchema,
  cameras: z.array(wallCameraSchema),
  /** The wall shows another platform: nothing on the page is true any more, and it begins anew. */
  moved: z.object({ platform: connection.platformIdSchema }),
  settings: wallSettingsSchema,
  /** The whole list, on every change. */
  monitors: z.array(monitorSchema),
  /** An entry from a second start of the program or from another monitor, as if typed and confirmed; an alarm's is live. */
  show: z.object({ entry: entryText, isAlarm: z.boolean() }),
  /** … on another monitor. */
  selected: selectionSchema,
  /** A tile of another monitor is heard. */
  heard: z.object({}),
  /** Another monitor has recalled a salvo of all monitors. */
  salvo: recallSchema,
  sharedSalvos: salvos.sharedSalvosSchema,
  /** By a rule or the schedule. */
  act: salvos.pushedActSchema,
  /** The page sends its document at once, changed or not: somebody waits for it. */
  keep: z.object({}),
  /** From the application's menu: an action of the page's keymap, by name, as if its key was pressed. */
  command: z.object({ action: z.string().max(60) }),
  power: z.object({ state: z.enum(['suspend', 'resume']) }),
  notice: wallErrorSchema,
  /** … on another monitor. */
  dismissed: dismissedSchema,
  /** To the page that watches. */
  'events.arrived': events.arrivedEventsSchema,
  'events.feed': events.eventFeedStateSchema,
  'events.outboxChanged': events.eventOutboxSchema,
  'events.exported': events.exportStateSchema,
  'evidence.changed': evidence.evidenceStateSchema,
  /** To the page that watches, after every round. */
  'occupancy.reading': occupancy.occupancyReadingSchema,
  updates: updateStateSchema,
  /** The keys of the installer were pressed, or their time is over. */
  lock: kioskLockSchema,
  /** How far the start of the demo cameras is. */
  demo: z.object({ step: connection.demoStepSchema }),
  /** The whole queue, on every change. */
  alarms: alarms.alarmsStateSchema,
} as const
export type PushName = keyof typeof wallPushes
export type PushPayload<Name extends PushName> = z.output<(typeof wallPushes)[Name]>
