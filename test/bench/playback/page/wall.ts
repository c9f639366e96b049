import type { ConnectionStatus } from '#contract/wall/connection.ts'
import { browserClock, type Clock } from '#renderer/clock.ts'
import { PlaybackGroup } from '#renderer/playback/playback-group.ts'
import { PlaybackHolds } from '#renderer/playback/playback-holds.ts'
import { loadHls } from '#renderer/playback/tile/load-hls.ts'
import { pickShell } from '#renderer/shell/pick-shell.ts'
import { NEWEST_AGE_IN_MS } from '#renderer/wall/defaults.ts'
import { directShell } from './direct-shell.ts'
import { offer } from './playback-page.ts'
import { thumbnailTimer } from './thumbnail-timer.ts'
import type { Tiles } from './tiles.ts'

/** The wall's own tiles, clock and thumbnails, through its own shell: only the hand is the bench's. */
const monotonic: Clock = { ...browserClock, nowMs: () => performance.now() }
const shell = pickShell(window)
const holds = new PlaybackHolds(shell)
const direct = directShell(shell)

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
  const isDirect = cameraIds.some((id) => URL.canParse(id))
  const group = new PlaybackGroup(atMs, {
    ...(isDirect ? { shell: direct, holds: new PlaybackHolds(direct) } : { shell, holds }),
    clock: monotonic,
    loadHls,
    newestMs: () => Date.now() - NEWEST_AGE_IN_MS,
  })
  group.show(cameraIds.map((cameraId, tile) => ({ tile, cameraId, quality: 'full' })))
  group.setFocus(0)
  const { clock } = group
  return {
    elements: cameraIds.flatMap((_, tile) => group.driver(tile)?.element ?? []),
    seek(wallMs) {
      group.setByHand(false)
      clock.seek(wallMs)
    },
    drag(wallMs) {
      group.setByHand(true)
      clock.seek(wallMs)
    },
    mediaSeconds(tile, wallMs) {
      const place = group.driver(tile)?.map?.locate(wallMs)
      return place?.kind === 'footage' ? place.mediaSeconds : undefined
    },
    wallMs: (tile, mediaSeconds) => group.driver(tile)?.map?.wallAt(mediaSeconds),
    windowOf: (tile) => group.driver(tile)?.opened?.playbackId,
    // Its buffers are full within a moment.
    setTurn: () => undefined,
    run(rate) {
      if (rate === 0) return clock.pause()
      clock.setRate(rate)
      clock.play()
    },
  }
}

offer(openTiles, { thumbnail: thumbnailTimer(shell, holds) })
