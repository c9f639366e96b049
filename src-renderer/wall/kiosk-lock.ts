import type { DialogName, WallCommand } from './commands.ts'

const installersDialogs: ReadonlySet<DialogName> = new Set([
  'connection',
  'key',
  'keymap',
  'alarm-rules',
  'masks',
])
const installersCommands: ReadonlySet<WallCommand['kind']> = new Set([
  'use-platform',
  'choose-screens',
  'choose-time-zone',
  'choose-language',
  'toggle-full-screen',
  'leave-full-screen',
  'check-updates',
  'install-update',
  'save-support-bundle',
  'choose-evidence-folder',
  'export-alarms',
])

/** What a locked wall refuses: platform, keys, settings, files, its own place on the screen. */
export const isInstallersDialog = (dialog: DialogName): boolean => installersDialogs.has(dialog)

export function isInstallersCommand(command: WallCommand): boolean {
  return command.kind === 'toggle-dialog'
    ? isInstallersDialog(command.dialog)
    : installersCommands.has(command.kind)
}

/** The system's window for files shows all of the disk. Returns the function that stops it. */
export function refuseFileWindows(
  document: Document,
  isLocked: () => boolean,
  onRefused: () => void,
): () => void {
  function onClick(event: Event): void {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'file' || !isLocked()) return
    event.preventDefault()
    onRefused()
  }
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}
