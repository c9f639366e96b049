import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * A folder of this user alone, with those above it. Not by Node's `recursive`: where a file system lets nothing be made
 * and answers ENOENT (/proc, automounters), that tries for ever, and no signal ends it. Throws what Node throws.
 */
export function makeFolder(dir: string): void {
  const above = dirname(dir)
  // A drive of Windows or a share that is not there has nothing above it.
  if (above !== dir && !existsSync(above)) makeFolder(above)
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}
