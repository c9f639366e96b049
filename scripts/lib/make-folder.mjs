import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, Stop } from './stop.mjs'

/**
 * A folder of this user alone, with those above it. Not by Node's `recursive`: where a file system lets nothing be made
 * and answers ENOENT (/proc, automounters), that tries for ever, and no signal ends it.
 * @param {string} folder
 * @param {string} option the one that names it
 * @throws {Stop}
 */
export function makeFolder(folder, option) {
  try {
    make(folder)
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code)) throw error
    throw new Stop(`The folder ${folder} cannot be made (${code}). Choose another with ${option}.`)
  }
}

/** @param {string} folder */
function make(folder) {
  const above = dirname(folder)
  // A drive of Windows or a share that is not there has nothing above it.
  if (above !== folder && !existsSync(above)) make(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}
