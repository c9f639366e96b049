import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findSmokeHost, type SmokeHost } from '../electron/smoke-host.ts'

const tools = ['dpkg', 'dpkg-deb', 'useradd', 'desktop-file-validate', 'man', 'xwininfo', 'readelf']

/** An Electron to make a package of, on a machine where it can be installed. A reason when this is none. */
export function findDebHost(): SmokeHost | string {
  if (process.getuid?.() !== 0) return 'only root can install a package'
  const absent = tools.filter((tool) => !isOnPath(tool))
  if (absent.length > 0) return `not installed here: ${absent.join(', ')}`
  if (isInstalled()) return 'a Tessera is installed here, and is left alone'
  return findSmokeHost()
}

function isInstalled(): boolean {
  try {
    const state = execFileSync('dpkg-query', ['--show', '--showformat', '${db:Status-Status}', 'tessera'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    })
    return state !== 'not-installed'
  } catch {
    return false
  }
}

function isOnPath(tool: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)))
}
