import { createHash } from 'node:crypto'
import { readdirSync, statSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { electron, electronUrl } from '../../../scripts/setup/electron.mjs'
import { SetupFixture } from './setup-fixture.ts'
import { zipOf } from './zip-for-tests.ts'

const version = '45.4.1'
const name = `electron-v${version}-${process.platform}-${process.arch}.zip`
const after = { packagesReady: Promise.resolve(true) }
const zip = zipOf([
  { name: 'electron', content: '#!/bin/sh\n', mode: 0o100755 },
  { name: 'version', content: version },
])

let fixture: SetupFixture

beforeEach(() => {
  fixture = new SetupFixture()
  fixture.write('node_modules/electron/package.json', JSON.stringify({ version }))
  pin(createHash('sha256').update(zip).digest('hex'))
})

function pin(sha256: string) {
  fixture.write('node_modules/electron/checksums.json', JSON.stringify({ [name]: sha256 }))
}

const onLinux = test.skipIf(process.platform !== 'linux')

onLinux('the archive is fetched from the mirror, verified and unpacked once', async () => {
  fixture.served.set(`/v${version}/${name}`, zip)
  const env = { ELECTRON_MIRROR: `${await fixture.serve()}/` }
  const first = await electron(fixture.context(env), after)
  expect(first).toMatchObject({ state: 'made' })
  expect(first.state === 'missing' ? 0 : statSync(first.value).mode & 0o111).toBe(0o111)
  expect(await electron(fixture.context(env), after)).toMatchObject({ state: 'there' })
  expect(fixture.requests).toHaveLength(1)
  expect(readdirSync(join(fixture.cache, 'electron'))).toHaveLength(1)
})

onLinux('a damaged Electron is fetched again when that is forced', async () => {
  fixture.served.set(`/v${version}/${name}`, zip)
  const env = { ELECTRON_MIRROR: `${await fixture.serve()}/` }
  const first = await electron(fixture.context(env), after)
  const file = first.state === 'missing' ? '' : first.value
  truncateSync(file)
  expect(await electron(fixture.context(env, true), after)).toMatchObject({ state: 'made', value: file })
  expect(statSync(file).size).toBeGreaterThan(0)
  expect(fixture.requests).toHaveLength(2)
})

onLinux('what set-ups that were killed have left is removed', async () => {
  fixture.served.set(`/v${version}/${name}`, zip)
  fixture.write('../cache/electron/work-old/half.zip', 'half')
  await electron(fixture.context({ ELECTRON_MIRROR: `${await fixture.serve()}/` }), after)
  expect(readdirSync(join(fixture.cache, 'electron'))).toHaveLength(1)
})

onLinux('an archive with another checksum is thrown away', async () => {
  pin('0'.repeat(64))
  fixture.served.set(`/v${version}/${name}`, zip)
  const env = { ELECTRON_MIRROR: `${await fixture.serve()}/` }
  expect(await electron(fixture.context(env), after)).toMatchObject({
    state: 'missing',
    text: expect.stringContaining('is not the pinned release'),
  })
})

onLinux('a large archive is seen to move', async () => {
  const large = zipOf([
    { name: 'electron', content: '#!/bin/sh\n', mode: 0o100755 },
    { name: 'resources.pak', content: 'x'.repeat(4_000_000), stored: true },
  ])
  pin(createHash('sha256').update(large).digest('hex'))
  fixture.served.set(`/v${version}/${name}`, large)
  const lines: string[] = []
  const context = fixture.context({ ELECTRON_MIRROR: `${await fixture.serve()}/` })
  const progress = (_part: string, text: string) => void lines.push(text)
  expect(await electron({ ...context, progress }, after)).toMatchObject({ state: 'made' })
  expect(lines).toEqual([25, 50, 75].map((percent) => `${percent} % of the archive`))
})

onLinux(
  'an Electron that is named is taken as it is, and a wrong name is no reason to fetch one',
  async () => {
    const file = fixture.write('dist/electron', '#!/bin/sh\n', 0o755)
    const env = { ELECTRON_OVERRIDE_DIST_PATH: dirname(file), ELECTRON_MIRROR: `${await fixture.serve()}/` }
    expect(await electron(fixture.context(env), after)).toMatchObject({ state: 'there', value: file })
    env.ELECTRON_OVERRIDE_DIST_PATH = join(dirname(file), 'nowhere')
    expect(await electron(fixture.context(env), after)).toMatchObject({
      state: 'missing',
      text: 'ELECTRON_OVERRIDE_DIST_PATH holds no electron',
    })
    expect(fixture.requests).toEqual([])
  },
)

test('a refusal is remembered for this mirror; another mirror and npm run electron:fetch try again', async () => {
  const mirror = await fixture.serve()
  const first = await electron(fixture.context({ ELECTRON_MIRROR: `${mirror}/` }), after)
  expect(first).toMatchObject({ state: 'missing', text: expect.stringContaining('answered 404') })
  await electron(fixture.context({ ELECTRON_MIRROR: `${mirror}/` }), after)
  expect(fixture.requests).toHaveLength(1)
  await electron(fixture.context({ ELECTRON_MIRROR: `${mirror}/` }, true), after)
  expect(fixture.requests).toHaveLength(2)
  await electron(fixture.context({ ELECTRON_MIRROR: `${mirror}/other/` }), after)
  expect(fixture.requests).toHaveLength(3)
})

test.each([
  [{}, `https://github.com/electron/electron/releases/download/v${version}/${name}`],
  [{ ELECTRON_MIRROR: 'https://m/' }, `https://m/v${version}/${name}`],
  [
    { npm_config_electron_mirror: 'https://n/', ELECTRON_MIRROR: 'https://m/' },
    `https://n/v${version}/${name}`,
  ],
  [{ ELECTRON_MIRROR: 'https://m/', ELECTRON_CUSTOM_DIR: '{{ version }}' }, `https://m/${version}/${name}`],
  [{ ELECTRON_MIRROR: 'https://m/', ELECTRON_CUSTOM_FILENAME: 'e.zip' }, `https://m/v${version}/e.zip`],
])('with %o the address is that of @electron/get', (env, url) => {
  expect(electronUrl(version, name, env)).toBe(url)
})
