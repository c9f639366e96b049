import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { delimiter } from 'node:path'
import { projectPaths } from '../../scripts/paths.mjs'

/** A real Electron that the tests drive, and the screen tools that it needs. */
export interface SmokeHost {
  readonly executable: string
  readonly major: number
}

/**
 * `TESSERA_ELECTRON` names another one; otherwise the one that set-up keeps for tests. A reason when there is none, for
 * tests to be skipped with; continuous integration skips none.
 */
export function findSmokeHost(): SmokeHost | string {
  const found = lookForHost()
  if (typeof found === 'string' && process.env['CI'] === 'true') throw new Error(found)
  return found
}

function lookForHost(): SmokeHost | string {
  const { cache } = projectPaths()
  const executable = process.env['TESSERA_ELECTRON'] ?? join(cache, 'smoke-electron/v22.3.25/electron')
  if (!existsSync(executable)) return 'no Electron for tests here (npm run setup -- --only smoke says why)'
  const absent = ['Xvfb', 'xdotool', 'openbox'].filter((tool) => !isOnPath(tool))
  if (absent.length > 0) return `not installed here: ${absent.join(', ')}`
  const major = majorOf(executable)
  return major === undefined ? `${executable} does not say which Electron it is` : { executable, major }
}

/** Every release has its version beside it; a link, or one of a distribution, is asked. */
function majorOf(executable: string): number | undefined {
  const file = join(dirname(executable), 'version')
  const version = existsSync(file) ? readFileSync(file, 'utf8') : answerOf(executable)
  const major = Number.parseInt(version.replace(/^v/, ''), 10)
  return Number.isNaN(major) ? undefined : major
}

function answerOf(executable: string): string {
  try {
    return execFileSync(executable, ['--print', 'process.versions.electron'], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    })
  } catch {
    return ''
  }
}

function isOnPath(tool: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)))
}
