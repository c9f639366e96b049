import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tempDir } from '#test/stand/temp-dir.ts'
import { findSmokeHost } from '../../electron/smoke-host.ts'

let folder: string
let executable: string

beforeEach(() => {
  folder = tempDir()
  const tools = join(folder, 'bin')
  mkdirSync(tools)
  for (const tool of ['Xvfb', 'xdotool', 'openbox']) program(join(tools, tool), '')
  executable = join(folder, 'electron')
  vi.stubEnv('CI', '')
  vi.stubEnv('PATH', tools)
  vi.stubEnv('TESSERA_ELECTRON', executable)
})
afterEach(() => {
  // The next file of this worker is loaded with what is left.
  vi.unstubAllEnvs()
})

function program(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

it('knows a release by the file beside it', () => {
  program(executable, 'exit 1')
  writeFileSync(join(folder, 'version'), 'v45.4.1')
  expect(findSmokeHost()).toEqual({ executable, major: 45 })
})

it('asks any other executable which Electron it is', () => {
  program(
    executable,
    '[ "$ELECTRON_RUN_AS_NODE" = 1 ] && [ "$2" = process.versions.electron ] && echo 45.4.1',
  )
  expect(findSmokeHost()).toEqual({ executable, major: 45 })
})

it('takes none that does not say it', () => {
  program(executable, 'exit 1')
  expect(findSmokeHost()).toContain('does not say which Electron it is')
  program(executable, 'echo undefined')
  expect(findSmokeHost()).toContain('does not say which Electron it is')
})

it('skips no test in continuous integration', () => {
  vi.stubEnv('CI', 'true')
  expect(() => findSmokeHost()).toThrow('no Electron for tests here')
})
