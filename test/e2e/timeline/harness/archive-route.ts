import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '#site/clock.ts'
import { loadFootage } from '#site/footage/manifest.ts'
import { LoopedArchive } from '#site/playback/archive/looped-archive.ts'
import { masterPlaylist, recordedPlaylist } from '#site/playback/media-playlist.ts'
import type { Rendition } from '#site/playback/recordings.ts'
import { footageDir } from '#test/stand/wall-stand.ts'
import type { CutFootage } from '../../playback/driver/harness/cut-footage.ts'
import type { StandAnswer, StandRoute } from './timeline-stand.ts'
import { unwrap } from '#test/stand/unwrap.ts'

/** The demo cameras' footage below `/media/<camera>/<startMs>-<endMs>/`, as a gateway would pass it through. */
export class ArchiveRoute {
  readonly #archive: LoopedArchive
  /** Addresses of segments that were asked for, with their range. */
  readonly asked: string[] = []
  hasRanges = true
  /** Of an answer to a range, as if key frames were longer than that. */
  mostBytes = Number.POSITIVE_INFINITY
  /** Added to every answer. */
  delayMs = 0
  /** Segments that are no footage. */
  isGarbage = false
  /** Its playback has ended: nothing of it is there any more, until another one is opened. */
  isLetGo = false
  /** Nothing is recorded in it. Epoch milliseconds. */
  gap: { readonly fromMs: number; readonly untilMs: number } | undefined
  /** Its segments are cut by time. */
  cut: CutFootage | undefined
  underWay = 0
  mostUnderWay = 0

  /** As nothing had ever been asked, of a server without faults; what has been packed is kept. */
  reset(): void {
    this.asked.length = 0
    this.hasRanges = true
    this.mostBytes = Number.POSITIVE_INFINITY
    this.delayMs = 0
    this.isGarbage = false
    this.isLetGo = false
    this.gap = undefined
    this.cut = undefined
    this.mostUnderWay = 0
  }

  private constructor(archive: LoopedArchive) {
    this.#archive = archive
  }

  static async open(cameras: number): Promise<ArchiveRoute> {
    const { framesPerSecond, cameras: filmed } = unwrap(await loadFootage(footageDir))
    return new ArchiveRoute(
      new LoopedArchive({
        cameras: filmed.slice(0, cameras).map(({ number, layers }) => ({
          cameraId: `cam-${number}`,
          number,
          timeZone: 'UTC',
          framesPerSecond,
          layers: layers.map((layer) => ({ ...layer, file: join(footageDir, layer.file) })).toReversed(),
        })),
        gapsOf: () => [],
        clock: systemClock,
        retentionMs: 3 * 86_400_000,
        leastSegmentSeconds: 2,
      }),
    )
  }

  readonly answer: StandRoute = async (path, range) => {
    const parts = /^\/media\/([\w-]+)\/(\d+)-(\d+)\/(?:(full|reduced)\/)?([\w.-]+)$/.exec(path)
    if (!parts) return undefined
    const [, cameraId = '', startMs, endMs, rendition, name = ''] = parts
    const window = { startMs: Number(startMs), endMs: Number(endMs) }
    const isSegment = name.endsWith('.m4s')
    if (isSegment) this.asked.push(`${cameraId} ${rendition} ${name} ${range ?? 'whole'}`)
    if (isSegment) this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay)
    await sleep(this.delayMs)
    if (isSegment) this.underWay--
    if (isSegment && this.isLetGo) return { status: 404, headers: {}, body: '' }
    if (rendition === undefined) {
      this.isLetGo = false
      return playlist(masterPlaylist(await this.#archive.renditionsOf(cameraId), 'playlist.m3u8'))
    }
    const kind = rendition as Rendition
    if (name === 'playlist.m3u8') {
      const { fromMs, untilMs } = this.gap ?? { fromMs: Number.POSITIVE_INFINITY, untilMs: 0 }
      const segments = await this.#archive.segments(cameraId, kind, window)
      const recorded = segments.filter(({ startMs, endMs }) => endMs <= fromMs || startMs >= untilMs)
      const text = recordedPlaylist(recorded)
      const cut = this.cut?.list(name, text).replaceAll(/\.m4s\?piece=(\d+)/g, '-$1.m4s')
      return playlist(cut ?? text)
    }
    const [, siteMs, piece] = /^archive-(\d+)-(\d+)\.m4s$/.exec(name) ?? []
    const camera = cameraId.replace('cam-', '')
    const wanted = { camera, rendition: kind, siteMs: Number(siteMs), piece: Number(piece) }
    const whole =
      piece === undefined
        ? (await this.#archive.file(cameraId, kind, name))?.bytes
        : await this.cut?.piece(wanted)
    if (!whole) return undefined
    const bytes = isSegment && this.isGarbage ? Buffer.alloc(whole.length, 7) : whole
    const headers = { 'content-type': 'video/mp4' }
    const asked = /^bytes=(\d+)-(\d+)$/.exec(range ?? '')
    if (!asked || !this.hasRanges) return { status: 200, headers, body: bytes }
    const from = Number(asked[1])
    const until = Math.min(Number(asked[2]) + 1, from + this.mostBytes)
    return { status: 206, headers, body: bytes.subarray(from, until) }
  }
}

function playlist(body: string): StandAnswer {
  return { status: 200, headers: { 'content-type': 'application/vnd.apple.mpegurl' }, body }
}
