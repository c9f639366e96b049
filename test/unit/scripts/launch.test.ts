import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { tempDir } from '#test/stand/temp-dir.ts'
import { isAlive } from '../../../scripts/lib/work-lock.mjs'
import { Stop } from '../../../scripts/lib/stop.mjs'
import { parseStartArguments } from '../../../scripts/start/arguments.mjs'
import { Launch } from '../../../scripts/start/launch.mjs'

const chromium = process.env['TESSERA_CHROMIUM'] ?? '/usr/lib/chromium/chromium'
const fakes = join(import.meta.dirname, 'fakes')

let folder: string
let lines: string[]
let stopper: AbortController

beforeEach(() => {
  folder = tempDir()
  lines = []
  stopper = new AbortController()
})

interface Surroundings {
  hasDisplay?: boolean
  chromium?: string
  electron?: string
  /** The user presses Ctrl-C when this is said. */
  stopAt?: string
}

function launchOf(argv: string[], env: Record<string, string> = {}, surroundings: Surroundings = {}): Launch {
  return new Launch({
    arguments: parseStartArguments(argv),
    programs: {
      node: process.execPath,
      chromium: surroundings.chromium ?? chromium,
      livekitServer: undefined,
      electron: surroundings.electron,
      out: '/out',
    },
    electronMissing: 'it is not here',
    hasDisplay: surroundings.hasDisplay ?? false,
    root: folder,
    data: join(folder, 'data'),
    env: { ...process.env, FAKE_FOLDER: folder, ...env },
    signal: stopper.signal,
    printLine: (line: string) => {
      lines.push(line)
      if (line === 'The local site is running again.') writeFileSync(join(folder, 'site.again'), '')
      if (line.includes(surroundings.stopAt ?? 'Tessera is running. Press'))
        stopper.abort(new Stop('stopped by the test', 0))
    },
    entries: { site: join(fakes, 'site.mjs'), host: join(fakes, 'host.mjs'), electron: 'none' },
  })
}

function noted(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

async function sentenceOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Stop)
  return error instanceof Stop ? error.message : ''
}

/** Each of these has run, and neither it nor a Chromium nor a profile is there any more. */
/** Both start beside each other: when one fails, the other may have come far enough to be noted, or not. */
function expectNothingLeft(...started: ('site' | 'host')[]) {
  const pids = ['site', 'host'].filter((name) => existsSync(join(folder, `${name}.pid`)))
  expect(pids).toEqual(expect.arrayContaining(started))
  expect(pids.filter((name) => isAlive(Number(noted(`${name}.pid`))))).toEqual([])
  const profiles = join(folder, 'data', 'chromium')
  expect(existsSync(profiles) ? readdirSync(profiles) : []).toEqual([])
}

describe('the self-test', () => {
  test('ends well when each of nine tiles is live, with a time for every part', async () => {
    const result = await launchOf(['--check']).check()
    expect(Object.keys(result.parts)).toEqual(
      expect.arrayContaining(['site.media', 'site', 'wall', 'browser', 'tiles']),
    )
    expect(noted('page.hash')).toBe('secret-of-this-start')
    expect(noted('host.argv').split('\n')).toEqual(expect.arrayContaining(['--layout', '9']))
    expectNothingLeft('site', 'host')
  })

  test('keeps the secret and the password off every command line and the password off the disk', async () => {
    const launch = launchOf(['--check'])
    await launch.check()
    expect(noted('host.argv')).not.toContain('pass-word-of-the-demo')
    expect(JSON.parse(noted('host.message'))).toMatchObject({
      type: 'embedded-site',
      account: { password: 'pass-word-of-the-demo' },
    })
  })
})

describe('a part that fails', () => {
  test('says the local site’s own sentence and exit code', async () => {
    const error = await launchOf(['--headless'], { FAKE_SITE: 'failed' })
      .run()
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: 'The port 8443 is taken by another program.', exitCode: 3 })
    expectNothingLeft('site')
  })

  test('says in words that the local site died, and where its log is', async () => {
    const sentence = await sentenceOf(launchOf(['--headless'], { FAKE_SITE: 'dies' }).run())
    expect(sentence).toMatch(
      /^The local site stopped unexpectedly \(exit code 9\)\. Its log is .*site\.log\.$/,
    )
    expect(readFileSync(join(folder, 'data/logs/site.log'), 'utf8')).toContain('boom')
  })

  test('ends the self-test when the local site dies during it', async () => {
    const launch = launchOf(['--check'], { FAKE_SITE: 'dies beside the wall', FAKE_HOST: 'eight live' })
    expect(await sentenceOf(launch.check())).toMatch(/^The local site stopped unexpectedly/)
    expectNothingLeft('site', 'host')
  })

  test('says the wall’s own sentence', async () => {
    const sentence = await sentenceOf(launchOf(['--headless'], { FAKE_HOST: 'failed' }).run())
    expect(sentence).toBe('The folder of the wall cannot be written.')
    expectNothingLeft('host')
  })
})

describe('a local site that ends while the wall runs', () => {
  test('is started again on the same ports and data, and both is said', async () => {
    const stopAt = 'The local site is running again.'
    const launch = launchOf([], { FAKE_SITE: 'dies later, then ready' }, { stopAt })
    expect(await sentenceOf(launch.run())).toBe('stopped by the test')
    expect(lines.join('\n')).toMatch(
      /^The local site stopped unexpectedly \(exit code 9\)\. Its log is .*site\.log\. It said last: Error: late boom It is started again in 0\.5 s\.$/m,
    )
    const argv = noted('site.argv').split('\n')
    expect(argv.slice(argv.indexOf('--port'), argv.indexOf('--port') + 4)).toEqual([
      '--port',
      '1',
      '--media-port',
      '2',
    ])
    expect(argv).toContain(join(folder, 'data/site'))
    expectNothingLeft('site', 'host')
  })

  test('is started again even before the wall is there', async () => {
    const stopAt = 'Tessera is running.'
    const launch = launchOf([], { FAKE_SITE: 'dies at once, then ready', FAKE_HOST: 'late' }, { stopAt })
    expect(await sentenceOf(launch.run())).toBe('stopped by the test')
    expect(lines.join('\n')).toContain('The local site is running again.')
    expectNothingLeft('site', 'host')
  })

  test('is waited for longer each time, and can be stopped meanwhile', async () => {
    const launch = launchOf([], { FAKE_SITE: 'dies later, then dies' }, { stopAt: 'again in 2 s' })
    expect(await sentenceOf(launch.run())).toBe('stopped by the test')
    const waits = lines.flatMap((line) => /started again in ([\d.]+) s/.exec(line)?.[1] ?? [])
    expect(waits).toEqual(['0.5', '1', '2'])
    expectNothingLeft('site', 'host')
  })
})

describe('without a display', () => {
  test('prints the address and stops everything when the user stops it', async () => {
    expect(await sentenceOf(launchOf([]).run())).toBe('stopped by the test')
    expect(lines.join('\n')).toMatch(
      /There is no display here[^]*http:\/\/127\.0\.0\.1:\d+\/#secret-of-this-start/,
    )
    expectNothingLeft('site', 'host')
  })

  test('makes a site end that does not listen', async () => {
    await sentenceOf(launchOf([], { FAKE_SITE: 'stubborn' }).run())
    expectNothingLeft('site', 'host')
  })
})

describe('with a display', () => {
  const browser = { hasDisplay: true, chromium: join(fakes, 'browser.mjs') }

  test('the wall ends well when its window is closed', async () => {
    await launchOf([], { FAKE_BROWSER: 'closes' }, browser).run()
    expect(lines.join('\n')).toContain('The wall opens in a Chromium window, because Electron cannot be had')
    expectNothingLeft('site', 'host')
  })

  test('the wall ends well when its shell says that the last page has gone, whatever else is open there', async () => {
    await launchOf([], { FAKE_HOST: 'closes' }, browser).run()
    expect(lines.join('\n')).not.toContain('It is loaded again.')
    expectNothingLeft('site', 'host')
  })

  test('the wall goes on when its page has gone and the window still stands', async () => {
    await launchOf([], { FAKE_HOST: 'closes', FAKE_BROWSER: 'crashes once' }, browser).run()
    expect(lines.filter((line) => line.includes('It is loaded again.'))).toHaveLength(1)
    expectNothingLeft('site', 'host')
  })

  test('the wall ends well when its page has gone before the window is known to be open', async () => {
    await launchOf([], { FAKE_HOST: 'closes', FAKE_BROWSER: 'answers late' }, browser).run()
    expectNothingLeft('site', 'host')
  })

  test('the secret reaches the browser and stands on no command line', async () => {
    await launchOf([], { FAKE_BROWSER: 'closes' }, browser).run()
    expect(noted('page.hash')).toBe('secret-of-this-start')
    expect(noted('browser.argv') + noted('host.argv')).not.toContain('secret-of-this-start')
  })

  test('an Electron that does not start gives way to Chromium, with its reason', async () => {
    writeFileSync(join(folder, 'electron'), '#!/bin/sh\nexit 127\n', { mode: 0o755 })
    await launchOf([], { FAKE_BROWSER: 'closes' }, { ...browser, electron: join(folder, 'electron') }).run()
    expect(lines.join('\n')).toMatch(
      /because Electron cannot be had: it does not start here \(Electron stopped unexpectedly/,
    )
  })

  test('a Chromium that does not start is said with what it said', async () => {
    writeFileSync(
      join(folder, 'chromium'),
      '#!/bin/sh\necho "error while loading libnss3.so" >&2\nexit 127\n',
      { mode: 0o755 },
    )
    const launch = launchOf([], {}, { hasDisplay: true, chromium: join(folder, 'chromium') })
    expect(await sentenceOf(launch.run())).toMatch(
      /^Chromium did not open the wall: error while loading libnss3\.so\./,
    )
    expectNothingLeft('site', 'host')
  })
})

test('a second launch on the same data is refused in words', async () => {
  const first = launchOf(['--check'])
  const second = launchOf(['--headless'])
  const running = first.check()
  expect(await sentenceOf(second.run())).toMatch(/^Tessera is running already on this data \(process \d+\)/)
  await running
})

test('a launch on the data of another machine says which, and what to do when that is gone', async () => {
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data/launcher.lock'), JSON.stringify({ host: 'old-container', pids: [7] }))
  expect(await sentenceOf(launchOf(['--headless']).run())).toBe(
    'Tessera is running already on this data (process 7 on old-container); give --data another folder for a second one. If old-container is gone, start this again in two minutes.',
  )
})
