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

/**
 * The site's footage as a platform gives it that cuts by time: five pieces to each key frame, which lies in the middle of
 * one.
 */
export class CutFootage {
  readonly #layers = new Map<string, ReturnType<typeof readLayer>>()

  /** Its playlist. */
  readonly list = (_path: string, text: string): string =>
    text
      .replace('#EXT-X-INDEPENDENT-SEGMENTS\n', '')
      .replaceAll(
        /^#EXT-X-PROGRAM-DATE-TIME:.*\n#EXTINF:.*\n(archive-(\d+)\.m4s)$/gm,
        (_segment, name: string, startMs: string) =>
          pieces
            .map((piece) => {
              const at = new Date(Math.round(Number(startMs) + offsetMs(piece))).toISOString()
              return `#EXT-X-PROGRAM-DATE-TIME:${at}\n#EXTINF:0.200,\n${name}?piece=${piece}`
            })
            .join('\n'),
      )

  /** Answers for its pieces, which the site does not have. */
  readonly give: Fault = ({ url = '' }, answer) => {
    const [, camera, rendition = '', name, piece] = piecePath.exec(url) ?? []
    if (camera === undefined) return false
    const cut = this.#piece({ camera, rendition, siteMs: Number(name), piece: Number(piece) })
    void cut.then((bytes) => answer.writeHead(200, { 'content-type': 'video/mp4' }).end(bytes))
    return true
  }

  async #piece({ camera, rendition, siteMs, piece }: Piece): Promise<Buffer> {
    const layerKey = `${camera}/${rendition}`
    const layer = this.#layers.get(layerKey) ?? readLayer(Number(camera), rendition)
    this.#layers.set(layerKey, layer)
    const { units, form } = await layer
    const startMs = siteMs + offsetMs(piece)
    const first = frameIndexAt(siteMs) + firstFrame + piece * framesPerPiece
    const cut = Array.from({ length: framesPerPiece }, (_, at) => units[(first + at) % framesPerLoop])
    const sets = (units[0]?.nals ?? []).filter((nal) =>
      [nalType.sps, nalType.pps].some((type) => type === typeOfNal(nal)),
    )
    const pictures = cut.map((unit, at) => ({
      // A muxer begins with nothing else: the flag of the first is put right below.
      isKeyFrame: at === 0 || unit?.isKeyFrame === true,
      annexB: annexB([...(at === 0 ? sets : []), ...(unit?.nals ?? [])]),
      capturedAtMs: startMs + at * frameMs,
    }))
    const endMs = startMs + framesPerPiece * frameMs
    const { media } = await muxSegment({ pictures, sound: [], startMs, endMs }, { ...form, hasSound: false })
    if (cut[0]?.isKeyFrame !== true) delta.copy(media, media.indexOf(key, media.indexOf('trun')))
    return media
  }
}
