import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Stop } from '../../../scripts/lib/stop.mjs'
import { setup } from '../../../scripts/setup.mjs'
import { playwrightBrowsers } from '../../../scripts/setup/chromium.mjs'
import { SetupFixture } from './setup-fixture.ts'

const npmThatNeverEnds = '#!/bin/sh\nexec sleep 600\n'

/** A checkout in which npm hangs, so that a set-up can be looked at while it works. */
function busyFixture() {
  const fixture = new SetupFixture()
  fixture.write('package-lock.json', JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }))
  fixture.write('bin/npm', npmThatNeverEnds, 0o755)
  return fixture
}

test('a set-up that the user stops ends with one sentence, whatever parts were under way', async () => {
  const fixture = busyFixture()
  const stopper = new AbortController()
  const { paths, env } = fixture.context({ PATH: `${fixture.root}/bin:/usr/bin:/bin` })
  const running = setup({
    only: ['packages', 'electron'],
    paths,
    env,
    signal: stopper.signal,
    onLine: (line: string) => {
      if (line.includes('installing')) stopper.abort(new Stop('Stopped.', 143))
    },
  })
  await expect(running).rejects.toMatchObject({ message: 'Stopped.', exitCode: 143 })
})

test('a part is not given the time that it has waited for another', async () => {
  const fixture = new SetupFixture()
  fixture.write('package-lock.json', JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }))
  fixture.write('bin/npm', '#!/bin/sh\nsleep 1\nexit 1\n', 0o755)
  const { paths, env } = fixture.context({ PATH: `${fixture.root}/bin:/usr/bin:/bin` })
  const { parts } = await setup({ only: ['electron'], paths, env })
  const [packages, electron] = parts
  expect(parts.map(({ part }) => part)).toEqual(['packages', 'electron'])
  expect(electron?.ms).toBeLessThan(packages?.ms ?? 0)
})

test('packages of packaging may come after the rest of a set-up', async () => {
  const fixture = new SetupFixture()
  fixture.write(
    'scripts/package/package-lock.json',
    JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }),
  )
  fixture.write('bin/npm', '#!/bin/sh\nsleep 1\nexit 1\n', 0o755)
  const { paths, env } = fixture.context({ PATH: `${fixture.root}/bin:/usr/bin:/bin` })
  const { parts, tools } = await setup({ only: ['tools'], leavesTools: true, paths, env })
  expect(parts).toMatchObject([{ part: 'packages' }])
  await tools
  expect(parts).toMatchObject([{ part: 'packages' }, { part: 'tools', state: 'missing' }])
})

test('a cache that cannot be written is a sentence of that part, and the others go on', async () => {
  const fixture = new SetupFixture()
  const { paths, env } = fixture.context({ PATH: '/nowhere' })
  const file = fixture.write('a-file', '')
  const { parts } = await setup({ only: ['livekit'], paths: { ...paths, cache: file }, env })
  expect(parts).toMatchObject([
    {
      part: 'livekit',
      state: 'missing',
      text: expect.stringContaining('A file stands where a folder is needed'),
    },
  ])
})

test('of Playwright’s Chromiums only one that is whole is taken: the marker is written last', () => {
  const fixture = new SetupFixture()
  fixture.write('chromium-1000/INSTALLATION_COMPLETE', '')
  const whole = fixture.write('chromium-1000/chrome-linux64/chrome', '')
  fixture.write('chromium-9999/chrome-linux64/chrome', '')
  const found = playwrightBrowsers({ PLAYWRIGHT_BROWSERS_PATH: fixture.root }, 'linux')
  expect(found.filter((file) => existsSync(file))).toEqual([whole])
})
