import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} ProjectPaths
 * @property {string} root the checkout
 * @property {string} cache what can be made or fetched again: `$TESSERA_CACHE`, else the OS's cache folder
 * @property {string} data what must be kept (site database, wall settings): `$TESSERA_DATA`, else the OS's data folder
 * @property {string} out the built wall
 */

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 * @param {string} [home]
 * @returns {ProjectPaths}
 */
export function projectPaths(env = process.env, platform = process.platform, home = homedir()) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  return {
    root,
    cache: env['TESSERA_CACHE'] || osCacheFolder(env, platform, home),
    data: env['TESSERA_DATA'] || osDataFolder(env, platform, home),
    out: join(root, 'out'),
  }
}

/** @param {NodeJS.ProcessEnv} env @param {NodeJS.Platform} platform @param {string} home */
function osCacheFolder(env, platform, home) {
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'tessera')
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'tessera', 'cache')
  return join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'tessera')
}

/** @param {NodeJS.ProcessEnv} env @param {NodeJS.Platform} platform @param {string} home */
function osDataFolder(env, platform, home) {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'tessera')
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'tessera', 'data')
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'tessera')
}
