import { open } from 'node:fs/promises'

/** The name of a file is on the disk once its folder is. Windows opens no folders, and writes names through. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}
