import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { securityHeaders } from '#main/core/content-security-policy.ts'
import { FakePlatform } from '../support/fake-platform.ts'
import { GatewayStand, playlist, pour, problemOf, segment } from './gateway-stand.ts'

const vod = (names: string, from = '2026-11-21T10:00:00.000Z') => [
  '#EXT-X-TARGETDURATION:4',
  '#EXT-X-MAP:URI="init.mp4"',
  `#EXT-X-PROGRAM-DATE-TIME:${from}`,
  '#EXTINF:4.000,',
  `${names}-1.m4s`,
  '#EXTINF:4.000,',
  `${names}-2.m4s`,
  '#EXT-X-ENDLIST',
]

let stand: GatewayStand
let id: string
let at: (rest: string) => string
async function begin(limits = {}) {
  stand = await GatewayStand.start(limits)
  id = await stand.open()
  at = (rest) => `/media/${id}/${rest}`
}
beforeEach(() => begin())

/** A platform whose manifest names a media playlist, whose segments are their own names. */
function serveVod(names = 'seg', from?: string) {
  stand.serve = (file, _request, response) => {
    if (file === 'manifest.m3u8') playlist(response, ['#EXT-X-STREAM-INF:BANDWIDTH=1', 'full/list.m3u8'])
    else if (file === 'full/list.m3u8') playlist(response, vod(names, from))
    else if (file.startsWith(`full/${names}`)) segment(response, file)
    else response.writeHead(404).end()
  }
}

async function playTo(rest: string) {
  for (const file of ['manifest.m3u8', 'full/list.m3u8', rest]) {
    const answer = await stand.get(at(file))
    expect([file, answer.status, await answer.text()]).toEqual([file, 200, expect.any(String)])
  }
}

async function playVod() {
  serveVod()
  await playTo('full/seg-1.m4s')
}

/** What one file is answered from now on, whatever the others are. */
function serveInstead(file: string, answer: (response: ServerResponse) => unknown) {
  const { serve } = stand
  stand.serve = (asked, request, response, startMs) => {
    if (asked === file) answer(response)
    else serve(asked, request, response, startMs)
  }
}

/** Every file is answered so; resolves when an answer is closed. */
function served(answer: (response: ServerResponse) => unknown): Promise<void> {
  const left = Promise.withResolvers<void>()
  stand.serve = (_file, _request, response) => {
    response.once('close', left.resolve)
    answer(response)
  }
  return left.promise
}

describe('footage', () => {
  it('comes with what the player asked for and with what the platform says of it', async () => {
    stand.serve = (_file, _request, response) =>
      response
        .writeHead(206, {
          'content-type': 'video/mp4',
          'content-range': 'bytes 2-4/9',
          'content-length': '3',
          etag: '"a"',
          'cache-control': 'private, max-age=3600',
          'set-cookie': 'spy=1',
          'access-control-allow-origin': '*',
        })
        .end('234')
    const answer = await stand.get(at('full/1.m4s?x=1'), {
      range: 'bytes=2-4',
      'if-range': '"a"',
      cookie: 'own=1',
      authorization: 'Bearer key',
      referer: 'http://127.0.0.1/',
    })
    expect([answer.status, await answer.text()]).toEqual([206, '234'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-range': 'bytes 2-4/9',
      'content-length': '3',
      etag: '"a"',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect([answer.headers.get('set-cookie'), answer.headers.get('access-control-allow-origin')]).toEqual([
      null,
      null,
    ])
    const { path, headers } = stand.platform.seen.at(-1) ?? {}
    expect(path).toBe('/session/s-1/camera/7/full/1.m4s?x=1')
    expect(headers).toMatchObject({ range: 'bytes=2-4', 'if-range': '"a"', 'accept-encoding': 'identity' })
    expect([headers?.cookie, headers?.authorization, headers?.referer]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('may be told to be current', async () => {
    stand.serve = (_file, request, response) =>
      response.writeHead(request.headers['if-none-match'] === '"a"' ? 304 : 200).end()
    expect((await stand.get(at('1.m4s'), { 'if-none-match': '"a"' })).status).toBe(304)
  })

  it('may be told that there is no more of it', async () => {
    stand.serve = (_file, _request, response) =>
      response.writeHead(416, { 'content-range': 'bytes */9' }).end()
    const answer = await stand.get(at('1.m4s'), { range: 'bytes=9-' })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */9'])
  })

  it('may be as long as it may be', async () => {
    await begin({ maxSegmentBytes: 1_000, maxManifestBytes: 16 })
    stand.serve = (file, _request, response) => {
      const bytes = file.endsWith('.m3u8') ? Buffer.from('#EXTM3U\n1234567\n') : Buffer.alloc(1_000)
      segment(response, bytes, { 'content-length': bytes.length })
    }
    expect(await (await stand.get(at('1.m4s'))).arrayBuffer()).toHaveProperty('byteLength', 1_000)
    expect(await (await stand.get(at('list.m3u8'))).text()).toBe('#EXTM3U\n1234567\n')
  })

  it('of which there is nothing, of a kind that is none, is none', async () => {
    stand.serve = (_file, _request, response) =>
      response.writeHead(204, { 'content-type': 'text/html' }).end()
    expect(problemOf(await stand.get(at('1.m4s')))).toBe('not-media')
    expect(problemOf(await stand.get(at('list.m3u8')))).toBe('not-media')
  })

  it.each(['text/html', 'application/json', 'image/svg+xml', 'text/javascript', 'application/xhtml+xml'])(
    'is never %s',
    async (type) => {
      stand.serve = (_file, _request, response) =>
        response.writeHead(200, { 'content-type': type }).end('<b>')
      const answer = await stand.get(at('1.m4s'))
      expect([answer.status, problemOf(answer)]).toEqual([502, 'not-media'])
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    },
  )

  it('has the headers of the page, whether it is footage, a manifest or a problem', async () => {
    stand.serve = (file, _request, response) =>
      file.endsWith('.m3u8')
        ? response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).end('#EXTM3U\n')
        : segment(response, file)
    for (const [rest, status] of [
      ['1.m4s', 200],
      ['list.m3u8', 200],
      ['~/refused', 403],
    ] as const) {
      const answer = await stand.get(at(rest))
      expect(answer.status).toBe(status)
      expect(Object.fromEntries(answer.headers)).toMatchObject(securityHeaders)
      await answer.body?.cancel()
    }
  })

  it('is read no faster than the player takes it', async () => {
    let written: (() => number) | undefined
    stand.serve = (file, _request, response) => {
      if (file === '1.m4s') {
        response.writeHead(200, { 'content-type': 'video/mp4' })
        written = pour(response, Buffer.alloc(1_024 * 1_024), 100)
      } else segment(response, file)
    }
    const answer = await stand.get(at('1.m4s'))
    const reader = answer.body?.getReader()
    const firstPiece = await reader?.read()
    const firstBytes = firstPiece?.value?.byteLength ?? 0
    // Whoever pulled on its own would have it all by now: the other side writes as fast as it is read.
    for (const file of ['2.m4s', '3.m4s', '4.m4s']) await (await stand.get(at(file))).text()
    const early = written?.()
    let size = firstBytes
    for (;;) {
      const piece = await reader?.read()
      if (piece === undefined || piece.done) break
      size += piece.value.byteLength
    }
    expect(early).toBeLessThan(50)
    expect([size, written?.()]).toEqual([100 * 1_024 * 1_024, 100])
  })

  it('is not asked for any longer when the player gives it up', async () => {
    const open = Promise.withResolvers<ServerResponse>()
    stand.serve = (_file, _request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' }).write('first')
      open.resolve(response)
    }
    const answer = await stand.get(at('1.m4s'))
    const response = await open.promise
    const closed = once(response, 'close')
    await answer.body?.cancel()
    await closed
    const player = new AbortController()
    const reading = stand.get(at('2.m4s'), {}, player.signal)
    player.abort()
    expect(problemOf(await reading)).toBe('unreachable')
  })
})

describe('manifests', () => {
  it('name nothing outside of the playback', async () => {
    const { url } = stand.platform
    stand.serve = (_file, _request, response) =>
      playlist(response, [
        '#EXT-X-KEY:METHOD=AES-128,URI="https://evil.example/key",IV=0x1',
        '#EXT-X-MAP:URI="init.mp4"',
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="${url}/session/s-1/camera/7/audio/list.m3u8"`,
        '#EXT-X-SESSION-DATA:DATA-ID="x",VALUE="URI=none"',
        '#EXTINF:4,',
        'seg-1.m4s',
        '#EXTINF:4,',
        '/store/s-1/seg-2.m4s',
        '#EXTINF:4,',
        'data:video/mp4,abc',
      ])
    const answer = await stand.get(at('manifest.m3u8'))
    expect(await answer.text()).toBe(
      [
        '#EXTM3U',
        `#EXT-X-KEY:METHOD=AES-128,URI="${at('~/refused')}",IV=0x1`,
        '#EXT-X-MAP:URI="init.mp4"',
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="${at('audio/list.m3u8')}"`,
        '#EXT-X-SESSION-DATA:DATA-ID="x",VALUE="URI=none"',
        '#EXTINF:4,',
        'seg-1.m4s',
        '#EXTINF:4,',
        at(`~/http/${encodeURIComponent(new URL(url).host)}/store/~session~/seg-2.m4s`),
        '#EXTINF:4,',
        at('~/refused'),
        '',
      ].join('\n'),
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(problemOf(await stand.get(at('~/refused')))).toBe('host-not-allowed')
  })

  it('have no variables of their own for a page, whichever of them defines these', async () => {
    stand.serve = (file, _request, response) =>
      playlist(
        response,
        file === 'manifest.m3u8'
          ? [
              `#EXT-X-DEFINE:NAME="base",VALUE="${stand.platform.url}/store/s-1"`,
              '#EXTINF:4,',
              '{$base}/1.ts',
            ]
          : ['#EXT-X-DEFINE:IMPORT="base"', '#EXTINF:4,', '{$base}/1.ts', '{$other}.ts'],
      )
    const segmentPath = at(
      `~/http/${encodeURIComponent(new URL(stand.platform.url).host)}/store/~session~/1.ts`,
    )
    const textOf = async (file: string) => (await stand.get(at(file))).text()
    expect(await textOf('manifest.m3u8')).toBe(['#EXTM3U', '', '#EXTINF:4,', segmentPath, ''].join('\n'))
    expect(await textOf('list.m3u8')).toBe(
      ['#EXTM3U', '', '#EXTINF:4,', segmentPath, '{$other}.ts', ''].join('\n'),
    )
  })

  it('give a page no permission of their session, though they ask for it', async () => {
    const permission = 'a-permission'
    stand.urlOf = (sessionId) =>
      `${stand.platform.url}/session/${sessionId}/camera/7/m.m3u8?key=${permission}`
    id = await stand.open()
    stand.serve = (file, request, response) => {
      if (!request.path.endsWith(`key=${permission}`)) response.writeHead(404).end()
      else if (file.endsWith('.ts')) segment(response, file)
      else
        playlist(response, [
          '#EXT-X-DEFINE:QUERYPARAM="key"',
          file === 'm.m3u8' ? 'list.m3u8?key={$key}' : '1.ts?key={$key}',
        ])
    }
    const told: string[] = []
    for (
      let rest = 'manifest.m3u8';
      rest !== undefined && told.length < 3;
      rest = told.at(-1)?.split('\n')[2] ?? ''
    )
      told.push(await (await stand.get(at(rest))).text())
    expect(told.at(-1)).toBe('1.ts')
    expect(told.join()).not.toContain(permission)
  })

  it.each([
    ['a page', '<!doctype html><title>Sign in</title>', 'text/html'],
    ['nothing', '', 'application/vnd.apple.mpegurl'],
    ['something else', '{"error":1}', 'application/vnd.apple.mpegurl'],
    ['almost one', '#EXTM3U8\n', 'application/vnd.apple.mpegurl'],
    ['one behind something else', '<p>\u0020#EXTM3U\n', 'application/vnd.apple.mpegurl'],
    ['without an end of their first line', 'x'.repeat(100_000), 'application/vnd.apple.mpegurl'],
  ])('that are %s are said to be none', async (_what, body, type) => {
    stand.serve = (_file, _request, response) => response.writeHead(200, { 'content-type': type }).end(body)
    const answer = await stand.get(at('manifest.m3u8'))
    expect([answer.status, problemOf(answer)]).toEqual([502, 'not-media'])
  })

  it('of 50 MB are refused at once where their length is said, and cut and then refused where it is not', async () => {
    const line = `#EXTINF:4,\n${'x'.repeat(1_000)}.m4s\n`
    stand.serve = (_file, request, response) => {
      const length = request.path.includes('known') ? { 'content-length': 8 + line.length * 50_000 } : {}
      response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl', ...length })
      response.write('#EXTM3U\n')
      pour(response, line, 50_000)
    }
    expect(problemOf(await stand.get(at('known.m3u8')))).toBe('manifest-too-large')
    const answer = await stand.get(at('cut.m3u8'))
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
    expect(stand.gateway.figures().bytes).toBeLessThan(6 * 1_024 * 1_024)
    const again = await stand.get(at('cut.m3u8'))
    expect([again.status, problemOf(again)]).toEqual([413, 'manifest-too-large'])
  })

  it.each([
    ['their name', 'list.m3u8?x=1', 'text/plain'],
    ['their kind', 'list', 'application/x-mpegURL; charset=utf-8'],
  ])('are known by %s', async (_by, rest, type) => {
    stand.serve = (_file, _request, response) =>
      response.writeHead(200, { 'content-type': type }).end('#EXTM3U\nhttps://evil.example/1.ts\n')
    expect(await (await stand.get(at(rest))).text()).toBe(`#EXTM3U\n${at('~/refused')}\n`)
  })

  it.each(['1.ts', '1.m4s?x=1', 'key.key'])('are not what is called %s, whatever its type', async (rest) => {
    stand.serve = (_file, _request, response) =>
      response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).end('footage')
    const answer = await stand.get(at(rest))
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual([
      'application/octet-stream',
      'footage',
    ])
  })

  it('of renditions that differ by their query alone are read each', async () => {
    stand.serve = (_file, request, response) =>
      playlist(response, request.path.includes('size=hd') ? ['hd-1.m4s'] : ['manifest.m3u8?size=hd'])
    const [, rendition = ''] = (await (await stand.get(at('manifest.m3u8'))).text()).split('\n')
    const [, segment] = (await (await stand.get(rendition)).text()).split('\n')
    expect([rendition, segment]).toEqual([expect.stringContaining('/~/http/'), 'hd-1.m4s'])
  })

  it('come whole, however long they are', async () => {
    const lines = Array.from({ length: 3_000 }, (_, number) => `#EXTINF:4.000,\nseg-${number}.m4s`)
    stand.serve = (_file, _request, response) => playlist(response, lines)
    expect(await (await stand.get(at('manifest.m3u8'))).text()).toBe(`#EXTM3U\n${lines.join('\n')}\n`)
  })

  it('that break off are asked for again', async () => {
    stand.serve = (_file, _request, response) => {
      response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' })
      response.write('#EXTM3U\nseg-1.m4s\n', () => response.destroy())
    }
    await expect(stand.get(at('list.m3u8')).then((answer) => answer.text())).rejects.toThrow()
    await playVod()
    stand.serve = (_file, _request, response) => playlist(response, ['seg-1.m4s'])
    expect((await stand.get(at('list.m3u8'))).status).toBe(200)
  })
})

describe('a transfer that nobody wants', () => {
  const manifestType = 'application/vnd.apple.mpegurl'
  it.each<[string, string, number, Record<string, string | number>, string]>([
    ['is refused', '1.m4s', 500, {}, 'x'],
    ['is refused as is its session', '1.m4s', 410, {}, 'x'],
    ['is a manifest of a dead session', 'manifest.m3u8', 410, {}, 'x'],
    ['is of no kind of footage', '1.m4s', 200, { 'content-type': 'text/html' }, '<p>'],
    ['is a manifest of too many bytes', 'a.m3u8', 200, { 'content-length': 99_000_000 }, '#EXTM3U\n'],
    ['is a page where a manifest should be', 'a.m3u8', 200, { 'content-type': manifestType }, '<p>\n'],
    [
      'is a manifest with a line too long',
      'a.m3u8',
      200,
      { 'content-type': manifestType },
      `#EXTM3U\n${'x'.repeat(100_000)}`,
    ],
  ])('as it %s is ended', async (_what, rest, status, headers, body) => {
    const left = served((response) => response.writeHead(status, headers).write(body))
    const answer = await stand.get(at(rest))
    await answer.text().catch(() => undefined)
    await left
  })

  it('as its player has given it up is ended, be it a manifest', async () => {
    const left = served((response) =>
      response.writeHead(200, { 'content-type': manifestType }).write('#EXTM3U\nseg-1.m4s\n'),
    )
    const answer = await stand.get(at('manifest.m3u8'))
    await answer.body?.cancel()
    await left
  })
})

describe('redirects', () => {
  let elsewhere: FakePlatform
  beforeEach(async () => {
    elsewhere = await FakePlatform.start()
    elsewhere.respondWith((_request, response) => segment(response, 'secret'))
  })

  it('are followed on the same host, and what a manifest names is from there', async () => {
    stand.serve = (file, _request, response) => {
      if (file === 'manifest.m3u8') response.writeHead(302, { location: '/edge/list.m3u8' }).end()
      else if (file === '/edge/list.m3u8') playlist(response, ['#EXTINF:4,', 'seg-1.m4s'])
      else segment(response, file)
    }
    const manifest = await (await stand.get(at('manifest.m3u8'))).text()
    const named = manifest.trimEnd().split('\n').at(-1) ?? ''
    expect(await (await stand.get(named)).text()).toBe('/edge/seg-1.m4s')
  })

  it.each([301, 302, 303, 307, 308])('to another host are not (%i)', async (status) => {
    stand.serve = (_file, _request, response) =>
      response.writeHead(status, { location: `${elsewhere.url}/seg-1.m4s` }).end()
    expect(problemOf(await stand.get(at('1.m4s')))).toBe('host-not-allowed')
    expect(elsewhere.seen).toEqual([])
  })
})

describe('no proxy', () => {
  it.each([
    ['/media/', 'bad-path'],
    [`/media/${'x'.repeat(43)}/manifest.m3u8`, 'unknown-playback'],
  ])('for %s', async (path, problem) => expect(problemOf(await stand.get(path))).toBe(problem))

  it('for a playback that has ended', async () => {
    await stand.sessions.dispose()
    expect(problemOf(await stand.get(at('manifest.m3u8')))).toBe('unknown-playback')
  })

  it('for writing', async () => {
    const { signal } = new AbortController()
    const answer = await stand.gateway.handle({
      method: 'POST',
      path: at('1.m4s'),
      headers: new Headers(),
      signal,
    })
    expect([answer.status, stand.platform.seen.length]).toEqual([400, 0])
  })
})

describe('a dead session', () => {
  it.each([401, 403, 404, 410])(
    'is started again behind the same address, once for all (%i)',
    async (status) => {
      await playVod()
      stand.deadStatus = status
      stand.kill()
      const answers = await Promise.all([1, 2, 1, 2, 1].map((n) => stand.get(at(`full/seg-${n}.m4s`))))
      expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(
        [1, 2, 1, 2, 1].map((n) => `full/seg-${n}.m4s`),
      )
      expect([stand.starts, stand.sessions.figures().restarts]).toEqual([2, 1])
    },
  )

  it('that begins anew under its own name, with other names of files, makes no file missing', async () => {
    stand.revives = true
    await playVod()
    const isAsked = Promise.withResolvers<void>()
    const isOver = Promise.withResolvers<void>()
    stand.serve = (_file, _request, response) => {
      isAsked.resolve()
      void isOver.promise.then(() => response.writeHead(404).end())
    }
    const late = stand.get(at('full/seg-2.m4s'))
    await isAsked.promise
    stand.kill()
    serveVod('other')
    expect(problemOf(await stand.get(at('full/seg-1.m4s')))).toBe('session-changed')
    isOver.resolve()
    expect(problemOf(await late)).toBe('session-changed')
    expect(stand.starts).toBe(2)
  })

  it('that imports variables goes on, or is another one where these are', async () => {
    const serveFrom = (folder: string) => {
      stand.serve = (file, _request, response) => {
        if (file === 'manifest.m3u8')
          playlist(response, [`#EXT-X-DEFINE:NAME="in",VALUE="${folder}"`, 'full/list.m3u8'])
        else if (file === 'full/list.m3u8')
          playlist(response, ['#EXT-X-DEFINE:IMPORT="in"', ...vod('{$in}/seg')])
        else segment(response, file)
      }
    }
    serveFrom('a')
    await playTo('full/a/seg-1.m4s')
    stand.kill()
    expect(await (await stand.get(at('full/a/seg-2.m4s'))).text()).toBe('full/a/seg-2.m4s')
    stand.kill()
    serveFrom('b')
    expect(problemOf(await stand.get(at('full/a/seg-1.m4s')))).toBe('session-changed')
  })

  it('is started again for the manifest, too', async () => {
    serveVod()
    stand.kill()
    await playTo('full/seg-1.m4s')
    expect(stand.starts).toBe(2)
  })

  it.each([
    ['other names', 'other', undefined],
    ['another time', 'seg', '2026-11-21T11:00:00.000Z'],
  ])('that comes back with %s is told to the player until it begins anew', async (_what, names, from) => {
    await playVod()
    stand.kill()
    serveVod(names, from)
    const answers = await Promise.all([1, 2].map((n) => stand.get(at(`full/seg-${n}.m4s`))))
    expect(answers.map((answer) => [answer.status, problemOf(answer)])).toEqual(
      answers.map(() => [409, 'session-changed']),
    )
    expect(problemOf(await stand.get(at('full/list.m3u8')))).toBe('session-changed')
    await playTo(`full/${names}-1.m4s`)
    expect(stand.starts).toBe(2)
  })

  it('that cannot be started is said in the words of the platform, and not tried at once again', async () => {
    await playVod()
    stand.kill()
    stand.startFails = true
    const answer = await stand.get(at('full/seg-1.m4s'))
    expect([answer.status, problemOf(answer)]).toEqual([503, 'session-refused'])
    expect(await answer.text()).toContain('internal error')
    stand.startFails = false
    expect(problemOf(await stand.get(at('full/seg-1.m4s')))).toBe('session-refused')
    expect(stand.starts).toBe(1)
  })

  it.each([
    [403, 'session-refused', 503],
    [404, 'missing', 404],
  ])('that is no better when it has begun anew says so (%i)', async (status, problem, answered) => {
    stand.serve = (_file, _request, response) => response.writeHead(status).end()
    const answer = await stand.get(at('manifest.m3u8'))
    expect([answer.status, problemOf(answer), stand.starts]).toEqual([answered, problem, 2])
  })

  it('that did not help is not started again at once, for the manifest or for a file', async () => {
    stand.serve = (_file, _request, response) => response.writeHead(403).end()
    const answer = await stand.get(at('manifest.m3u8'))
    const words = await answer.text()
    for (const rest of ['manifest.m3u8', 'full/seg-1.m4s']) {
      const again = await stand.get(at(rest))
      expect([problemOf(again), await again.json()]).toEqual([
        'session-refused',
        { ...JSON.parse(words), retryInMs: expect.any(Number) },
      ])
    }
    expect([stand.starts, stand.platform.seen.length]).toEqual([2, 2])
  })

  it('that cannot be started for the manifest is said in the words of the platform', async () => {
    stand.kill()
    stand.startFails = true
    const answer = await stand.get(at('manifest.m3u8'))
    expect([answer.status, problemOf(answer)]).toEqual([503, 'session-refused'])
    expect(await answer.text()).toContain('internal error')
  })

  it('is looked for where a single file is refused in it, and not where one is missing', async () => {
    await playVod()
    serveInstead('full/seg-2.m4s', (response) => response.writeHead(403).end())
    expect(problemOf(await stand.get(at('full/seg-2.m4s')))).toBe('session-refused')
    expect(stand.starts).toBe(2)
    await begin()
    await playVod()
    expect(problemOf(await stand.get(at('full/gone.m4s')))).toBe('missing')
    expect(stand.starts).toBe(1)
    expect(stand.platform.seen.slice(3).map(({ path }) => path.split('/7/')[1])).toEqual([
      'full/gone.m4s',
      'manifest.m3u8',
    ])
  })

  it.each<[string, number | undefined]>([
    ['unreachable', undefined],
    ['platform-failed', 503],
    ['rate-limited', 429],
  ])('is not looked for, and no file is missing, where its manifest is %s', async (problem, status) => {
    await playVod()
    stand.serve = (file, _request, response) => {
      if (file !== 'manifest.m3u8') response.writeHead(404).end()
      else if (status === undefined) response.destroy()
      else response.writeHead(status).end()
    }
    expect(problemOf(await stand.get(at('full/gone.m4s')))).toBe(problem)
    expect(stand.starts).toBe(1)
  })

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['cannot be asked for it', (response) => response.destroy()],
    ['breaks off', (response) => response.write('#EXTM3U\n', () => response.destroy())],
    ['fails', (response) => response.writeHead(500).end()],
  ])(
    'whose list %s is taken for the same, for what it is asked for next shows that',
    async (_what, answer) => {
      await playVod()
      stand.kill()
      serveInstead('full/list.m3u8', answer)
      expect(await (await stand.get(at('full/seg-2.m4s'))).text()).toBe('full/seg-2.m4s')
    },
  )

  it('whose list named nothing to play yet is started again without a word', async () => {
    stand.serve = (file, _request, response) =>
      playlist(response, [file === 'manifest.m3u8' ? 'full/list.m3u8' : '#EXT-X-TARGETDURATION:4'])
    await playTo('full/list.m3u8')
    stand.kill()
    serveVod()
    expect(await (await stand.get(at('full/list.m3u8'))).text()).toContain('seg-1.m4s')
  })

  it.each([
    ['of a live playlist goes on, for that moves on by itself', true, 200],
    ['of recordings is told to the player', false, 409],
  ])('with other files %s', async (_what, isLocal, status) => {
    const playbackId = isLocal ? await stand.openLocal() : id
    const from = stand.starts
    stand.serve = (file, _request, response) => {
      if (file === 'manifest.m3u8')
        playlist(response, [...vod(`s${stand.starts - from}`).slice(0, -1), '/store/s-1/3.m4s?x=1'])
      else segment(response, file)
    }
    const get = (rest: string) => stand.get(`/media/${playbackId}/${rest}`)
    const manifest = await (await get('manifest.m3u8')).text()
    // Of a session without a name nothing in an address changes with it.
    const name = isLocal ? 's-1' : '~session~'
    const { host } = new URL(stand.platform.url)
    expect(manifest).toContain(
      `/media/${playbackId}/~/http/${encodeURIComponent(host)}/store/${name}/3.m4s?x=1\n`,
    )
    stand.kill()
    expect((await get('s0-1.m4s')).status).toBe(status)
  })

  it('that is refused again and again is not started again and again', async () => {
    await playVod()
    stand.serve = (_file, _request, response) => response.writeHead(403).end()
    for (let request = 0; request < 5; request += 1) {
      expect(problemOf(await stand.get(at('full/seg-1.m4s')))).toMatch(/session-(refused|changed)/)
    }
    expect(stand.starts).toBeLessThanOrEqual(2)
  })
})

/** Files are called after the window; of a platform that replaces, a session has those of its last one alone. */
function serveWindows(keepsAll: boolean) {
  const all = new Set<number>()
  stand.serve = (file, _request, response, startMs = 0) => {
    all.add(startMs)
    const isThere = [...(keepsAll ? all : [startMs])].some((start) => file.includes(String(start)))
    if (file === 'manifest.m3u8') playlist(response, vod(`w${startMs}`))
    else if (isThere) segment(response, file)
    else response.writeHead(404).end()
  }
}
async function namesOf(playbackId: string): Promise<string[]> {
  const text = await (await stand.get(`/media/${playbackId}/manifest.m3u8`)).text()
  return text.split('\n').filter((line) => line.startsWith('w'))
}

describe('two windows of a camera', () => {
  it.each([
    ['keeps both', true, 1],
    ['replaces the one by the other', false, 2],
  ])('are both played where the platform %s', async (_what, keepsAll, sessions) => {
    stand.reuses = true
    serveWindows(keepsAll)
    const [first = ''] = await namesOf(id)
    const next = await stand.open(3_600_000)
    const [second = ''] = await namesOf(next)
    expect(first).not.toBe(second)
    for (let round = 0; round < 3; round += 1) {
      expect(await (await stand.get(at(first))).text()).toBe(first)
      expect(await (await stand.get(`/media/${next}/${second}`)).text()).toBe(second)
    }
    expect(await namesOf(id)).toContain(first)
    expect(await namesOf(next)).toContain(second)
    expect([stand.starts, stand.sessions.figures().sessions]).toEqual([sessions, sessions])
  })

  it('go on sharing their session when a file of one is missing', async () => {
    stand.reuses = true
    serveWindows(true)
    await namesOf(id)
    await namesOf(await stand.open(3_600_000))
    const answer = await stand.get(at('gone.m4s'))
    expect([answer.status, problemOf(answer)]).toEqual([404, 'missing'])
    await namesOf(await stand.open(5_400_000))
    expect([stand.starts, stand.sessions.figures().sessions]).toEqual([1, 1])
  })

  describe('whose session does not go on for the first one', () => {
    let first = ''
    beforeEach(async () => {
      stand.reuses = true
      serveWindows(false)
      const names = await namesOf(id)
      first = names[0] ?? ''
      await namesOf(await stand.open(3_600_000))
      stand.reuses = false
    })

    it('share the next one: it does not show what one session keeps', async () => {
      expect(await (await stand.get(at(first))).text()).toBe(first)
      stand.reuses = true
      await namesOf(await stand.open(5_400_000))
      expect([stand.starts, stand.sessions.figures().sessions]).toEqual([2, 1])
    })

    it('are told so where its files are called differently', async () => {
      serveInstead('manifest.m3u8', (response) => playlist(response, vod('other')))
      expect(problemOf(await stand.get(at(first)))).toBe('session-changed')
    })
  })
})

it.each([
  ['the platform starts no session', 'session-refused'],
  ['nobody answers', 'unreachable'],
])('a file of another window is refused in words when %s', async (_why, problem) => {
  stand.reuses = true
  serveWindows(false)
  const [first = ''] = await namesOf(id)
  await namesOf(await stand.open(3_600_000))
  const { serve } = stand
  let asked = 0
  stand.serve = (file, request, response, startMs) => {
    if (file === first && (asked += 1) > 1) response.destroy()
    else serve(file, request, response, startMs)
  }
  stand.startFails = problem === 'session-refused'
  expect(problemOf(await stand.get(at(first)))).toBe(problem)
})

/** How often the platform has been asked for it. */
function manifests(): number {
  return stand.platform.seen.filter(({ path }) => path.endsWith('manifest.m3u8')).length
}

describe('a manifest that is asked for ahead', () => {
  it('is given to the player that comes for it, once', async () => {
    serveVod()
    stand.gateway.prefetch(id)
    await playTo('full/seg-1.m4s')
    expect(manifests()).toBe(1)
    await playTo('full/seg-1.m4s')
    expect(manifests()).toBe(2)
  })

  it('is asked for anew when nobody came for it in time, and when it failed', async () => {
    await begin({ prefetchHoldsInMs: 1_000 })
    const left = served((response) =>
      response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).write('#EXTM3U'),
    )
    stand.gateway.prefetch(id)
    await left
    await playVod()
    expect(manifests()).toBe(2)
  })

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['was cut off', (response) => response.destroy()],
    ['met a session that was over', (response) => response.writeHead(410).end()],
  ])('is asked for anew when it %s', async (_why, answer) => {
    const done = served(answer)
    stand.gateway.prefetch(id)
    await done
    await playVod()
    expect(manifests()).toBe(2)
  })

  it('is asked for of nothing that is not played', async () => {
    stand.gateway.prefetch('x'.repeat(43))
    await playVod()
    expect(manifests()).toBe(1)
  })

  it('is let go with the platform', async () => {
    const left = served(() => stand.gateway.dispose())
    stand.gateway.prefetch(id)
    await left
  })
})

it('the gateway counts what it is asked for, and what it has moved', async () => {
  stand.serve = (_file, _request, response) => segment(response, 'footage')
  for (const rest of ['1.m4s', '2.m4s']) await (await stand.get(at(rest))).text()
  await stand.get('/media/')
  expect(stand.gateway.figures()).toEqual({ requests: 3, bytes: 14 })
})

describe('failures', () => {
  it.each([
    [500, 503, 'platform-failed'],
    [503, 503, 'platform-failed'],
    [429, 429, 'rate-limited'],
    [400, 502, 'refused'],
  ])('%i of the platform is %i %s', async (status, answered, problem) => {
    stand.serve = (_file, _request, response) => response.writeHead(status).end()
    const answer = await stand.get(at('1.m4s'))
    expect([answer.status, problemOf(answer)]).toEqual([answered, problem])
  })

  it.each([
    [429, { 'retry-after': '60' }, 60_000],
    [503, { 'retry-after': '60' }, 60_000],
    [429, {}, 1_000],
  ])('%i of the platform with %j tells the player to wait for %i ms', async (status, headers, waitInMs) => {
    stand.serve = (_file, _request, response) => response.writeHead(status, headers).end()
    const answer = await stand.get(at('1.m4s'))
    expect(answer.headers.get('retry-after')).toBe(String(waitInMs / 1_000))
    expect(await answer.json()).toMatchObject({ retryInMs: waitInMs })
  })

  it('a platform that is silent, or stops in the middle, is left', async () => {
    await begin({ firstByteInMs: 50 })
    stand.serve = () => undefined
    expect(problemOf(await stand.get(at('silent.m4s')))).toBe('timeout')
    await begin({ idleInMs: 50 })
    stand.serve = (_file, _request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' }).write('first')
    }
    await expect((await stand.get(at('slow.m4s'))).text()).rejects.toThrow()
  })

  it('a player that has gone without a word holds nothing', async () => {
    await begin({ abandonedInMs: 50 })
    const asked = Promise.withResolvers<ServerResponse>()
    stand.serve = (_file, _request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' })
      pour(response, Buffer.alloc(10_000), Number.POSITIVE_INFINITY)
      asked.resolve(response)
    }
    const answer = await stand.get(at('1.m4s'))
    await once(await asked.promise, 'close')
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })

  it('a segment without an end is cut', async () => {
    await begin({ maxSegmentBytes: 100_000 })
    stand.serve = (_file, _request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' })
      pour(response, Buffer.alloc(10_000), Number.POSITIVE_INFINITY)
    }
    await expect((await stand.get(at('endless.m4s'))).arrayBuffer()).rejects.toThrow()
  })

  it('a segment that is said to be too long is not begun', async () => {
    await begin({ maxSegmentBytes: 100_000 })
    stand.serve = (_file, _request, response) =>
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 100_001 }).write('x')
    expect(problemOf(await stand.get(at('long.m4s')))).toBe('not-media')
  })

  it('a platform that has gone is unreachable', async () => {
    const { platform } = stand
    await platform.dispose()
    expect(problemOf(await stand.get(at('1.m4s')))).toBe('unreachable')
  })
})
