import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { buildApp } from '../electron/build-app.ts'
import type { SmokeHost } from '../electron/smoke-host.ts'
import { packageApp } from './packaged-app.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const packager = join(root, 'scripts/package/main.mjs')

/** A line of `dpkg-deb --contents`. */
export interface PackedFile {
  readonly path: string
  readonly mode: string
  readonly owner: string
}

/** A package, as made by `npm run package`, and unpacked beside it. */
export interface DebFile {
  readonly file: string
  readonly dir: string
  /** What making it printed. */
  readonly output: string
  readonly files: readonly PackedFile[]
}

/** Of the wall as it is in the sources, or of another built application. */
export async function makeDebFile(host: SmokeHost, out: string, other?: string): Promise<DebFile> {
  const app = other ?? (await packageApp(await buildApp(host, 'package'), 'package'))
  const order = [packager, '--electron', dirname(host.executable), '--out', out, '--profile', 'release']
  order.push('--app', app)
  const { stdout: output } = await run(process.execPath, order)
  const file = output.split('\n', 1)[0] ?? ''
  const dir = join(out, 'unpacked')
  await mkdir(dir)
  await run('dpkg-deb', ['--extract', file, dir])
  const { stdout } = await run('dpkg-deb', ['--contents', file])
  const files = stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [mode = '', owner = '', , , , path = ''] = line.split(/\s+/)
      return { mode, owner, path: path.replace(/^\.\//, '') }
    })
  return { file, dir, output, files }
}

export async function fieldOf(file: string, field: string): Promise<string> {
  return (await run('dpkg-deb', ['--field', file, field])).stdout.trim()
}
