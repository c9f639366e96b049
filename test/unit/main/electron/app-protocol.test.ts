import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '#main/core/content-security-policy.ts'
import { handleAppRequest } from '#main/electron/app-protocol.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

const dir = sharedDir()
const root = join(dir, 'renderer')
beforeAll(async () => {
  await mkdir(join(root, 'assets'), { recursive: true })
  await writeFile(join(root, 'index.html'), 'page')
  await writeFile(join(root, 'assets', 'index-DwQk3x9a.js'), 'script')
  await writeFile(join(root, '.stamp'), 'secret')
  await writeFile(join(dir, 'outside.js'), 'secret')
})

/** As Electron hands it over: `Request` itself would tidy the address up. */
const asked = (url: string, method = 'GET') => ({
  url,
  method,
  headers: new Headers({ range: 'bytes=1-2' }),
  signal: new AbortController().signal,
})
const noFootage = {
  media: async () => new Response('no footage', { status: 404 }),
  download: () => new Response('no export', { status: 404 }),
}
const get = (url: string, method = 'GET') => handleAppRequest(root, noFootage, asked(url, method))

describe('wall://app', () => {
  it.each(['wall://app/', 'wall://app/index.html', 'wall://app/index.html?view=2#x'])(
    'serves the page with the policy: %s',
    async (url) => {
      const response = await get(url)
      expect(await response.text()).toBe('page')
      expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
      // Chromium would start a second process for the page.
      expect(response.headers.get('cross-origin-opener-policy')).toBeNull()
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    },
  )

  it('serves scripts as scripts', async () => {
    const response = await get('wall://app/assets/index-DwQk3x9a.js')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  it.each([
    'wall://app/../outside.js',
    'wall://app/..%2foutside.js',
    'wall://app/%2e%2e%2foutside.js',
    'wall://app/..%5coutside.js',
    'wall://app/%252e%252e/outside.js',
    'wall://app/assets',
    'wall://app/.stamp',
    'wall://app/nothing.js',
    'wall://other/index.html',
    'wall://app:80/index.html',
    'https://app/index.html',
    'nonsense',
  ])('answers 404 to %s', async (url) => {
    const response = await get(url)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('secret')
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
  })

  it('only reads', async () => {
    expect((await get('wall://app/', 'POST')).status).toBe(405)
    expect(await (await get('wall://app/', 'HEAD')).text()).toBe('')
  })
})
