import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { listen } from '#test/stand/loopback.ts'
import { RoughPlatform } from '../../rough/rough-platform.ts'

describe('the rough platform', () => {
  const asked: string[] = []
  const site = createServer((request, response) => {
    void buffer(request).then((body) => {
      asked.push(body.toString())
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"token":"t"}${' '.repeat(2_000)}`)
    })
  })
  let platform: RoughPlatform

  beforeAll(async () => {
    platform = await RoughPlatform.start(`http://127.0.0.1:${await listen(site)}`)
  })
  afterAll(async () => {
    await platform.stop()
    site.closeAllConnections()
    site.close()
  })

  const mint = (cameraId: string, signal?: AbortSignal) =>
    fetch(platform.url + defaultPaths.participants, {
      method: 'POST',
      body: JSON.stringify({ cameraId }),
      ...(signal === undefined ? {} : { signal }),
    })

  it('passes what no rule names, and troubles what one does', async () => {
    platform.use({ call: 'participants', cameras: ['a'], trouble: { does: 'status', status: 500 } })
    expect((await mint('a')).status).toBe(500)
    expect(await (await mint('b')).json()).toEqual({ token: 't' })
    expect(platform.calls.slice(-2)).toEqual([
      { call: 'participants', method: 'POST', cameraId: 'a', trouble: 'status' },
      { call: 'participants', method: 'POST', cameraId: 'b', trouble: undefined },
    ])
  })

  it('hangs until the rule is taken back', async () => {
    platform.use({ cameras: ['a'], trouble: { does: 'hang' } })
    const seenBefore = platform.calls.length
    const answer = mint('a')
    await expect.poll(() => platform.calls.length).toBe(seenBefore + 1)
    platform.use()
    expect((await answer).status).toBe(200)
  })

  it('trickles until the rule is taken back, and sends what is left then', async () => {
    // It would take minutes.
    platform.use({ cameras: ['a'], trouble: { does: 'drip', bytesPerSecond: 10 } })
    const answer = await mint('a')
    platform.use()
    expect(await answer.json()).toEqual({ token: 't' })
  })

  it('ends a call that hangs when its client gives up', async () => {
    platform.use({ trouble: { does: 'hang' } })
    const stop = new AbortController()
    const seenBefore = platform.calls.length
    const answer = mint('a', stop.signal)
    await expect.poll(() => platform.calls.length).toBe(seenBefore + 1)
    stop.abort()
    await expect(answer).rejects.toThrow()
  })

  it('resets before the platform has heard, or after', async () => {
    platform.use(
      { cameras: ['unheard'], trouble: { does: 'reset', when: 'before' } },
      { cameras: ['heard'], trouble: { does: 'reset', when: 'after' } },
    )
    await expect(mint('unheard')).rejects.toThrow('fetch failed')
    await expect(mint('heard')).rejects.toThrow('fetch failed')
    expect(asked).not.toContain('{"cameraId":"unheard"}')
    expect(asked).toContain('{"cameraId":"heard"}')
  })

  it('rewrites the answer, so many times', async () => {
    platform.use({ times: 1, trouble: { does: 'rewrite', json: (answer) => [answer] } })
    expect(await (await mint('a')).json()).toEqual([{ token: 't' }])
    expect(await (await mint('a')).json()).toEqual({ token: 't' })
  })

  it('draws the same for each camera however the calls interleave', async () => {
    const rule = { percent: 50, trouble: { does: 'status', status: 503 } } as const
    const drawn = async (order: readonly string[]) => {
      platform.use(rule)
      const statuses: Record<string, number[]> = { a: [], b: [] }
      for (const cameraId of order) statuses[cameraId]?.push((await mint(cameraId)).status)
      return statuses
    }
    const alternating = await drawn(Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'a' : 'b')))
    const inBlocks = await drawn([
      ...Array.from({ length: 10 }, () => 'b'),
      ...Array.from({ length: 10 }, () => 'a'),
    ])
    expect(inBlocks).toEqual(alternating)
    expect(new Set(alternating['a'])).toEqual(new Set([200, 503]))
  })
})
