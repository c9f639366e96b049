import type { BrowserWindow, Dialog, OpenDialogOptions } from 'electron'
import type { AskFolder } from '../core/evidence/evidence-folder.ts'
import type { Words } from './words.ts'

export interface FolderWindowOptions {
  readonly dialog: Pick<Dialog, 'showOpenDialog'>
  readonly windowOf: (monitor: number) => BrowserWindow | undefined
  /** In the language of this moment. */
  readonly words: () => Words
}

/** The system's window that asks for the folder of exports. */
export function folderWindow({ dialog, windowOf, words }: FolderWindowOptions): AskFolder {
  return async ({ monitor, from }) => {
    const sentence = words()
    const options: OpenDialogOptions = {
      title: sentence('evidence.folderWindow'),
      buttonLabel: sentence('evidence.useFolder'),
      defaultPath: from,
      properties: ['openDirectory', 'createDirectory'],
    }
    const window = windowOf(monitor)
    const { filePaths } = await (window === undefined
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options))
    return filePaths[0]
  }
}
