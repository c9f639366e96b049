import type { App, CommandLine, CrashReporter, Protocol } from 'electron'
import type { Clock } from '../core/time.ts'
import { appScheme } from './app-protocol.ts'
import type { GpuMemory } from './gpu-policy.ts'
import { guardContents } from './guards.ts'
import { keepGpuOff } from './recovery-children.ts'

export interface PrepareOptions {
  readonly app: App
  readonly protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>
  readonly crashReporter: Pick<CrashReporter, 'start'>
  readonly graphics: GpuMemory
  readonly clock: Clock
}

/** What must be settled before Electron is ready. */
export function prepare({ app, protocol, crashReporter, graphics, clock }: PrepareOptions): void {
  // Together with `--no-sandbox`, which root options, it would make every child process end at once.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  appendSwitches(app.commandLine)
  keepGpuOff(app.commandLine, graphics, clock)
  // Dumps stay in the data folder, for whoever is asked for help.
  crashReporter.start({ uploadToServer: false })
  protocol.registerSchemesAsPrivileged([appScheme])
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
  app.on('window-all-closed', () => app.quit())
}

const hidesAddresses = 'WebRtcHideLocalIpsWithMdns'
const noEventLog = 'WebRTC-RtcEventLogKillSwitch/Enabled/'

/** Chromium's own settings; to be made before `ready`. What an operator gives on the command line stays. */
export function appendSwitches(
  commandLine: Pick<CommandLine, 'appendSwitch' | 'getSwitchValue' | 'hasSwitch'>,
): void {
  // It drops up to 4 of 15 decoded frames where tiles do not present in step: 11 to 14 fps without.
  commandLine.appendSwitch('disable-rtc-smoothness-algorithm')
  // After six deaths of its GPU process Chromium ends the whole program; gpu-policy decides what happens then.
  commandLine.appendSwitch('disable-gpu-process-crash-limit')
  // Chromium frees peer connections only when it collects garbage, and stops at 500; the wall asks in time.
  if (!commandLine.hasSwitch('js-flags')) commandLine.appendSwitch('js-flags', '--expose-gc')
  // WebRTC keeps the last 10 000 packets of every peer connection for a log that nobody asks for: ten megabytes a tile.
  if (!commandLine.hasSwitch('force-fieldtrials')) commandLine.appendSwitch('force-fieldtrials', noEventLog)
  // Chromium would hide this computer's address behind a name of multicast DNS, which is never announced where there is no
  // IPv4: no picture would come.
  const others = commandLine.getSwitchValue('disable-features')
  commandLine.appendSwitch('disable-features', [...(others ? [others] : []), hidesAddresses].join())
}
