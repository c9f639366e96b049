import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Stop } from '../../../scripts/lib/stop.mjs'
import { layouts, parseStartArguments, screensModes } from '../../../scripts/start/arguments.mjs'
import { demoPlaybackSessions, siteCommandLine } from '../../../scripts/start/command-lines.mjs'
import { layoutNames } from '#contract/wall/layout.ts'
import { screensModeSchema } from '#contract/wall/monitors.ts'
import { parseCommandLine } from '#site/process/command-line.ts'

test('without arguments it is the embedded site with sixteen cameras', () => {
  expect(parseStartArguments([])).toMatchObject({
    cameras: 16,
    demoEvents: true,
    platform: undefined,
    check: false,
    headless: false,
  })
})

test('folders are named from where npm was called', () => {
  const given = parseStartArguments(['--data', 'wall', '--evidence', '../films'], '/where')
  expect(given).toMatchObject({ data: '/where/wall', evidence: '/films' })
})

test('npm run verify looks where npm was called', () => {
  const { stderr, stdout } = spawnSync(process.execPath, ['scripts/verify.mjs', 'export'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, INIT_CWD: '/where' },
    encoding: 'utf8',
  })
  expect(stderr + stdout).toContain('/where/export')
})

test.each([
  [['--platform', 'https://video.example.com'], { platform: 'https://video.example.com' }],
  [['--cameras', '36', '--layout', '25'], { cameras: 36, layout: '25' }],
  [['--layout', '1+5'], { layout: '1+5' }],
  [['--screens', 'walls'], { screens: 'walls' }],
  [['--data', '/somewhere'], { data: '/somewhere' }],
  [['--check'], { check: true }],
  [['--no-demo-events'], { demoEvents: false }],
])('%j is understood', (argv, expected) => {
  expect(parseStartArguments(argv)).toMatchObject(expected)
})

test.each([
  [['--cameras', '0'], /--cameras wants a number from 1 to 36/],
  [['--cameras', 'many'], /"many"/],
  [['--layout', '5'], /--layout wants one of 1, 4, 9, 16, 25, 36, 1\+5, 1\+7, 1\+12, 2\+8/],
  [['--screens', 'left'], /--screens wants one of window, walls, kiosk/],
  [['--platform', 'video.example.com'], /--platform wants an address/],
  [['--platform', 'ftp://video.example.com'], /--platform wants an address/],
  [['--platform', 'https://me:secret@video.example.com'], /must not carry a name or password/],
  [['--live-view-url', 'wss://live.example.com'], /give --platform too/],
  [['--check', '--platform', 'https://video.example.com'], /leave --platform out/],
  [['--check', '--data', '/somewhere'], /leave --data and --evidence out/],
  [['--check', '--evidence', '/somewhere'], /leave --data and --evidence out/],
  [['--bogus'], /Unknown option '--bogus'/],
  [['wall'], /Unexpected argument 'wall'/],
  [['--layout'], /--layout/],
])('%j is refused in a sentence with exit code 2', (argv, sentence) => {
  expect(() => parseStartArguments(argv)).toThrow(
    expect.objectContaining({ exitCode: 2, message: expect.stringMatching(sentence) }),
  )
})

test('layouts and modes are those of the wall', () => {
  expect(layouts).toEqual(layoutNames.map(String))
  expect(screensModes).toEqual(screensModeSchema.options)
})

test('whatever is typed is either understood or refused in words', () => {
  const word = fc.oneof(
    fc.constantFrom(...'--platform --cameras --layout --screens --data --check --headless -- -h'.split(' ')),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
      try {
        parseStartArguments(argv)
      } catch (error) {
        expect(error).toBeInstanceOf(Stop)
      }
    }),
  )
})

test('the embedded site has playback sessions for the largest wall, each tile in two sizes', () => {
  const given = parseStartArguments(['--cameras', '36'])
  const [, ...flags] = siteCommandLine({ entry: 'site', data: '/d', given })
  const site = parseCommandLine(flags, { env: {}, platform: 'linux', home: '/h', isEmbedded: true })
  expect(site).toMatchObject({ ok: true, value: { options: { cameras: 36, playbackSessions: 100 } } })
  expect(demoPlaybackSessions).toBeGreaterThanOrEqual(2 * 36)
})

test('the self-test keeps standard output for its one line', async () => {
  const child = spawn(process.execPath, ['scripts/start.mjs', '--check'], {
    env: { ...process.env, LIVEKIT_SERVER: '/nowhere/livekit-server' },
  })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (text: Buffer) => {
      printed[name] += text.toString()
      // A second one would end it in the middle.
      if (!child.killed) child.kill('SIGTERM')
    })
  // 1 where set-up had ended before it was stopped: there is no media server.
  const [code] = (await once(child, 'close')) as [number | null]
  expect([1, 143]).toContain(code)
  expect(printed.stderr).toContain('LiveKit server')
  expect(printed.stdout).toBe('')
})
