import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { printLine } from '../lib/print-line.mjs'
import { readOptions } from '../lib/read-options.mjs'
import { runMain, Stop } from '../lib/stop.mjs'
import { projectPaths } from '../paths.mjs'
import { makeDeb } from './deb.mjs'
import { electronVersionOf, makeAppFolder, makeElectronApp } from './electron-app.mjs'
import { setFuses } from './fuses.mjs'
import { updateUrlOf } from './builder-config.mjs'
import { installerKinds, makeInstaller, platformOf } from './installers.mjs'

const usage = `Makes the package that a control room installs: dist/tessera_VERSION_ARCH.deb

  npm run package -- [deb | appimage | windows | mac | dir] [options]

  deb (when nothing is named) needs this machine alone; for the others electron-builder fetches its tools.
  TESSERA_UPDATE_URL names the server of later versions of those; signing is set up by electron-builder's own
  variables (CSC_LINK, CSC_KEY_PASSWORD, APPLE_ID …).

  --electron DIR    an unpacked release of Electron (the one that npm run electron:fetch brought)
  --out DIR         where the package goes (dist)
  --profile NAME    release, or test: a debugger may attach (release)
  --app DIR         another built application than the wall in out/
  --per-user        windows: for one user, without an administrator (for every user of the machine)
  --help            this
`

async function main() {
  const { values, positionals } = readOptions(usage, {
    allowPositionals: true,
    options: {
      electron: { type: 'string' },
      out: { type: 'string' },
      profile: { type: 'string' },
      app: { type: 'string' },
      'per-user': { type: 'boolean' },
    },
  })
  const { root, out: built } = projectPaths()
  const profile = values.profile ?? 'release'
  if (profile !== 'release' && profile !== 'test') throw new Stop('--profile is release or test.', 2)
  const kind = positionals[0] ?? 'deb'
  const installer = installerKinds.find((known) => known === kind)
  if (kind !== 'deb' && installer === undefined)
    throw new Stop(`There is no package "${kind}"; there are deb, ${installerKinds.join(', ')}.`, 2)
  const dist = resolve(values.electron ?? join(root, 'node_modules/electron/dist'))
  const product = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const out = resolve(values.out ?? join(root, 'dist'))
  await mkdir(out, { recursive: true })

  const work = await mkdtemp(join(tmpdir(), 'tessera-package-'))
  try {
    const platform = installer === undefined ? 'linux' : platformOf[installer]
    const app =
      values.app === undefined
        ? await appFolder({ root, out: built, product, platform, work })
        : resolve(values.app)
    if (installer === undefined) {
      await packDeb({ root, work, out, dist, app, product, profile })
      return 0
    }
    const hasDist = values.electron !== undefined || existsSync(dist)
    const files = await makeInstaller(installer, {
      root,
      work,
      out,
      app,
      profile,
      dist: hasDist ? dist : undefined,
      electronVersion: hasDist ? await electronVersionOf(dist) : product.devDependencies.electron,
      updateUrl: updateUrlOf(process.env['TESSERA_UPDATE_URL']),
      perMachine: values['per-user'] !== true,
    })
    for (const file of files) printLine(file)
    return 0
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** @param {Omit<Parameters<typeof makeAppFolder>[0], 'folder'> & { work: string }} order */
async function appFolder({ work, ...order }) {
  const folder = join(work, 'app')
  await mkdir(folder)
  await makeAppFolder({ ...order, folder })
  return folder
}

/**
 * @param {object} order
 * @param {string} order.root
 * @param {string} order.work
 * @param {string} order.out
 * @param {string} order.dist
 * @param {string} order.app
 * @param {import('./electron-app.mjs').Product} order.product
 * @param {import('./fuses.mjs').Profile} order.profile
 */
async function packDeb({ root, work, out, dist, app, product, profile }) {
  const electronVersion = await electronVersionOf(dist, 'linux')
  const folder = join(work, 'electron')
  const executable = await makeElectronApp({ dist, app, name: product.name, folder })
  const fuses = await setFuses(executable, profile)
  const deb = await makeDeb({ app: folder, root, out, product })
  const megabytes = ((await stat(deb)).size / 1e6).toFixed(1)
  printLine(deb)
  printLine(`${megabytes} MB, Tessera ${product.version} on Electron ${electronVersion}, profile ${profile}`)
  printLine(`fuses: ${fuses.map(({ name, state }) => `${name} ${state}`).join(', ')}`)
}

await runMain(main)
// At a natural end a hook of electron-builder's (async-exit-hook) would make it 0.
process.exit(process.exitCode)
