import { frameMs, instantNear } from '../clip.ts'
import { capture, readCode } from './read-code.ts'
import { isCovered, videoOf } from './tiles.ts'

/** What has not come by then never comes. */
const limitMs = 60_000

/**
 * Told of every picture that comes onto a tile, with the time of `performance.now()` at which it came. The picture is
 * to be closed by whoever is told.
 */
export function watch(
  element: HTMLElement,
  onPicture: (frame: VideoFrame, presentedAtMs: number) => void | Promise<void>,
): () => void {
  const video = videoOf(element)
  let request = 0
  let isStopped = false
  const look = (presentedAtMs: number, mediaTime: number): void => {
    if (isStopped) return
    const frame = isCovered(element) ? undefined : capture(video)
    if (frame !== undefined) {
      // A seek may have put another picture there before this one could be read.
      const isThat = Math.abs(frame.timestamp / 1_000_000 - mediaTime) < 0.001
      return void onPicture(frame, isThat ? presentedAtMs : performance.now())
    }
    // A picture may be on the screen before its element says that it has one; and it may be uncovered later.
    requestAnimationFrame((nowMs) => look(isCovered(element) ? nowMs : presentedAtMs, mediaTime))
  }
  const next = () => {
    request = video.requestVideoFrameCallback((_now, { presentationTime, mediaTime }) => {
      next()
      look(presentationTime, mediaTime)
    })
  }
  next()
  return () => {
    isStopped = true
    video.cancelVideoFrameCallback(request)
  }
}

/** Resolves with the time at which the tile has come to show the picture of that instant, or one beside it. */
export function untilShown(element: HTMLElement, wallMs: number): Promise<number> {
  const shown = Promise.withResolvers<number>()
  const look = async (frame: VideoFrame, presentedAtMs: number) => {
    const code = await readCode(frame)
    const afterMs = code ? wallMs - instantNear(code, wallMs) : Number.NaN
    if (afterMs >= -frameMs && afterMs < 2 * frameMs) shown.resolve(presentedAtMs)
  }
  const stop = watch(element, look)
  // It may be there already: where a hand has rested before it lets go.
  const frame = isCovered(element) ? undefined : capture(videoOf(element))
  if (frame !== undefined) void look(frame, performance.now())
  const giveUp = setTimeout(
    () => shown.reject(new Error('a tile did not come to show what it was asked')),
    limitMs,
  )
  return shown.promise.finally(() => {
    clearTimeout(giveUp)
    stop()
  })
}
