import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { printLine } from '../lib/print-line.mjs'
import { runMain, Stop } from '../lib/stop.mjs'
import { projectPaths } from '../paths.mjs'
import { makeDeb } from './deb.mjs'
import { electronVersionOf, makeAppFolder, makeElectronApp } from './electron-app.mjs'
import { readFuses, setFuses } from './fuses.mjs'

const usage = `Makes the package that a control room installs: dist/tessera_VERSION_ARCH.deb

  npm run package -- [options]

  --electron DIR    an unpacked release of Electron (the one that npm run electron:fetch brought)
  --out DIR         where the package goes (dist)
  --profile NAME    release, or test: a debugger may attach (release)
  --app DIR         another built application than the wall in out/
  --help            this
`

async function main() {
  const values = readArguments()
  if (values.help) {
    printLine(usage)
    return 0
  }
  const { root, out: built } = projectPaths()
  const profile = values.profile ?? 'release'
  if (profile !== 'release' && profile !== 'test') throw new Stop('--profile is release or test.', 2)
  const dist = resolve(values.electron ?? join(root, 'node_modules/electron/dist'))
  const electronVersion = await electronVersionOf(dist)
  const product = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const out = resolve(values.out ?? join(root, 'dist'))
  await mkdir(out, { recursive: true })

  const work = await mkdtemp(join(tmpdir(), 'tessera-package-'))
  try {
    let app = values.app
    if (app === undefined) {
      app = join(work, 'app')
      await mkdir(app)
      await makeAppFolder(built, product, app)
    }
    const folder = join(work, 'electron')
    const executable = await makeElectronApp({ dist, app: resolve(app), name: product.name, folder })
    await setFuses(executable, profile)
    const fuses = await readFuses(executable)
    const deb = await makeDeb({ app: folder, root, out, product })
    const megabytes = ((await stat(deb)).size / 1e6).toFixed(1)
    printLine(deb)
    printLine(
      `${megabytes} MB, Tessera ${product.version} on Electron ${electronVersion}, profile ${profile}`,
    )
    printLine(`fuses: ${fuses.map(({ name, state }) => `${name} ${state}`).join(', ')}`)
    return 0
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        electron: { type: 'string' },
        out: { type: 'string' },
        profile: { type: 'string' },
        app: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`, 2)
  }
}

await runMain(main)
