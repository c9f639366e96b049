import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { delimiter } from 'node:path'
import { projectPaths } from '../../scripts/paths.mjs'

/** A real Electron that the tests drive, and the screen tools that it needs. */
export interface SmokeHost {
  readonly executable: string
  readonly major: number
}

/** `TESSERA_ELECTRON` names another one; otherwise the one that set-up keeps for tests. A reason when there is none. */
export function findSmokeHost(): SmokeHost | string {
  const { cache } = projectPaths()
  const executable = process.env['TESSERA_ELECTRON'] ?? join(cache, 'smoke-electron/v22.3.25/electron')
  if (!existsSync(executable)) return 'no Electron for tests here (npm run setup -- --only smoke says why)'
  const absent = ['Xvfb', 'xdotool', 'openbox'].filter((tool) => !isOnPath(tool))
  if (absent.length > 0) return `not installed here: ${absent.join(', ')}`
  return { executable, major: majorOf(executable) }
}

/** Every release has its version beside it; the one from the wheel is 22. */
function majorOf(executable: string): number {
  const file = join(dirname(executable), 'version')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8').replace(/^v/, ''), 10) : 22
}

function isOnPath(tool: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)))
}
