import { beforeEach, describe, expect, it } from 'vitest'
import { gappy, minuteMs, periodMs, someMinutesAgo } from './harness/instants.ts'
import { failureOf, opened } from './harness/playback-page.ts'

/** As a platform without that call. */
function hideCoverage(): void {
  opened.stand.proxy.fault = (asked, answer) =>
    asked.url?.startsWith('/v1/playback/coverage') === true && answer.writeHead(404).end() !== undefined
}

/** Paused at one instant after the other. */
function seek(instants: readonly number[], cameraId = 'cam-01') {
  return opened.page.evaluate(
    async ([camera, all]) => {
      const { add, follow, shown, follows } = window.playbackStage
      const tile = add(camera)
      const seen = []
      for (const instant of all) {
        follow(tile, instant, 0, true)
        const { state, untilMs } = await shown(tile, instant)
        seen.push({ state, untilMs, isRight: follows(tile, instant) })
      }
      return seen
    },
    [cameraId, instants] as const,
  )
}

describe('a platform whose manifests end at the first gap', () => {
  beforeEach(() => {
    opened.stand.proxy.rewrite = (_path, text) => text.replace(/#EXT-X-DISCONTINUITY[^]*/, '#EXT-X-ENDLIST\n')
  })

  it.each([true, false])('plays what lies after the gap (coverage is told: %s)', async (isKnown) => {
    if (!isKnown) hideCoverage()
    const from = periodMs()
    const instants = [60_000, 100_000, 90_000, 300_000, 60_000].map((ms) => from + ms)
    const seen = await seek(instants, gappy)
    for (const one of seen) expect(one).toMatchObject({ state: 'PAUSED', isRight: true })
  })

  it.each([true, false])('says when it goes on (coverage is told: %s)', async (isKnown) => {
    if (!isKnown) hideCoverage()
    const from = periodMs()
    const [inGap] = await seek([from + 73_000], gappy)
    expect(inGap).toMatchObject({ state: 'GAP', untilMs: from + 76_000 })
  })

  it('plays over the gap, and says nothing else than when it goes on', { tags: 'long' }, async () => {
    const from = periodMs()
    const seen = await opened.page.evaluate(
      async ([camera, instant, endMs]) => {
        const { openPaused, until, observe, follows, shown } = window.playbackStage
        const group = await openPaused([camera], instant)
        group.clock.play()
        const states = new Set<string>()
        const untils = new Set<number | undefined>()
        while (group.clock.epochMs < endMs) {
          await new Promise(requestAnimationFrame)
          const { state, untilMs } = observe(0)
          states.add(state)
          if (state === 'GAP') untils.add(untilMs)
        }
        await until(0, ['PLAYING'])
        group.clock.pause()
        await shown(0, group.clock.epochMs)
        return { states: [...states], untils: [...untils], isRight: follows(0, group.clock.epochMs) }
      },
      [gappy, from + 68_000, from + 78_000] as const,
    )
    expect(seen.states).not.toContain('NO RECORDING')
    expect(seen.states).not.toContain('FAILED')
    expect(seen).toMatchObject({ untils: [from + 76_000], isRight: true })
  })

  it('and cut every playlist short besides, is played all the same', { tags: 'long' }, async () => {
    opened.stand.proxy.rewrite = (path, text) =>
      path.includes('manifest.m3u8') ? text : text.slice(0, text.length / 20)
    const from = periodMs()
    const seen = await seek([from, from + 5 * minuteMs], gappy)
    for (const one of seen) expect(one).toMatchObject({ state: 'PAUSED', isRight: true })
  })
})

describe('the edges of what is kept', () => {
  it('are played from the first minute of the retention on', async () => {
    const oldestMs = Date.now() - 30 * 24 * 60 * minuteMs
    const atMs = Math.ceil(oldestMs / minuteMs) * minuteMs + minuteMs
    const [seen] = await seek([atMs])
    expect(seen).toMatchObject({ state: 'PAUSED', isRight: true })
  })

  it('plays on from half a minute ago over windows that end now', {
    tags: 'long',
  }, async () => {
    const seen = await opened.page.evaluate(async () => {
      const { openPaused, until, observe, offsetsMs, shown, follows } = window.playbackStage
      const group = await openPaused(['cam-01'], Date.now() - 120_000)
      group.clock.seek(Date.now() - 30_000)
      group.clock.play()
      await until(0, ['PLAYING'])
      // Nearer to now, so that its window ends within seconds.
      group.clock.seek(Date.now() - 20_000)
      await until(0, ['PLAYING'])
      const first = group.driver(0)?.playbackIds ?? []
      const video = group.driver(0)?.element.querySelector('video')
      let emptied = 0
      video?.addEventListener('emptied', () => (emptied += 1))
      const states = new Set<string>()
      const fromMs = group.clock.epochMs
      while (group.clock.epochMs < fromMs + 14_000) {
        await new Promise(requestAnimationFrame)
        states.add(observe(0).state)
      }
      const after = group.driver(0)?.playbackIds ?? []
      const offsets = offsetsMs()
      // The first ones are those of the seek.
      const sinceMs = fromMs + 3_000
      const zeroMs = group.clock.epochMs - performance.now()
      const aheadMs = performance.getEntriesByType('resource').flatMap(({ name, startTime }) => {
        const [, startMs] = /-(\d+)\.m4s$/.exec(name) ?? []
        const playedMs = zeroMs + startTime
        return startMs === undefined || playedMs < sinceMs ? [] : Number(startMs) - playedMs
      })
      group.clock.pause()
      await shown(0, group.clock.epochMs)
      const isRight = follows(0, group.clock.epochMs)
      return {
        rate: group.clock.rate,
        states: [...states],
        offsets,
        first,
        after,
        emptied,
        aheadMs,
        isRight,
      }
    })
    expect(seen.rate).toBe(1)
    expect(seen.states).not.toContain('NO RECORDING')
    expect(seen.states).not.toContain('FAILED')
    expect(seen.after).not.toEqual(seen.first)
    // An element that is filled anew shows nothing meanwhile: a freeze at each window.
    expect(seen.emptied).toBe(0)
    // What plays, appended once more, makes the picture stand.
    expect(seen.aheadMs.length).toBeGreaterThan(2)
    expect(Math.min(...seen.aheadMs)).toBeGreaterThan(0)
    expect(seen.isRight).toBe(true)
    expect(Math.abs(seen.offsets[0] ?? Number.NaN)).toBeLessThanOrEqual(1_500)
  })
})

describe('playlists that say less, or more', () => {
  it('are played to the picture when only the first segment names its instant', async () => {
    const tag = /#EXT-X-PROGRAM-DATE-TIME:.*\n/g
    opened.stand.proxy.rewrite = (_path, text) => {
      let tags = 0
      return text.replaceAll(tag, (line) => (tags++ === 0 ? line : ''))
    }
    const from = someMinutesAgo()
    const seen = await seek([from, from + 30_400, from - 61_000])
    for (const one of seen) expect(one).toMatchObject({ state: 'PAUSED', isRight: true })
  })

  it('are counted from the start of the window when no segment names its instant', {
    tags: 'long',
  }, async () => {
    opened.stand.proxy.rewrite = (_path, text) => text.replaceAll(/#EXT-X-PROGRAM-DATE-TIME:.*\n/g, '')
    const [seen] = await seek([someMinutesAgo()])
    expect(seen?.state).toBe('PAUSED')
  })

  it('have a gap where they call it one, to the picture', async () => {
    const from = someMinutesAgo()
    const missing = [from, from + 2_000].join('|')
    opened.stand.proxy.rewrite = (_path, text) =>
      text.replaceAll(new RegExp(`#EXTINF.*\\n.*(?:${missing}).*`, 'g'), '#EXT-X-GAP\n$&')
    const [before, first, last, after] = await seek([from - 40, from + 10, from + 3_990, from + 4_000])
    for (const one of [before, after]) expect(one).toMatchObject({ state: 'PAUSED', isRight: true })
    for (const one of [first, last]) expect(one).toMatchObject({ state: 'GAP', untilMs: from + 4_000 })
  })
})

describe('a player', () => {
  it('is said to be missing while its file cannot be had, and plays once it can', async () => {
    const { page } = opened
    await page.route(/hls/, (route) => route.abort())
    const atMs = someMinutesAgo()
    expect(await failureOf('cam-01', atMs)).toMatch(/^The player could not be loaded/)
    await page.unroute(/hls/)
    const isRight = await page.evaluate(async (instant) => {
      await window.playbackStage.until(0, ['PAUSED'])
      return window.playbackStage.follows(0, instant)
    }, atMs)
    expect(isRight).toBe(true)
  })
})

describe('the window that comes next', () => {
  // A player that brings nothing is replaced after a minute.
  const timeout = 45_000
  it.each([
    // hls.js asks three times.
    ['list', '.m3u8', 3],
    ['first segment', '.m4s', 1],
  ])(
    'is played although its %s is refused at first',
    { tags: 'long', timeout },
    async (_what, ending, times) => {
      const { proxy } = opened.stand
      let refused = 0
      proxy.fault = (asked, answer) => {
        const [, next] = proxy.started
        const isNext = next !== undefined && asked.url?.includes(next.sessionId) === true
        if (!isNext || !asked.url?.includes(ending) || refused >= times) return false
        refused += 1
        return answer.writeHead(503).end() !== undefined
      }
      await opened.page.evaluate(async (atMs) => {
        const { openGroup, showGroup, until, front } = window.playbackStage
        const group = openGroup([], atMs)
        showGroup(['cam-01'], 'reduced')
        await until(0, ['PAUSED'])
        group.clock.play()
        await until(0, ['PLAYING'])
        const small = front(0)
        showGroup(['cam-01'], 'full')
        while (front(0).widthPx <= small.widthPx) await new Promise(requestAnimationFrame)
      }, someMinutesAgo())
      expect(refused).toBe(times)
    },
  )
})
