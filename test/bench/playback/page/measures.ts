import { instantNear } from '../clip.ts'
import { LastPicture } from './last-picture.ts'
import { isCovered, type Tiles, videoOf } from './tiles.ts'
import { untilShown, watch } from './watch.ts'

/** Milliseconds until the last of the tiles shows the instant. */
export async function seek(tiles: Tiles, atMs: number): Promise<number> {
  const shown = tiles.elements.map((element) => untilShown(element, atMs))
  const startedAtMs = performance.now()
  tiles.seek(atMs)
  return Math.max(...(await Promise.all(shown))) - startedAtMs
}

/** Whether one of the tiles has that instant in its buffer. */
export function hasBuffered(tiles: Tiles, atMs: number): boolean {
  return tiles.elements.some((element, tile) => {
    const { buffered } = videoOf(element)
    const seconds = tiles.mediaSeconds(tile, atMs) ?? Number.NaN
    return Array.from({ length: buffered.length }).some(
      (_, at) => buffered.start(at) <= seconds && seconds < buffered.end(at),
    )
  })
}

export interface Drag {
  /** Different pictures that came onto the tile while the hand moved. */
  readonly shown: number
  /** How far each was behind the hand, in milliseconds of the hand's time. */
  readonly lagsMs: readonly number[]
  /** From the release to the exact picture. */
  readonly settledMs: number
}

/**
 * A hand that moves over so much footage in so long, a move a frame of the screen. Pictures are told apart by what the
 * browser says of each that it has put onto the screen: while an element seeks on, nobody can read its pixels.
 */
export async function drag(tiles: Tiles, fromMs: number, toMs: number, durationMs: number): Promise<Drag> {
  const [element] = tiles.elements
  if (element === undefined) throw new Error('no tile')
  const video = videoOf(element)
  const speed = (toMs - fromMs) / durationMs
  const startedAtMs = performance.now()
  const handAt = (atMs: number) => fromMs + Math.min(durationMs, Math.max(0, atMs - startedAtMs)) * speed
  const lags = new Map<number, number>()
  let request = 0
  const next = () => {
    request = video.requestVideoFrameCallback((_now, { presentationTime, mediaTime }) => {
      next()
      const isLate = presentationTime > startedAtMs + durationMs
      const instantMs = tiles.wallMs(0, mediaTime)
      if (isLate || instantMs === undefined || isCovered(element) || lags.has(mediaTime)) return
      lags.set(mediaTime, (handAt(presentationTime) - instantMs) / speed)
    })
  }
  next()
  while (performance.now() < startedAtMs + durationMs) {
    await new Promise(requestAnimationFrame)
    tiles.drag(handAt(performance.now()))
  }
  const settled = untilShown(element, toMs)
  const releasedAtMs = performance.now()
  tiles.seek(toMs)
  const settledMs = (await settled) - releasedAtMs
  video.cancelVideoFrameCallback(request)
  return { shown: lags.size, lagsMs: [...lags.values()], settledMs: Math.max(0, settledMs) }
}

/** How far tiles are apart at one moment, in milliseconds of footage; undefined when not all of them show a picture. */
export interface Spread {
  readonly sinceMs: number
  readonly allMs: number | undefined
  /** Without the one that was stalled. */
  readonly othersMs: number | undefined
}

const betweenSamplesMs = 100

/** Of all tiles at one moment, read from the pictures on them, again and again for so long. */
export async function spreads(tiles: Tiles, forMs: number, stalled: number): Promise<Spread[]> {
  const startedAtMs = performance.now()
  const pictures = tiles.elements.map((element) => new LastPicture(element))
  const found: Spread[] = []
  let sinceMs = 0
  while (sinceMs < forMs) {
    await new Promise((done) => setTimeout(done, betweenSamplesMs))
    await new Promise(requestAnimationFrame)
    sinceMs = performance.now() - startedAtMs
    const codes = await Promise.all(pictures.map((picture) => picture.read()))
    const [first] = codes.filter((code) => code !== undefined)
    const nearMs = first === undefined ? 0 : instantNear(first, 0)
    const instants = codes.map((code) => code && instantNear(code, nearMs))
    found.push({
      sinceMs,
      allMs: apart(instants),
      othersMs: apart(instants.filter((_instant, tile) => tile !== stalled)),
    })
  }
  for (const picture of pictures) picture.dispose()
  return found
}

function apart(instants: readonly (number | undefined)[]): number | undefined {
  const known = instants.filter((instant) => instant !== undefined)
  return known.length < instants.length ? undefined : Math.max(...known) - Math.min(...known)
}

/** Resolves once a tile that has moved has had no new picture for so long. */
export async function untilStill(tiles: Tiles, tile: number, forMs: number): Promise<void> {
  const element = tiles.elements[tile]
  if (element === undefined) throw new Error(`no tile ${tile}`)
  await new Promise<void>((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = watch(element, (frame) => {
      frame.close()
      clearTimeout(timer)
      timer = setTimeout(() => {
        stop()
        resolve()
      }, forMs)
    })
  })
}
