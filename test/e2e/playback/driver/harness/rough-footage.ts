import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { footageDir } from '#test/stand/wall-stand.ts'
import { framesPerLoop } from '#tools/demo-footage/footage-defaults.ts'
import { frameIndexAt } from '#tools/demo-footage/frame-code.ts'
import { loadFootage } from '#site/footage/manifest.ts'
import { accessUnits, annexB } from '#site/media/annexb.ts'
import { muxSegment } from '#site/playback/mux-segment.ts'

/** Durations of the pictures of one segment, in milliseconds; together `segmentMs`. */
export type Cadence = (segment: number) => readonly number[]

export const segmentMs = 2_000
const segmentPath = /\/camera\/cam-(\d+)\/(full|reduced)\/archive-(\d+)\.m4s/

/** What a camera sends over a bad network: 25 → 5 → 1 pictures a second, 15 a second with pauses, and the plain 15. */
export const roughCadence: Cadence = (segment) => {
  const kinds = [
    repeated(40, 50),
    repeated(200, 10),
    repeated(1_000, 2),
    [...repeated(40, 10), ...repeated(200, 3), 1_000],
    [1_000, ...repeated(200, 3), ...repeated(40, 10)],
    pausing(segment),
    pausing(segment),
    [67, 300, 40, 450, 33, 33, 77, 250, 350, 400],
  ]
  return kinds[(Math.imul(segment, 0x9e37) % kinds.length) & 7] ?? []
}

export const onePictureASecond: Cadence = () => [1_000, 1_000]

/** 66 ms each, but for pauses of 250 to 450 ms. */
function pausing(segment: number): number[] {
  const pauses = [250 + ((segment * 37) % 200), 250 + ((segment * 91) % 200)]
  const rest = segmentMs - pauses.reduce((sum, pause) => sum + pause, 0)
  const plain = repeated(66, Math.floor(rest / 66) - 1)
  const last = rest - 66 * plain.length
  const at = 1 + (segment % (plain.length - 4))
  return [...plain.slice(0, at), ...pauses.slice(0, 1), ...plain.slice(at), ...pauses.slice(1), last]
}

function repeated(ms: number, times: number): number[] {
  return Array.from({ length: times }, () => ms)
}

/**
 * A demo camera's footage at another cadence: each segment begins with the key frame that it begins with on the
 * site, and the pictures that follow it in the clip come when the cadence says.
 */
export class RoughFootage {
  readonly #cadence: Cadence
  readonly #layers = new Map<string, Promise<Awaited<ReturnType<typeof readLayer>>>>()

  constructor(cadence: Cadence) {
    this.#cadence = cadence
  }

  /** The segment that a platform with this footage would answer; undefined when the path is no segment. */
  async segment(path: string): Promise<Buffer | undefined> {
    const [, camera, rendition = '', name] = segmentPath.exec(path) ?? []
    if (camera === undefined) return undefined
    const key = `${camera}/${rendition}`
    const layer = this.#layers.get(key) ?? readLayer(Number(camera), rendition)
    this.#layers.set(key, layer)
    const { units, form } = await layer
    const startMs = Number(name)
    const first = frameIndexAt(startMs)
    let capturedAtMs = startMs
    const pictures = this.#cadence(startMs / segmentMs).map((durationMs, at) => {
      const unit = units[(first + at) % framesPerLoop]
      if (unit === undefined) throw new Error(`a clip of ${framesPerLoop} pictures is needed`)
      const picture = { isKeyFrame: unit.isKeyFrame, annexB: annexB(unit.nals), capturedAtMs }
      capturedAtMs += durationMs
      return picture
    })
    const cut = { pictures, sound: [], startMs, endMs: startMs + segmentMs }
    return (await muxSegment(cut, form)).media
  }

  /** What is to be seen at an instant: the newest picture that is not after it. */
  frameIndexAt(wallMs: number): number {
    const startMs = Math.floor(wallMs / segmentMs) * segmentMs
    let endMs = startMs
    const at = this.#cadence(startMs / segmentMs).findIndex((durationMs) => {
      endMs += durationMs
      return wallMs < endMs
    })
    return (frameIndexAt(startMs) + at) % framesPerLoop
  }
}

export async function readLayer(cameraNumber: number, rendition: string) {
  const footage = await loadFootage(footageDir)
  if (!footage.ok) throw new Error(footage.error)
  const camera = footage.value.cameras.find(({ number }) => number === cameraNumber)
  const layer = camera?.layers.at(rendition === 'full' ? 0 : -1)
  if (layer === undefined) throw new Error(`no footage of camera ${cameraNumber}`)
  const units = accessUnits(await readFile(join(footageDir, layer.file)))
  return { units, form: { ...layer, hasSound: camera?.sound !== undefined } }
}
