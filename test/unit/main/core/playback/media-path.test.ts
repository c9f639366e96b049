import { describe, expect, it } from 'vitest'
import {
  addressOfRest,
  hiddenIn,
  parseMediaPath,
  rewrittenAddress,
} from '#main/core/playback/gateway/media-path.ts'

const id = 'p'.repeat(43)
const lease = {
  url: new URL('https://video.example/session/s-1/camera/7/manifest.m3u8?sig=x'),
  sessionId: 's-1',
  generation: 1,
}
const hosts = new Set(['https://video.example', 'https://platform.example:8443'])
const at = (rest: string) => addressOfRest(rest, lease, hosts)?.href

describe('paths of a page', () => {
  it.each(['full/seg-1.m4s', 'manifest.m3u8', 'a/b/c.ts?x=../y', '~/https/video.example/x/y.ts'])(
    'reads %s',
    (rest) => expect(parseMediaPath(`/media/${id}/${rest}`)).toEqual({ playbackId: id, rest }),
  )

  it.each([
    '/media/',
    `/media/${id}`,
    `/media/${id}/`,
    `/media/${id}//seg.ts`,
    `/media/${id}/./seg.ts`,
    `/media/${id}/../seg.ts`,
    `/media/${id}/a/../../seg.ts`,
    `/media/${id}/%2e%2e/seg.ts`,
    `/media/${id}/%2E./seg.ts`,
    `/media/${id}/%252e%252e/seg.ts`,
    `/media/${id}/%25252525252e%25252525252e/seg.ts`,
    `/media/${id}/a%2fb.ts`,
    `/media/${id}/a%255cb.ts`,
    `/media/${id}/a\\b.ts`,
    `/media/${id}/a%00.ts`,
    `/media/${id}/%zz.ts`,
    `/media/short/seg.ts`,
    `/media/${id}.x/seg.ts`,
    `http://evil.example/media/${id}/seg.ts`,
    `/other/${id}/seg.ts`,
  ])('refuses %s', (path) => expect(parseMediaPath(path)).toBeUndefined())
})

describe('addresses of the platform', () => {
  it.each([
    ['manifest.m3u8', 'https://video.example/session/s-1/camera/7/manifest.m3u8?sig=x'],
    ['full/seg-1.m4s?t=1', 'https://video.example/session/s-1/camera/7/full/seg-1.m4s?t=1'],
    ['~/https/video.example/store/~session~/1.ts', 'https://video.example/store/s-1/1.ts'],
    ['~/https/platform.example%3A8443/1.ts?a=b', 'https://platform.example:8443/1.ts?a=b'],
  ])('%s', (rest, address) => expect(at(rest)).toBe(address))

  it.each([
    '~/https/evil.example/1.ts',
    '~/http/video.example/1.ts',
    '~/https/video.example%3A444/1.ts',
    '~/https/user%40video.example/1.ts',
    '~/https/user:pass%40video.example/1.ts',
    '~/https/video.example%2F@evil.example/1.ts',
    '~/https/video.example.evil.example/1.ts',
    '~/file/video.example/etc/passwd',
    '~/refused',
    '~/https/video.example?%zz/1.ts',
    'https://evil.example/1.ts',
    'data:video/mp4,x',
    '/store/1.ts',
  ])('not %s', (rest) => expect(at(rest)).toBeUndefined())
})

describe('addresses in a manifest', () => {
  const context = { manifest: lease.url, isMoved: false, lease, hidden: [], hosts, playbackId: id }
  const rewritten = (address: string) => rewrittenAddress(address, context)

  it.each(['full/seg-1.m4s', 'seg 1.ts', 'full/index.m3u8?window=1'])('%s stays', (address) =>
    expect(rewritten(address)).toBe(address),
  )

  it.each([
    ['https://video.example/session/s-1/camera/7/full/1.ts', 'full/1.ts'],
    ['/session/s-1/camera/7/full/1.ts?x=1', 'full/1.ts?x=1'],
    ['../7/full/1.ts', 'full/1.ts'],
    ['https://video.example/session/s-1/camera/7/manifest.m3u8?sig=x', 'manifest.m3u8'],
    // The reserved name with a query of their own, as renditions may have.
    ['manifest.m3u8?size=hd', '~/https/video.example/session/~session~/camera/7/manifest.m3u8?size=hd'],
    ['../7/manifest.m3u8', '~/https/video.example/session/~session~/camera/7/manifest.m3u8'],
    ['/store/s-1/1.ts', '~/https/video.example/store/~session~/1.ts'],
    ['//platform.example:8443/a/1.ts', '~/https/platform.example%3A8443/a/1.ts'],
    ['../../../../../../etc/passwd', '~/https/video.example/etc/passwd'],
  ])('%s leads through the gateway', (address, rest) =>
    expect(rewritten(address)).toBe(`/media/${id}/${rest}`),
  )

  it.each([
    'https://evil.example/1.ts',
    '//evil.example/1.ts',
    '\\\\evil.example\\1.ts',
    'http://video.example/1.ts',
    'https://user:pass@video.example/1.ts',
    'https://video.example:444/1.ts',
    'data:video/mp4;base64,AAAA',
    'blob:https://video.example/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'HTTPS://EVIL.example/1.ts',
  ])('%s leads nowhere', (address) => {
    expect(rewritten(address)).toBe(`/media/${id}/~/refused`)
    expect(at('~/refused')).toBeUndefined()
  })

  it('come back as what they were', () => {
    for (const address of [
      'https://video.example/store/s-1/1.ts?a=1',
      'https://platform.example:8443/a/b.ts',
      'https://video.example/session/s-1/camera/7/manifest.m3u8?size=hd',
    ]) {
      const path = parseMediaPath(rewritten(address))
      expect(at(path?.rest ?? '')).toBe(address)
    }
  })

  it('after a redirect are all from where it led', () => {
    const moved = new URL('https://platform.example:8443/edge/manifest.m3u8')
    expect(rewrittenAddress('full/1.ts', { ...context, manifest: moved, isMoved: true })).toBe(
      `/media/${id}/~/https/platform.example%3A8443/edge/full/1.ts`,
    )
  })
})

const leaseOf = (key: string) => ({
  ...lease,
  url: new URL(`manifest.m3u8?size=hd&start=1795926688000&key=${key}`, lease.url),
})

describe('a permission in the query of a session’s address', () => {
  const first = leaseOf('a%2Fb%20c$%27de')
  const context = {
    manifest: first.url,
    isMoved: false,
    lease: first,
    hidden: hiddenIn(first),
    hosts,
    playbackId: id,
  }

  it.each([
    // As a platform writes it, and as a variable of the manifest is written out.
    ['full/1.ts?key=a%2Fb%20c$%27de', 'full/1.ts?key=~query~key~'],
    ["full/1.ts?key=a/b c$'de&size=hd", 'full/1.ts?key=~query~key~&size=hd'],
    ["https://video.example/store/1.ts?key=a/b c$'de", '~/https/video.example/store/1.ts?key=~query~key~'],
    ['full/1795926688000.ts', 'full/1795926688000.ts'],
  ])('is nothing for a page: %s', (address, rest) => {
    const written = rewrittenAddress(address, context)
    expect(written.replace(`/media/${id}/`, '')).toBe(rest)
    const there = addressOfRest(rest, first, hosts)
    expect(there?.searchParams.get('key') ?? "a/b c$'de").toBe("a/b c$'de")
  })

  it('is that of the session that goes on', () => {
    const next = leaseOf('of-the-next')
    expect(addressOfRest('full/1.ts?key=~query~key~', next, hosts)?.search).toBe('?key=of-the-next')
  })
})
