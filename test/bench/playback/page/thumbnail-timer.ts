import type { WallShell } from '#contract/wall/shell.ts'
import type { PlaybackHolds } from '#renderer/playback/playback-holds.ts'
import { Thumbnails } from '#renderer/timeline/thumbnails/thumbnails.ts'
import { instantNear, segmentMs } from '../clip.ts'
import { capture, readCode } from './read-code.ts'

const limitMs = 30_000

/** Wishes for pictures of the timeline, timed until the picture of the asked segment has come. */
export function thumbnailTimer(shell: Pick<WallShell, 'call'>, holds: PlaybackHolds) {
  const thumbnails = new Thumbnails({
    async manifestAt(cameraId, atMs) {
      const answer = await shell.call('playback.open', { cameraId, atMs, quality: 'reduced' })
      if (!answer.ok) throw new Error(answer.error.message)
      const { playbackId, manifest, startMs, endMs } = answer.value
      holds.set(thumbnails, { playing: [], paused: [playbackId] })
      return { url: manifest, startMs, endMs }
    },
  })

  return async (cameraId: string, atMs: number): Promise<number> => {
    const wantedMs = Math.floor(atMs / segmentMs) * segmentMs
    const made = Promise.withResolvers<{ picture: ImageBitmap; atMs: number }>()
    const place = thumbnails.makePlace()
    const giveUp = setTimeout(() => made.reject(new Error('a thumbnail did not come')), limitMs)
    const startedAtMs = performance.now()
    place.want(cameraId, atMs, segmentMs, (taken) => {
      // What is near is shown first.
      if (taken?.atMs === wantedMs) made.resolve({ picture: taken.picture, atMs: performance.now() })
      else taken?.picture.close()
    })
    const { picture, atMs: cameAtMs } = await made.promise
    clearTimeout(giveUp)
    place.forget()
    const frame = capture(picture)
    const code = frame && (await readCode(frame))
    picture.close()
    if (!code || instantNear(code, wantedMs) !== wantedMs) throw new Error('a thumbnail of another instant')
    return cameAtMs - startedAtMs
  }
}
