import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { helpText, parseCommandLine } from '#site/process/command-line.ts'
import { databaseFiles } from '#site/store/open-database.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const context = { env: {}, platform: 'linux', home: '/home/op', isEmbedded: false } as const
const parse = (...argv: string[]) => parseCommandLine(argv, context)

describe('the command line of the site', () => {
  it('says of --reset all that it removes', () => {
    const words = { site: 'accounts, keys, shared salvos', events: 'events', occupancy: 'counts of people' }
    const sentence = /--reset .*?(?=\n {2}--)/s.exec(helpText)?.[0].replaceAll(/\s+/g, ' ')
    for (const which of Object.keys(databaseFiles)) expect(sentence).toContain(Object(words)[which])
    expect(sentence).toContain('recordings')
    expect(sentence).toContain('admin reset-password')
  })

  it('listens on this machine alone, at the documented port, unless told otherwise', () => {
    expect(unwrap(parse())).toEqual({
      kind: 'run',
      options: {
        dataDir: '/home/op/.local/share/tessera/site',
        footageDir: resolve('resources/demo'),
        bindAddress: '127.0.0.1',
        trustedProxy: undefined,
        port: 8087,
        mediaPort: 8088,
        liveViewUrl: undefined,
        turn: undefined,
        playbackUrl: undefined,
        playbackSessions: 10,
        requestsPerSecond: 50,
        record: undefined,
        gaps: new Map(),
        cameras: 16,
        demoEvents: true,
        dictionariesFile: undefined,
        bareStatus: undefined,
        reset: false,
        livekitServer: 'livekit-server',
        logLevel: undefined,
      },
    })
  })

  it('names folders from where npm was called, which runs it in the checkout', () => {
    const there = { ...context, env: { INIT_CWD: '/where' } }
    const argv = ['--data', 'site', '--footage', '../films', '--dictionaries', 'd.json']
    expect(parseCommandLine(argv, there)).toMatchObject({
      value: { options: { dataDir: '/where/site', footageDir: '/films', dictionariesFile: '/where/d.json' } },
    })
    expect(parseCommandLine([], there)).toEqual(parse())
  })

  it('prints a token where that is asked for, wherever the word stands', () => {
    const dataDir = '/home/op/.local/share/tessera/site'
    expect(unwrap(parse('jwt'))).toEqual({
      kind: 'jwt',
      options: { dataDir, orgId: 'tessera-demo', lifeMs: 86_400_000 },
    })
    const flags = ['--data', '/d', '--footage', '/f', 'jwt', '--org', 'own', '--expires', '60']
    expect(unwrap(parse(...flags))).toEqual({
      kind: 'jwt',
      options: { dataDir: '/d', orgId: 'own', lifeMs: 60_000 },
    })
  })

  it.each(['0.0.0.0', '192.0.2.7', '::1', 'fd00::7'])('listens on %s', (bindAddress) => {
    expect(parseCommandLine(['--bind', bindAddress], context)).toMatchObject({
      value: { options: { bindAddress } },
    })
  })

  it('takes a free port when it is embedded', () => {
    expect(parseCommandLine([], { ...context, isEmbedded: true })).toMatchObject({
      value: { options: { port: 0, mediaPort: 0 } },
    })
  })

  it('takes every flag', () => {
    const flags =
      '--data /d --footage /f --bind 0.0.0.0 --trust-proxy 192.0.2.7 --port 0 --media-port 7 --live-view-url wss://x --turn turn:x --turn turns:[::1]:443 --playback-url https://v --playback-sessions 36 --requests-per-second 99999 --record --record-days 7 --record-gigabytes 2 --gap 10:20@240/600 --gap 10:5@0/600 --cameras 36 --dictionaries /dictionaries.json --bare --reset'.split(
        ' ',
      )
    const env = { LIVEKIT_SERVER: '/l', TESSERA_LOG: 'debug', TESSERA_TURN_SECRET: 's' }
    expect(unwrap(parseCommandLine(flags, { ...context, env }))).toEqual({
      kind: 'run',
      options: {
        dataDir: '/d',
        footageDir: '/f',
        bindAddress: '0.0.0.0',
        trustedProxy: '192.0.2.7',
        port: 0,
        mediaPort: 7,
        liveViewUrl: 'wss://x',
        turn: {
          servers: [
            { host: 'x', port: 3_478, protocol: 'udp' },
            { host: '[::1]', port: 443, protocol: 'tls' },
          ],
          secret: 's',
        },
        playbackUrl: 'https://v',
        playbackSessions: 36,
        requestsPerSecond: 99_999,
        record: { days: 7, gigabytes: 2 },
        gaps: new Map([
          [
            10,
            [
              { kind: 'every', periodMs: 600_000, atMs: 240_000, lengthMs: 20_000 },
              { kind: 'every', periodMs: 600_000, atMs: 0, lengthMs: 5_000 },
            ],
          ],
        ]),
        cameras: 36,
        demoEvents: true,
        dictionariesFile: '/dictionaries.json',
        bareStatus: 404,
        reset: true,
        livekitServer: '/l',
        logLevel: 'debug',
      },
    })
  })

  it.each([
    [['--cameras', '37'], '--cameras'],
    [['--requests-per-second', '0'], '--requests-per-second'],
    [['--cameras', '0'], '--cameras'],
    [['--cameras', '4.5'], '--cameras'],
    [['--port', '65536'], '--port'],
    [['--port', '-1'], '--port'],
    [['--port', ''], '--port'],
    [['--media-port', 'x'], '--media-port'],
    [['--live-view-url', 'http://x'], '--live-view-url'],
    [['--turn', 'turn:x'], 'TESSERA_TURN_SECRET'],
    [['--turn', 'stun:x'], '--turn'],
    [['--turn', 'turn:x:0'], '--turn'],
    [['--turn', 'turns:x?transport=udp'], '--turn'],
    [['--turn', 'turn:name:password@x'], '--turn'],
    [['--playback-url', 'wss://x'], '--playback-url'],
    [['--playback-sessions', '0'], '--playback-sessions'],
    [['--record', '--record-days', '3651'], '--record-days'],
    [['--record', '--record-gigabytes', '0'], '--record-gigabytes'],
    [['--gap', '10:20'], '--gap'],
    [['--gap', '10:0@0/600'], '--gap'],
    [['--gap', '10:20@590/600'], '--gap'],
    [['--bare-status', '500'], '--bare-status'],
    [['--bind', 'everywhere'], '--bind'],
    [['--bind', '::'], '--bind'],
    [['--bind', '0:0::0'], '--bind'],
    [['--bind', 'fe80::1%eth0'], '--bind'],
    [['--trust-proxy', 'all'], '--trust-proxy'],
    [['--trust-proxy', '0.0.0.0/0'], '--trust-proxy'],
    [['--prot', '1'], '--prot'],
    [['left over'], 'left over'],
    [['--data'], '--data'],
    [['jwt', 'more'], 'more'],
    [['admin'], 'admin'],
    [['admin', 'remove'], 'admin'],
    [['admin', 'list', 'all'], 'list'],
    [['admin', 'set-retention'], 'set-retention'],
    [['admin', 'add-account', 'anna'], 'e-mail'],
    [['admin', 'add-organization', 'a b'], 'id'],
    [['--name', 'x'], '--name'],
    [['jwt', '--expires', '0'], '--expires'],
    [['jwt', '--expires', 'soon'], '--expires'],
    [['jwt', '--org', ''], '--org'],
    [['--expires', '60'], '--expires'],
  ])('refuses %j in a sentence that names what is wrong', (argv, named) => {
    const parsed = parse(...argv)
    expect(parsed.ok).toBe(false)
    if (!parsed.ok) expect(parsed.error).toContain(named)
  })

  it('explains each of its flags', () => {
    expect(parse('--help')).toEqual({ ok: true, value: { kind: 'help' } })
    expect(parse('jwt', '--help')).toEqual({ ok: true, value: { kind: 'help' } })
    const flags =
      'data footage record playback-sessions gap cameras bind bare org expires name port reset help'
    for (const flag of flags.split(' ')) expect(helpText).toContain(`--${flag}`)
  })
})
