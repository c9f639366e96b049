import type { ConnectionStatus } from '#contract/wall/connection.ts'
import { browserClock, type Clock } from '../../../../src-renderer/clock.ts'
import { PlaybackGroup } from '../../../../src-renderer/playback/playback-group.ts'
import { PlaybackHolds } from '../../../../src-renderer/playback/playback-holds.ts'
import { loadHls } from '../../../../src-renderer/playback/tile/load-hls.ts'
import { pickShell } from '../../../../src-renderer/shell/pick-shell.ts'
import { TileCover, type TileCoverNeeds } from '../../../../src-renderer/ui/timeline-bar-cover.ts'
import { browserFrameClock } from '../../../../src-renderer/timeline/frame-clock.ts'
import { loadTemporal } from '../../../../src-renderer/timeline/axis/temporal.ts'
import { Zone } from '../../../../src-renderer/timeline/axis/zone.ts'
import { createPlaybackStore } from '../../../../src-renderer/wall/playback-store.ts'
import { offer } from './playback-page.ts'
import { openThumbnails, thumbnailTimer } from './thumbnail-timer.ts'
import type { Tiles } from './tiles.ts'

/** The wall's own tiles, clock and thumbnails, through its own shell: only the hand is the bench's. */
const monotonic: Clock = { ...browserClock, nowMs: () => performance.now() }
const shell = pickShell(window)
const holds = new PlaybackHolds(shell)
const thumbnails = openThumbnails(shell, holds)
const timeThumbnail = thumbnailTimer(thumbnails)
const utc = Zone.utc(await loadTemporal())

/** The wall tells of changes only: a page that comes later has to ask. */
const signedIn = Promise.withResolvers<void>()
const isSignedIn = ({ key }: ConnectionStatus) => {
  if (key.state === 'present') signedIn.resolve()
}
shell.subscribe('connection', isSignedIn)
const greeting = await shell.call('wall.hello', undefined)
if (greeting.ok) isSignedIn(greeting.value.connection)

async function openTiles(cameraIds: readonly string[], atMs: number): Promise<Tiles> {
  await signedIn.promise
  const [cameraId] = cameraIds
  // A hand that comes to a timeline sees the picture under it before it pulls.
  if (cameraId !== undefined) await timeThumbnail(cameraId, atMs)
  const group = new PlaybackGroup(atMs, {
    shell,
    holds,
    clock: monotonic,
    loadHls,
    newestMs: () => Date.now() - 2_000,
  })
  group.show(cameraIds.map((cameraId, tile) => ({ tile, cameraId, quality: 'full' })))
  group.setFocus(0)
  const { clock } = group
  const playback = createPlaybackStore()
  const elements = cameraIds.flatMap((_, tile) => group.driver(tile)?.element ?? [])
  const cover = elements[0]?.appendChild(document.createElement('div'))
  if (cover !== undefined) {
    const observe = () => group.driver(0)?.observe()
    coverTile(cover, { playback, cameraId: () => cameraId, observe })
  }
  return {
    elements,
    seek: (wallMs) => clock.seek(wallMs),
    scrub(atMs) {
      const scrub = atMs === undefined ? undefined : { atMs }
      playback.setState({ scrub, playhead: { mode: 'playback', atMs: clock.epochMs, sinceMs: 0, rate: 0 } })
    },
    mediaSeconds(tile, wallMs) {
      const place = group.driver(tile)?.map?.locate(wallMs)
      return place?.kind === 'footage' ? place.mediaSeconds : undefined
    },
    // Its buffers are full within a moment.
    setTurn: () => undefined,
    run(rate) {
      if (rate === 0) return clock.pause()
      clock.setRate(rate)
      clock.play()
    },
  }
}

/** As the wall does to the tile that a hand moves. */
function coverTile(
  root: HTMLElement,
  needs: Pick<TileCoverNeeds, 'playback' | 'cameraId' | 'observe'>,
): TileCover {
  const place = thumbnails.makePlace()
  const rest = { place, zone: () => utc, clock: browserFrameClock, isFollowing: () => true }
  const cover = new TileCover(root, { ...needs, ...rest })
  Object.assign(root.style, { position: 'absolute', inset: '0' })
  for (const { style } of root.querySelectorAll('canvas')) {
    Object.assign(style, { width: '100%', height: '100%' })
  }
  return cover
}

offer(openTiles, { thumbnail: timeThumbnail })
