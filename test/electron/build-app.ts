import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { SmokeHost } from './smoke-host.ts'

const root = resolve(import.meta.dirname, '../..')
const bundler = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
const { version }: { version: string } = createRequire(import.meta.url)('../../package.json')
const { fillLanguage } = createRequire(import.meta.url)('./compat/language-fill.cjs')

/** Electron of the release that the product is built for; older ones need another target and the fills. */
const currentMajor = 45

/** A folder that Electron runs: the built product, or with `config` another main script and page around it. */
export interface BuiltApp {
  readonly dir: string
  readonly preload: string
  readonly renderer: string
  readonly env: Readonly<Record<string, string>>
}

export async function buildApp(host: SmokeHost, name: string, config?: string): Promise<BuiltApp> {
  const dir = join(root, 'test-results/electron', `${name}-${host.major}`)
  const isOld = host.major < currentMajor
  await rm(dir, { recursive: true, force: true })
  await promisify(execFile)(
    process.execPath,
    [bundler, 'build', '--logLevel', 'warn', ...(config === undefined ? [] : ['--config', config])],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        TESSERA_OUT: dir,
        ...(isOld ? { ELECTRON_MAJOR_VER: String(host.major) } : {}),
      },
    },
  )
  await mkdir(dir, { recursive: true })
  const main = isOld ? '../../../test/electron/compat/start.cjs' : 'start.js'
  const ours = ['hold-start.cjs', 'password-store.cjs'].map((name) => `../../../test/electron/compat/${name}`)
  const imports = [...ours, './main/index.js']
  await writeFile(join(dir, 'start.js'), imports.map((path) => `import '${path}'\n`).join(''))
  await writeFile(
    join(dir, 'package.json'),
    JSON.stringify({ name: 'tessera', version, type: 'module', main }),
  )
  if (isOld) {
    await fillWorkers(join(dir, 'renderer/assets'))
    await fillThread(join(dir, 'main'))
  }
  // A sandboxed preload can require nothing of ours, and the page's world is another than its own.
  const pageFill = join(dir, 'page-fill.cjs')
  const fillOfPage = JSON.stringify(`(${fillLanguage})(window)`)
  await writeFile(pageFill, `require('electron').webFrame.executeJavaScript(${fillOfPage})\n`)
  return {
    dir,
    preload: join(dir, 'preload/preload.cjs'),
    renderer: join(dir, 'renderer'),
    env: isOld ? { TESSERA_TEST_MAIN: join(dir, 'main/index.cjs'), TESSERA_TEST_PAGE_FILL: pageFill } : {},
  }
}

/** The build for an old Electron ends the names in `.cjs`, and a thread has a world of its own. */
async function fillThread(main: string): Promise<void> {
  const thread = `require('../../../../test/electron/compat/thread-fill.cjs')\nrequire('./evidence-worker.cjs')\n`
  await writeFile(join(main, 'package.json'), JSON.stringify({ type: 'commonjs' }))
  await writeFile(join(main, 'evidence-worker.js'), thread)
}

/** A worker has a world of its own, which no preload reaches. */
async function fillWorkers(assets: string): Promise<void> {
  const workers = (await readdir(assets)).filter((name) => /worker.*\.js$/.test(name))
  for (const name of workers) {
    const file = join(assets, name)
    await writeFile(file, `(${fillLanguage})(self)\n${await readFile(file, 'utf8')}`)
  }
}
