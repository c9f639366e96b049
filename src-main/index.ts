import { join } from 'node:path'
import { app, safeStorage } from 'electron'
import { commandLineHelp, parseCommandLine } from './core/command-line.ts'
import { serveKeyStore, isKeyStoreProcess } from './electron/key-store-process.ts'
import { isInspectable } from './electron/guards.ts'
import { runWallProgram } from './electron/wall-program.ts'
import { mustStartThroughX11, startThroughX11 } from './electron/ozone.ts'

const parsed = parseCommandLine(process.argv.slice(1), { tolerant: true })
if (isKeyStoreProcess(process)) {
  serveKeyStore(app, safeStorage, process)
} else if (!parsed.ok || parsed.value.help) {
  process.stdout.write(parsed.ok ? `Tessera, a video wall.\n${commandLineHelp}` : `${parsed.error}\n`)
  app.exit(parsed.ok ? 0 : 2)
} else if (parsed.value.isLocked === true && isInspectable(app.commandLine)) {
  process.stdout.write('--locked starts no wall that can be inspected: leave --remote-debugging-… out.\n')
  app.exit(2)
} else {
  const commandLine = parsed.value
  if (commandLine.dataDir !== undefined) app.setPath('userData', commandLine.dataDir)
  if (mustStartThroughX11(app.getPath('userData'), commandLine, process)) startThroughX11(app, process)
  else {
    runWallProgram({
      commandLine,
      // An installed wall shows its own page and no other: whatever folder this were, it would have the bridge to main.
      rendererDir:
        (app.isPackaged ? undefined : commandLine.rendererDir) ?? join(import.meta.dirname, '../renderer'),
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      sourceRoot: join(import.meta.dirname, '../..'),
      outboxWorker: join(import.meta.dirname, 'outbox-worker.js'),
      evidenceWorker: join(import.meta.dirname, 'evidence-worker.js'),
    })
  }
}
