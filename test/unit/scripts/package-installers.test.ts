import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '#test/stand/temp-dir.ts'
import { builderConfig, missingFor, updateUrlOf } from '../../../scripts/package/builder-config.mjs'
import { builderFailure } from '../../../scripts/package/installers.mjs'

/** The check that electron-builder makes before it begins. */
const requireOfPackaging = createRequire(new URL('../../../scripts/package/installers.mjs', import.meta.url))
const requireOfBuilder = createRequire(requireOfPackaging.resolve('electron-builder'))
const { validateConfiguration } = requireOfBuilder('app-builder-lib/out/util/config/config')
const { DebugLogger } = requireOfBuilder('builder-util')

const config = builderConfig({
  app: '/app',
  resources: '/resources',
  out: '/out',
  dist: undefined,
  electronVersion: '45.4.1',
  profile: 'release',
  updateUrl: 'https://updates.example/tessera',
  perMachine: true,
})
const validated = (value: object): Promise<void> => validateConfiguration(value, new DebugLogger(false))

test('the configuration is one by electron-builder’s own schema, which knows every member of it', async () => {
  await expect(validated(config)).resolves.toBeUndefined()
  await expect(validated({ ...config, nsis: { perMaschine: true } })).rejects.toThrow(/configuration.nsis/)
})

test('what is installed for every user leaves the data of each of them alone', () => {
  expect(config.nsis).toMatchObject({ perMachine: true, deleteAppDataOnUninstall: false })
  expect(config.mac).toMatchObject({ hardenedRuntime: true })
  expect(config.protocols).toEqual([{ name: 'Tessera', schemes: ['tessera'] }])
})

test('an application without an update server is packaged without a made-up one', () => {
  expect(updateUrlOf(undefined)).toBeUndefined()
  expect(updateUrlOf('')).toBeUndefined()
  expect(updateUrlOf('https://updates.example/tessera')).toBe('https://updates.example/tessera')
})

test.each([
  'http://updates.example/',
  'https://me:secret@updates.example/',
  'updates.example',
  'file:///srv',
])('%s is refused as an update server', (address) => {
  expect(() => updateUrlOf(address)).toThrow('must be an https address')
})

test('what a machine lacks is said before anything is begun', () => {
  const tools = tempDir()
  mkdirSync(join(tools, 'bin'))
  writeFileSync(join(tools, 'bin/wine'), '')
  expect(missingFor('mac', 'linux', '')).toMatch(/^A macOS package can only be made on a Mac/)
  expect(missingFor('mac', 'darwin', '')).toBeUndefined()
  expect(missingFor('windows', 'linux', tools)).toMatch(/needs wine/)
  expect(missingFor('windows', 'linux', `${tools}:${join(tools, 'bin')}`)).toBeUndefined()
  expect(missingFor('windows', 'win32', '')).toBeUndefined()
  expect(missingFor('appimage', 'win32', '')).toMatch(/cannot be made on Windows/)
})

test.each([
  ['getaddrinfo ENOTFOUND github.com', 'ELECTRON_BUILDER_BINARIES_MIRROR'],
  ['Response code 404 (Not Found) for http://mirror/appimage@1.0.3/tools.tar.gz', 'could not fetch'],
  ['Generated checksum for "tools.tar.gz" did not match expected checksum.', 'was not used'],
  ['something else\n    at stack', 'could not make it: something else'],
])('“%s” becomes one sentence', (message, words) => {
  const sentence = builderFailure(new Error(message))
  expect(sentence).toContain(words)
  expect(sentence).not.toContain('\n')
})
