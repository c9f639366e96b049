import { muxTransportStream } from '#test/stand/mux-transport-stream.ts'
import { framesPerLoop } from '#tools/demo-footage/footage-defaults.ts'
import { frameIndexAt } from '#tools/demo-footage/frame-code.ts'
import { annexB, nalType, typeOfNal } from '#site/media/annexb.ts'
import { muxSegment } from '#site/playback/mux-segment.ts'
import type { Fault } from './faulty-proxy.ts'
import { readLayer } from './rough-footage.ts'

const frameMs = 1_000 / 15
const framesPerPiece = 3
/** Of the first piece of a segment of the site; the one before it ends with the frames up to there. */
const firstFrame = 2
const segmentFrames = 30
export const pieceMs = framesPerPiece * frameMs
const pieces = Array.from({ length: segmentFrames / framesPerPiece }, (_, piece) => piece)
const piecePath = /\/camera\/cam-(\d+)\/(full|reduced)\/archive-(\d+)\.m4s\?piece=(\d+)/
/** Of the flags of a run's first picture: it can be decoded alone, and cannot. */
const [key, delta] = [Buffer.from('02000000', 'hex'), Buffer.from('01010000', 'hex')]

const offsetMs = (piece: number) => (firstFrame + piece * framesPerPiece) * frameMs

interface Piece {
  readonly camera: string
  readonly rendition: string
  readonly siteMs: number
  readonly piece: number
}

export type Container = 'MP4' | 'MPEG-TS'

interface CutFootageOptions {
  readonly container?: Container
  /** By when a piece begins: it is not there. `listed`: and the list does not say that it should be. */
  readonly lacks?: (startMs: number) => 'listed' | 'unlisted' | undefined
}

/**
 * The site's footage as a platform gives it that cuts by time: ten pieces to each key frame, which lies in the middle of
 * one.
 */
export class CutFootage {
  readonly #options: CutFootageOptions
  readonly #layers = new Map<string, ReturnType<typeof readLayer>>()
  /** How often each piece has been asked for, by when it begins. */
  readonly asked = new Map<number, number>()

  constructor(options: CutFootageOptions = {}) {
    this.#options = options
  }

  /** Its playlist. */
  readonly list = (_path: string, text: string): string => {
    const { container = 'MP4', lacks } = this.#options
    return text
      .replace('#EXT-X-INDEPENDENT-SEGMENTS\n', '')
      .replaceAll(/^#EXT-X-MAP:.*\n/gm, (map) => (container === 'MP4' ? map : ''))
      .replaceAll(
        /^#EXT-X-PROGRAM-DATE-TIME:.*\n#EXTINF:.*\n(archive-(\d+)\.m4s)$/gm,
        (_segment, name: string, siteMs: string) =>
          pieces
            .flatMap((piece) => {
              const startMs = Math.round(Number(siteMs) + offsetMs(piece))
              if (lacks?.(startMs) === 'unlisted') return []
              const isAfterGap = lacks?.(startMs - pieceMs) === 'unlisted'
              return [
                ...(isAfterGap ? ['#EXT-X-DISCONTINUITY'] : []),
                `#EXT-X-PROGRAM-DATE-TIME:${new Date(startMs).toISOString()}`,
                `#EXTINF:${(pieceMs / 1_000).toFixed(3)},\n${name}?piece=${piece}`,
              ]
            })
            .join('\n'),
      )
  }

  /** Answers for its pieces, which the site does not have. */
  readonly give: Fault = ({ url = '' }, answer) => {
    const [, camera, rendition = '', name, number] = piecePath.exec(url) ?? []
    if (camera === undefined) return false
    const [siteMs, piece] = [Number(name), Number(number)]
    const startMs = Math.round(siteMs + offsetMs(piece))
    this.asked.set(startMs, (this.asked.get(startMs) ?? 0) + 1)
    if (this.#options.lacks?.(startMs) !== undefined) answer.writeHead(404).end()
    else {
      const cut = this.piece({ camera, rendition, siteMs, piece })
      void cut.then((bytes) => answer.writeHead(200, { 'content-type': 'video/mp4' }).end(bytes))
    }
    return true
  }

  async piece({ camera, rendition, siteMs, piece }: Piece): Promise<Buffer> {
    const layerKey = `${camera}/${rendition}`
    const layer = this.#layers.get(layerKey) ?? readLayer(Number(camera), rendition)
    this.#layers.set(layerKey, layer)
    const { units, form } = await layer
    const startMs = siteMs + offsetMs(piece)
    const first = frameIndexAt(siteMs) + firstFrame + piece * framesPerPiece
    const cut = Array.from({ length: framesPerPiece }, (_, at) => units[(first + at) % framesPerLoop])
    const pictures = cut.map((unit, at) => ({
      isKeyFrame: unit?.isKeyFrame === true,
      annexB: annexB(unit?.nals ?? []),
      capturedAtMs: startMs + at * frameMs,
    }))
    const sets = (units[0]?.nals ?? []).filter((nal) =>
      [nalType.sps, nalType.pps].some((type) => type === typeOfNal(nal)),
    )
    if (this.#options.container === 'MPEG-TS') return muxTransportStream(pictures, { ...form, frameMs })
    const [begin] = pictures
    // A muxer begins with nothing but a key frame: the flag of the first is put right below.
    const begun = begin && { ...begin, isKeyFrame: true, annexB: annexB([...sets, ...(cut[0]?.nals ?? [])]) }
    const endMs = startMs + pieceMs
    const { media } = await muxSegment(
      { pictures: [...(begun ? [begun] : []), ...pictures.slice(1)], sound: [], startMs, endMs },
      { ...form, hasSound: false },
    )
    if (cut[0]?.isKeyFrame !== true) delta.copy(media, media.indexOf(key, media.indexOf('trun')))
    return media
  }
}
