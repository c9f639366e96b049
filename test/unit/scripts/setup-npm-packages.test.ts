import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { npmPackages, unmetPackages } from '../../../scripts/setup/npm-packages.mjs'
import { SetupFixture } from './setup-fixture.ts'

const linux = { platform: 'linux', arch: 'x64' } as const
const installedOnLinux = {
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/tool-linux-x64': { version: '2.0.0', optional: true, os: 'linux', cpu: ['x64'] },
}
const wanted = {
  '': { name: 'project' },
  ...installedOnLinux,
  'node_modules/tool-darwin-arm64': { version: '2.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
  'node_modules/only-for-wasm': { version: '3.0.0', optional: true },
}

let fixture: SetupFixture

beforeEach(() => {
  fixture = new SetupFixture()
  fixture.write('package-lock.json', JSON.stringify({ packages: wanted }))
})

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

function npmThatPrints(...lines: string[]) {
  fixture.write('package.json', JSON.stringify({ name: 'project', dependencies: { a: '1.0.0' } }))
  fixture.write('npm.says', `${lines.join('\n')}\n`)
  fixture.write('bin/npm', `#!/bin/sh\ncat ${fixture.root}/npm.says >&2\nexit 1\n`, 0o755)
  return fixture.context({ PATH: `${join(fixture.root, 'bin')}:/usr/bin:/bin` })
}

test.each([
  ['npm error code ENOSPC', /The disk is full/],
  ['npm error code ENOTFOUND', /no connection/],
])('npm that ends with "%s" is reported with the remedy alone', async (line, remedy) => {
  const result = await npmPackages(npmThatPrints('npm warn EBADENGINE noise', line))
  expect(result).toEqual({
    state: 'missing',
    text: 'npm could not install the packages',
    remedy: expect.stringMatching(remedy),
  })
})

test('npm that refuses for another reason is quoted without its warnings and its stack', async () => {
  const result = await npmPackages(
    npmThatPrints(
      'npm warn EBADENGINE noise',
      'npm error code EUSAGE',
      'npm error',
      'npm error     at a.js:1:1',
    ),
  )
  expect(result).toMatchObject({ state: 'missing', details: '    npm error code EUSAGE' })
})

test('npm installs every kind of package, whatever NODE_ENV or its own settings leave out', async () => {
  const argv = join(fixture.root, 'npm.argv')
  fixture.write('bin/npm', `#!/bin/sh\necho "$@" > ${argv}\n`, 0o755)
  fixture.write('node_modules/a/package.json', '{}')
  await npmPackages(fixture.context({ PATH: `${join(fixture.root, 'bin')}:/usr/bin:/bin` }))
  expect(readFileSync(argv, 'utf8').trim().split(' ')).toEqual(
    expect.arrayContaining(['ci', '--include=dev', '--include=optional', '--include=peer']),
  )
})

test('the project’s lockfile holds every platform’s packages: without them npm ci refuses it everywhere', () => {
  const lockfile = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8'))
  const locked: [string, { optionalDependencies?: object }][] = Object.entries(lockfile.packages)
  const optional = locked.flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).map((name) => ({ path, name })),
  )
  expect(optional.length).toBeGreaterThan(50)
  // Below the package that names it, or beside it or one that it lies in.
  const missing = optional.filter(
    ({ path, name }) =>
      !locked.some(
        ([at]) =>
          at.endsWith(`node_modules/${name}`) &&
          `${path}/`.startsWith(at.slice(0, -`node_modules/${name}`.length)),
      ),
  )
  expect(missing).toEqual([])
})
