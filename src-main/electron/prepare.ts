import type { App, CrashReporter, Protocol } from 'electron'
import type { Clock } from '../core/time.ts'
import { appScheme } from './app-protocol.ts'
import type { GpuMemory } from './gpu-memory.ts'
import { guardContents } from './guards.ts'
import { keepGpuOff } from './recovery-children.ts'
import { appendSwitches } from './switches.ts'

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
