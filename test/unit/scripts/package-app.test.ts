import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { languageSchema } from '#contract/wall/language.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { electronVersionOf, makeAppFolder, makeElectronApp } from '../../../scripts/package/electron-app.mjs'
import { distOf } from '../../../scripts/setup/electron.mjs'
import { checkFuses, readFuses, setFuses } from '../../../scripts/package/fuses.mjs'

const root = resolve(import.meta.dirname, '../../..')
let folder: string
beforeEach(() => {
  folder = tempDir()
})

const product = {
  name: 'tessera',
  productName: 'Tessera',
  version: '1.2.3',
  description: 'A wall',
  license: 'Apache-2.0',
}

function write(path: string, content: string | Buffer): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

/** The application of what was written below `dist` and `app`. */
async function packaged(): Promise<string> {
  const out = join(folder, 'out')
  await makeElectronApp({
    dist: join(folder, 'dist'),
    app: join(folder, 'app'),
    name: 'tessera',
    folder: out,
  })
  return out
}

/** As a binary holds its fuses: the sentinel, the version, how many, then a byte each (`1` on, `0` off). */
function binaryWith(fuses: string): string {
  const wire = Buffer.concat([Buffer.from([1, fuses.length]), Buffer.from(fuses)])
  return write('electron', Buffer.concat([Buffer.from('…dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), wire]))
}

const statesOf = async (file: string) =>
  (await readFuses(file)).map(({ state }) => state.replace('off', '0').replace('on', '1')).join('')

test('only the three parts of the built wall and what Electron wants to know go into the archive', async () => {
  for (const part of [
    'main/index.js',
    'main/sqlite/linux-x64.node',
    'preload/preload.cjs',
    'renderer/index.html',
  ])
    write(`out/${part}`, part)
  for (const stray of ['.stamp', 'node_modules/a/index.js', 'notes.txt']) write(`out/${stray}`, stray)
  const app = join(folder, 'app')
  mkdirSync(app)
  const given = { ...product, scripts: { start: 'x' } } as typeof product
  await makeAppFolder({ root, out: join(folder, 'out'), product: given, platform: 'win32', folder: app })
  expect(readdirSync(app).sort()).toEqual(['main', 'package.json', 'preload', 'renderer'])
  // The native module of the platform that it is packed for, and of no other.
  expect(readdirSync(join(app, 'main/sqlite'))).toEqual([`win32-${process.arch}.node`])
  expect(JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))).toEqual({
    ...product,
    desktopName: 'tessera.desktop',
    type: 'module',
    main: 'main/index.js',
  })
})

test('native modules lie beside the archive, because a system loads them from files only', async () => {
  for (const part of ['electron', 'version', 'locales/en-US.pak']) write(`dist/${part}`, '45')
  for (const part of ['main/index.js', 'main/sqlite/linux-x64.node']) write(`app/${part}`, part)
  const out = await packaged()
  const beside = readdirSync(join(out, 'resources/app.asar.unpacked'), { recursive: true })
  expect(beside).toEqual(['main', 'main/sqlite', 'main/sqlite/linux-x64.node'])
})

test('Chromium keeps its words of every language of the page, and no others', async () => {
  const languages = languageSchema.options.filter((name) => name !== 'en')
  const kept = [...languages, 'en-GB', 'en-US', 'es-419'].map((name) => `${name}.pak`)
  for (const part of ['electron', 'version', ...[...kept, 'fr.pak'].map((file) => `locales/${file}`)])
    write(`dist/${part}`, '45')
  write('app/main/index.js', '')
  const out = await packaged()
  expect(readdirSync(join(out, 'locales')).sort()).toEqual(kept.sort())
})

test('the notices of what the bundles were made of lie beside those of the runtime', async () => {
  for (const part of ['electron', 'version', 'locales/en-US.pak']) write(`dist/${part}`, '45')
  for (const part of ['main', 'renderer']) write(`app/${part}/THIRD-PARTY.txt`, `of ${part}\n`)
  const out = await packaged()
  expect(readFileSync(join(out, 'LICENSES.third-party.txt'), 'utf8')).toBe('of main\nof renderer\n')
})

test('without a built wall, or without an Electron, a sentence says what to do', async () => {
  const order = { root, out: folder, product, platform: process.platform, folder }
  await expect(makeAppFolder(order)).rejects.toThrow('npm run build')
  await expect(electronVersionOf(folder)).rejects.toThrow('npm run electron:fetch')
})

test.each([
  ['linux', 'electron'],
  ['win32', 'electron.exe'],
  ['darwin', 'Electron.app/Contents/MacOS/Electron'],
] as const)('an unpacked Electron of %s is found by its executable', async (platform, executable) => {
  write('dist/version', 'v45.4.1\n')
  const dist = distOf(write(`dist/${executable}`, ''), platform)
  expect(dist).toBe(join(folder, 'dist'))
  expect(await electronVersionOf(dist, platform)).toBe('45.4.1')
})

test('the release runs no Node, no debugger and nothing but its archive; the test profile lets a debugger in', async () => {
  // By number: RunAsNode, cookies, NODE_OPTIONS, inspect, integrity, only asar, snapshot, file://, wasm traps.
  const shipped = binaryWith('101100011')
  await setFuses(shipped, 'release')
  expect(await statesOf(shipped)).toBe('010011001')
  await setFuses(shipped, 'test')
  expect(await statesOf(shipped)).toBe('010111001')
})

test('an older Electron gets the fuses that it knows', async () => {
  const older = binaryWith('1011000')
  await setFuses(older, 'release')
  expect(await statesOf(older)).toBe('0100110')
})

test('a binary whose fuses are not those that were set makes no package', async () => {
  await expect(checkFuses(binaryWith('010011001'), 'release')).resolves.toHaveLength(9)
  await expect(checkFuses(binaryWith('110011001'), 'release')).rejects.toThrow(/RunAsNode on/)
  await expect(checkFuses(binaryWith('0100110'), 'release')).resolves.toHaveLength(7)
})

test('an Electron with a fuse that nobody has decided on is refused', async () => {
  await expect(setFuses(binaryWith('1011000110'), 'release')).rejects.toThrow('strictlyRequireAllFuses')
})
