import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HostStage, startHostStage } from '../../../conformance/shell/host-stage.ts'
import { rawGet, rawStatus } from './raw-client.ts'

let stage: HostStage
beforeAll(async () => {
  stage = await startHostStage()
  await symlink(join(stage.dir, 'outside.js'), join(stage.dir, 'renderer', 'link.js'))
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

  it('listens on the loopback only', () => {
    expect(new URL(stage.host.url).hostname).toBe('127.0.0.1')
  })
})
