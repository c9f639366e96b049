import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { livekitServer, livekitVersion } from '../../../scripts/setup/livekit-server.mjs'
import { SetupFixture } from './setup-fixture.ts'

const machine = `${process.platform}-${process.arch}`

let fixture: SetupFixture

beforeEach(() => {
  fixture = new SetupFixture()
})

/** A server in name: it answers `--version` as LiveKit does. */
function fakeServer(path: string, version: string): string {
  return fixture.write(path, `#!/bin/sh\necho "livekit-server version ${version}"\n`, 0o755)
}

async function releaseOf(version: string) {
  fakeServer('release/livekit-server', version)
  execFileSync('tar', ['-czf', 'release.tar.gz', '-C', 'release', 'livekit-server'], { cwd: fixture.root })
  const archive = readFileSync(join(fixture.root, 'release.tar.gz'))
  fixture.served.set('/release.tar.gz', archive)
  const sha256 = createHash('sha256').update(archive).digest('hex')
  return { releases: await fixture.serve(), pinned: { [machine]: { archive: 'release.tar.gz', sha256 } } }
}

test.each([
  ['the one that LIVEKIT_SERVER names is taken', livekitVersion, ''],
  [
    'another version is taken with a remark',
    '1.12.0',
    `v1.12.0 (LIVEKIT_SERVER, tested is ${livekitVersion})`,
  ],
])('%s', async (_what, version, remark) => {
  const file = fakeServer('mine', version)
  const text = expect.stringContaining(remark)
  const taken = await livekitServer(fixture.context({ LIVEKIT_SERVER: file }))
  expect(taken).toMatchObject({ state: 'there', value: file, text })
})

test('a LIVEKIT_SERVER that does not run is said, not replaced', async () => {
  expect(await livekitServer(fixture.context({ LIVEKIT_SERVER: '/nowhere/livekit' }))).toMatchObject({
    state: 'missing',
    text: expect.stringContaining('/nowhere/livekit'),
    remedy: 'Correct the variable or remove it.',
  })
})

test('one on PATH is taken when it is the right version', async () => {
  const value = fakeServer('bin/livekit-server', livekitVersion)
  const found = await livekitServer(fixture.context({ PATH: join(fixture.root, 'bin') }))
  expect(found).toMatchObject({ value })
})

test('the release is fetched, verified and cached', async () => {
  const source = await releaseOf(livekitVersion)
  const first = await livekitServer(fixture.context(), source)
  expect(first).toMatchObject({ state: 'made', text: expect.stringContaining('checksum verified') })
  const second = await livekitServer(fixture.context(), source)
  expect(second).toMatchObject({
    state: 'there',
    value: join(fixture.cache, `livekit/v${livekitVersion}/livekit-server`),
  })
  expect(fixture.requests).toEqual(['/release.tar.gz'])
  expect(readdirSync(join(fixture.cache, 'livekit'))).toEqual([`v${livekitVersion}`])
})

test('an old one on PATH is passed over, and that is said', async () => {
  fakeServer('bin/livekit-server', '1.8.0')
  const result = await livekitServer(
    fixture.context({ PATH: `${join(fixture.root, 'bin')}:/usr/bin:/bin` }),
    await releaseOf(livekitVersion),
  )
  expect(result).toMatchObject({
    state: 'made',
    text: expect.stringContaining('v1.8.0 on PATH is passed over'),
  })
})

test('a release with another checksum is not used; without Go there is a remedy', async () => {
  const { releases } = await releaseOf(livekitVersion)
  const pinned = { [machine]: { archive: 'release.tar.gz', sha256: '0'.repeat(64) } }
  expect(await livekitServer(fixture.context({ PATH: '/nowhere' }), { releases, pinned })).toMatchObject({
    state: 'missing',
    text: expect.stringMatching(/is not the pinned release.*Go, to compile it, is not installed/),
    remedy: expect.stringContaining('https://go.dev/dl'),
  })
  expect(existsSync(join(fixture.cache, `livekit/v${livekitVersion}/livekit-server`))).toBe(false)
})

test('a refusal is remembered, and forgotten when it is forced', async () => {
  const source = {
    releases: await fixture.serve(),
    pinned: { [machine]: { archive: 'gone.tar.gz', sha256: '0'.repeat(64) } },
  }
  const noGo = { PATH: '/nowhere' }
  await livekitServer(fixture.context(noGo), source)
  await livekitServer(fixture.context(noGo), source)
  expect(fixture.requests).toHaveLength(1)
  await livekitServer(fixture.context(noGo, true), source)
  expect(fixture.requests).toHaveLength(2)
})

test('a server that could not be reached is asked again as soon as somebody asks for the part by its name', async () => {
  const source = await releaseOf(livekitVersion)
  fixture.isDown = true
  const noGo = fixture.context({ PATH: '/nowhere' })
  expect(await livekitServer(noGo, source)).toMatchObject({
    text: expect.stringContaining('could not be reached'),
  })
  fixture.isDown = false
  expect(await livekitServer(noGo, source)).toMatchObject({ state: 'missing' })
  expect(fixture.requests).toHaveLength(0)
  expect(await livekitServer({ ...noGo, asksAgain: true }, source)).toMatchObject({
    state: 'made',
  })
  expect(fixture.requests).toHaveLength(1)
})

test('what may pass is asked for again after ten minutes, then after twice as long, at last after a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const source = {
    releases: await fixture.serve(),
    pinned: { [machine]: { archive: 'busy.tar.gz', sha256: '0'.repeat(64) } },
  }
  fixture.status = 429
  const context = fixture.context({ PATH: '/nowhere' })
  await livekitServer(context, source)
  for (const [index, minutes] of [10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440].entries()) {
    vi.setSystemTime(Date.now() + minutes * 60_000 - 1)
    await livekitServer(context, source)
    expect(fixture.requests).toHaveLength(index + 1)
    vi.setSystemTime(Date.now() + 1)
    await livekitServer(context, source)
    expect(fixture.requests).toHaveLength(index + 2)
  }
})

test('Go compiles the pinned version when there is no release to be had', async () => {
  fixture.write(
    'bin/go',
    `#!/bin/sh\necho "$@" > ${fixture.root}/go.argv\nprintf '#!/bin/sh\\necho "livekit-server version ${livekitVersion}"\\n' > $GOBIN/server\n`,
    0o755,
  )
  const result = await livekitServer(
    fixture.context({ PATH: `${join(fixture.root, 'bin')}:/usr/bin:/bin` }),
    { pinned: {} },
  )
  expect(result).toMatchObject({ state: 'made', text: expect.stringContaining('compiled with Go') })
  expect(readFileSync(join(fixture.root, 'go.argv'), 'utf8').trim()).toBe(
    `install -gcflags=all=-dwarf=false -ldflags=-s -w github.com/livekit/livekit-server/cmd/server@v${livekitVersion}`,
  )
})

test('a cache left by a set-up that was killed is repaired', async () => {
  mkdirSync(join(fixture.cache, 'livekit', `v${livekitVersion}`), { recursive: true })
  fixture.write(`../cache/livekit/v${livekitVersion}/livekit-server`, 'half', 0o755)
  fixture.write('../cache/livekit/work-old/release.tar.gz', 'half')
  expect(await livekitServer(fixture.context(), await releaseOf(livekitVersion))).toMatchObject({
    state: 'made',
  })
  expect(readdirSync(join(fixture.cache, 'livekit'))).toEqual([`v${livekitVersion}`])
})
