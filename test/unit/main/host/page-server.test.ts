import { once } from 'node:events'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HostStage, startHostStage } from '#test/conformance/shell/host-stage.ts'
import { connectionTo, otherOwnAddresses } from '#test/stand/own-addresses.ts'
import { rawGet, rawStatus } from './raw-client.ts'

let stage: HostStage
beforeAll(async () => {
  stage = await startHostStage()
  await symlink(join(stage.dir, 'outside.js'), join(stage.dir, 'renderer', 'link.js'))
  for (const name of ['back\\slash.js', 'co:lon.js', 'per%63ent.js'])
    await writeFile(join(stage.dir, 'renderer', name), 'secret')
})
afterAll(() => stage.dispose())

describe('page server', () => {
  it('serves the page with the strict policy and without a cache', async () => {
    const answer = await rawGet(stage.host.origin, '/')
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('<title>page</title>')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    // Every loosening is a decision: it shows here.
    expect(answer.headers['content-security-policy']).toMatchInlineSnapshot(
      `"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; media-src 'self' blob:; worker-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"`,
    )
  })

  it('lets a browser keep what has a hash in its name', async () => {
    const answer = await rawGet(stage.host.origin, '/assets/index-DwQk3x9a.js?v=1')
    expect(answer).toMatchObject({ status: 200, body: 'export {}' })
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('answers HEAD without a body', async () => {
    expect(await rawGet(stage.host.origin, '/index.html', {}, 'HEAD')).toMatchObject({
      status: 200,
      body: '',
    })
  })

  it.each([
    '/../outside.js',
    '/assets/../../outside.js',
    '/..%2foutside.js',
    '/%2e%2e/outside.js',
    '/%2e%2e%2foutside.js',
    '/%252e%252e%252foutside.js',
    '/..\\outside.js',
    '/..%5coutside.js',
    '//outside.js',
    '/./index.html',
    '/index.html%00.js',
    '/%',
    '/link.js',
    // Names here, and ways to other places on other systems, or for who decodes twice.
    '/back%5cslash.js',
    '/co:lon.js',
    '/per%2563ent.js',
    '/.hidden.js',
    '/assets',
    '/assets/',
    '/nothing.js',
    '/shell',
    '/C:/windows/win.ini.js',
  ])('answers 404 to %s', async (path) => {
    const answer = await rawGet(stage.host.origin, path)
    expect(answer.status).toBe(404)
    expect(answer.body).not.toContain('secret')
    expect(answer.headers['content-security-policy']).toBeDefined()
  })

  it('serves nothing from outside, whatever is asked for', async () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '/',
      '%2e',
      '%2f',
      '%5c',
      'outside.js',
      'assets',
      '%00',
      'renderer',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const answer = await rawGet(stage.host.origin, `/${parts.join('')}`)
        return !answer.body.includes('secret')
      }),
      { numRuns: 200 },
    )
  })

  it.each(['localhost', 'evil.example', '127.0.0.1', '127.0.0.1:1', '[::1]:80', '127.0.0.1.evil.example'])(
    'does not answer to the name %s (DNS rebinding)',
    async (host) => {
      expect((await rawGet(stage.host.origin, '/', { host })).status).toBe(421)
    },
  )

  it.each(['cross-site', 'same-site'])('gives nothing to a page of another site (%s)', async (site) => {
    expect((await rawGet(stage.host.origin, '/', { 'sec-fetch-site': site })).status).toBe(403)
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    expect((await rawGet(stage.host.origin, '/', {}, method)).status).toBe(405)
  })

  it('refuses a request line with an address of its own', async () => {
    const { host } = new URL(stage.host.origin)
    const status = await rawStatus(
      stage.host.origin,
      `GET http://evil.example/index.html HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    )
    expect(status).toContain('404')
  })

  it('answers nonsense with 400 and stays up', async () => {
    expect(await rawStatus(stage.host.origin, 'NONSENSE\r\n\r\n')).toContain('400')
    expect((await rawGet(stage.host.origin, '/')).status).toBe(200)
  })

  it('listens on the loopback only', async () => {
    const port = Number(new URL(stage.host.url).port)
    expect(await connectionTo('127.0.0.1', port)).toBe('open')
    for (const address of otherOwnAddresses())
      expect([address, await connectionTo(address, port)]).toEqual([address, 'ECONNREFUSED'])
  })
})

describe('footage', () => {
  const ours = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
  const ask = (signal: AbortSignal, headers = {}) =>
    fetch(`${stage.host.origin}/media/abc/full/1.m4s?a=1`, { signal, headers: { ...ours, ...headers } })

  it.each([
    ['an address that somebody typed', { 'sec-fetch-site': 'none' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a program that says nothing', {}],
    ['a link', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
  ])('is not given to %s', async (_what, headers) => {
    stage.wall.media = async () => new Response('footage')
    expect((await rawGet(stage.host.origin, '/media/abc/full/1.m4s', headers)).status).toBe(403)
  })

  it('is asked for with the range that the page names', async () => {
    stage.wall.media = async ({ path, headers }) =>
      new Response(`${path} ${headers.get('range')}`, { status: 206, headers: { etag: '"a"' } })
    const answer = await ask(new AbortController().signal, { range: 'bytes=2-5' })
    expect([answer.status, answer.headers.get('etag')]).toEqual([206, '"a"'])
    expect(await answer.text()).toBe('/media/abc/full/1.m4s?a=1 bytes=2-5')
  })

  it('is let go when the page does not want it any more, also while nothing of it comes', async () => {
    const left = Promise.withResolvers<string>()
    stage.wall.media = async () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(new Uint8Array(1_000)),
          cancel: () => left.resolve('let go'),
        }),
      )
    const off = new AbortController()
    const answer = await ask(off.signal)
    await answer.body?.getReader().read()
    off.abort()
    expect(await left.promise).toBe('let go')
  })

  it('is not asked for any longer when the page has gone before there was an answer', async () => {
    const asked = Promise.withResolvers<AbortSignal>()
    stage.wall.media = ({ signal }) => {
      asked.resolve(signal)
      return new Promise((answer) => signal.addEventListener('abort', () => answer(new Response('late'))))
    }
    const off = new AbortController()
    const answer = ask(off.signal)
    const signal = await asked.promise
    off.abort()
    await expect(answer).rejects.toThrow()
    if (!signal.aborted) await once(signal, 'abort')
  })
})
