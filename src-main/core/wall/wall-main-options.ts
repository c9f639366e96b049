import type { DemoSite } from '../demo-site.ts'
import type { LookupFunction } from 'node:net'
import type { LayoutName } from '#contract/wall/layout.ts'
import type { ScreensMode } from '#contract/wall/monitors.ts'
import type { AlarmLogPort } from '../alarms/alarm-service.ts'
import type { OpenOutboxOptions } from '../events/outbox/open-outbox.ts'
import type { AskFolder } from '../evidence/evidence-folder.ts'
import type { EventOutbox } from '../events/outbox/durable-outbox.ts'
import type { KeyVault } from '../keys/key-vault.ts'
import type { TicketSource } from '../live-view/ticket.ts'
import type { Logger } from '../log/logger.ts'
import type { Redactor } from '../log/redactor.ts'
import type { Network } from '../network/network.ts'
import type { PlaybackLimits } from '../playback/defaults.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { StateFilePort } from '../settings/state-file.ts'
import type { Random, Timers, UptimeClock } from '../time.ts'
import type { Updates } from '../updates/updates.ts'
import type { RelaySession } from '../wall-main.ts'

/** What the signalling relay may use of the wall. */
export interface RelayDeps extends TicketSource {
  /** `hostname:port` or `hostname:*`; ask `isAllowedHost`. Changes with the platform address. */
  allowedHosts(): readonly string[]
  /** How the host of an allowed address is looked up; undefined: as the system does. */
  lookupFor(address: URL): LookupFunction | undefined
}

export type RelayFactory = (deps: RelayDeps, send: (frame: Uint8Array) => void) => RelaySession

/** Opens what waits for one platform on this machine. Never fails: where nothing can be kept, the outbox says so. */
export type OutboxFactory = (needs: Pick<OpenOutboxOptions, 'platform' | 'calls' | 'onNotice'>) => EventOutbox

/** Everything that the wall's main side takes from the program around it. */
export interface WallMainOptions {
  readonly version: string
  readonly shell: 'electron' | 'host'
  /** BCP 47, the most wanted first; absent where only the page knows. */
  readonly systemLanguages?: readonly string[]
  /** From the command line. `platform` is the base address of a real platform and wins over the stored one. */
  readonly launch: {
    readonly layout?: LayoutName
    readonly platform?: string
    readonly liveViewUrl?: string
    /** Wins over the settings. */
    readonly screens?: ScreensMode
    readonly isLocked?: boolean
    readonly unlockChord?: string
    /** Wins over what an operator has chosen. */
    readonly evidenceDir?: string
    readonly otherSwitches?: readonly string[]
  }
  /** Where pictures and exports go on this machine unless somebody has named another folder. Absolute. */
  readonly evidenceDir: string
  /** Without one, no folder can be chosen. */
  readonly askFolder?: AskFolder
  /** Gives the keyboard to the window of a monitor. Without one, windows are another program's. */
  readonly focusMonitor?: (monitor: number) => void
  /** The built or the source `evidence-worker`. */
  readonly evidenceWorker: URL | string
  readonly clock: UptimeClock
  readonly timers: Timers
  readonly random: Random
  readonly routesOf: Network['routesOf']
  readonly settings: SettingsStore
  readonly vault: KeyVault
  readonly logger: Logger
  /** The newest lines that the logger has written, oldest first, of at most so many bytes. */
  readonly logTail: (maxBytes: number) => readonly string[]
  /** The same one that the logger uses. */
  readonly redactor: Redactor
  readonly openRelay: RelayFactory
  readonly openOutbox: OutboxFactory
  /** Where sessions live by other limits than the interface names. */
  readonly playbackLimits?: Partial<PlaybackLimits>
  readonly alarmLog: AlarmLogPort
  readonly operatorsFile: StateFilePort
  readonly salvosFile: StateFilePort
  readonly demo: Pick<DemoSite, 'start'>
  readonly updates: Pick<Updates, 'state' | 'check' | 'install' | 'onChange'>
}
