import { describe, expect, it } from 'vitest'
import { minuteMs, someMinutesAgo } from './harness/instants.ts'
import { opened, openPaused } from './harness/playback-page.ts'

/** Seeks there and looks at each picture until it is the one of that instant; `blacks`: how often there was none. */
function seek(wallMs: number) {
  return opened.page.evaluate(async (instant) => {
    const { group, shown, picture, manifestLoads, follows } = window.playbackStage
    const tile = group.driver(0)
    const before = { ids: tile?.playbackIds, video: tile?.element.querySelector('video') }
    const fromMs = performance.now()
    let blacks = 0
    const watch = () => {
      if (picture(0) === undefined) blacks += 1
      looking = requestAnimationFrame(watch)
    }
    let looking = requestAnimationFrame(watch)
    group.clock.seek(instant)
    const seen = await shown(0, instant)
    cancelAnimationFrame(looking)
    const tookMs = Math.round(performance.now() - fromMs)
    return {
      ...seen,
      tookMs,
      blacks,
      isRight: follows(0, instant),
      manifestLoads: manifestLoads(),
      isSamePlayback: String(before.ids) === String(tile?.playbackIds),
      isSameVideo: before.video === tile?.element.querySelector('video'),
    }
  }, wallMs)
}

const ids = () => opened.page.evaluate(() => String(window.playbackStage.group.driver(0)?.playbackIds))
const stopped = () => opened.stand.proxy.stops.join()

describe('a session that ends under its player', () => {
  it('costs a start of the platform and nothing else', async () => {
    const atMs = someMinutesAgo()
    await openPaused(['cam-01'], atMs)
    const alive = await seek(atMs - 3 * minuteMs)
    const manifests = opened.stand.proxy.manifests
    await opened.stand.killSessions()
    const seen = await seek(atMs - 6 * minuteMs)
    console.log(`seek in a session that lives: ${alive.tookMs} ms, in one that was ended: ${seen.tookMs} ms`)
    expect(seen).toMatchObject({
      state: 'PAUSED',
      isRight: true,
      blacks: 0,
      manifestLoads: 1,
      isSamePlayback: true,
      isSameVideo: true,
    })
    // The gateway looks once whether the new session names its files as the old one did.
    expect([opened.stand.proxy.started.length, opened.stand.proxy.manifests - manifests]).toEqual([2, 1])
  })

  it('and comes back with other names is played by a new player, behind the picture of the old one', async () => {
    const atMs = someMinutesAgo()
    await openPaused(['cam-02'], atMs)
    // What a player fetches ahead would be what finds out, at a moment of its own.
    opened.stand.proxy.fault = (asked) => Number(/-(\d+)\.m4s/.exec(asked.url ?? '')?.[1]) >= atMs
    opened.stand.proxy.prefix = 'b-'
    await opened.stand.killSessions()
    const seen = await seek(atMs - 6 * minuteMs)
    expect(seen).toMatchObject({
      state: 'PAUSED',
      isRight: true,
      blacks: 0,
      manifestLoads: 2,
      isSamePlayback: true,
      isSameVideo: true,
    })
    expect(opened.stand.proxy.started).toHaveLength(2)
  })

  it('because the wall itself has forgotten it is opened anew, behind the picture that was', async () => {
    const atMs = someMinutesAgo()
    await openPaused(['cam-03'], atMs)
    // What is fetched ahead may be what finds out, and have it opened before anything is sought.
    const before = await ids()
    await opened.page.evaluate(() => window.playbackStage.dropAll())
    const seen = await seek(atMs - 6 * minuteMs)
    expect(seen).toMatchObject({ state: 'PAUSED', isRight: true, blacks: 0 })
    expect(await ids()).not.toBe(before)
    expect(opened.stand.proxy.started).toHaveLength(2)
  })

  it('is stopped on the platform when the program ends', async () => {
    await openPaused(['cam-01', 'cam-02', 'cam-03'], someMinutesAgo())
    const started = opened.stand.proxy.started.map(({ sessionId }) => sessionId)
    expect(started).toHaveLength(3)
    await opened.stand.stopHost()
    for (const sessionId of started) await expect.poll(stopped).toContain(sessionId)
  })
})
