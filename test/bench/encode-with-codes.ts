import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { footageDefaults, framesPerLoop } from '#tools/demo-footage/footage-defaults.ts'
import {
  cellRect,
  encodeFrameCode,
  type FrameCode,
  frameCodeArea,
  frameCodeMargin,
} from '#tools/demo-footage/frame-code.ts'

export interface CodedClip {
  readonly widthPx: number
  readonly heightPx: number
  readonly bitsPerSecond: number
  readonly framesPerSecond: number
  readonly framesPerKeyFrame: number
  /** Of each frame. */
  readonly codes: readonly FrameCode[]
  /** Of a real sensor: all bits that a camera of that rate would send, and a decoder's work with them. */
  readonly hasNoise: boolean
  readonly profile: 'baseline' | 'high'
}

/** Encodes the pictures of a demo clip anew, over and over for as long as there are codes, each with another code over its own. */
export async function encodeWithCodes(source: string, file: string, clip: CodedClip): Promise<void> {
  const { widthPx, heightPx } = clip
  const strip = [frameCodeArea.width * widthPx, frameCodeArea.height * heightPx].map(Math.round)
  const margin = [frameCodeMargin.x * widthPx, frameCodeMargin.y * heightPx].map(Math.round)
  const left = Math.round(frameCodeArea.left * widthPx - (cellRect(0).width * widthPx) / 2)
  const top = Math.round(frameCodeArea.top * heightPx - (cellRect(0).height * heightPx) / 2)
  const rate = String(clip.framesPerSecond)
  const bits = String(clip.bitsPerSecond)
  // Not `-stream_loop`: ffmpeg cannot seek back in a bare H.264 stream, and ends early without an error.
  const loops = Array.from({ length: Math.ceil(clip.codes.length / framesPerLoop) }, () => source)
  const filter = [
    `[0:v]fps=${rate},scale=${widthPx}:${heightPx}${clip.hasNoise ? ',noise=alls=8:allf=t' : ''}[picture]`,
    `[1:v]scale=${strip.join(':')}:flags=neighbor,` +
      `pad=iw+${2 * (margin[0] ?? 0)}:ih+${2 * (margin[1] ?? 0)}:${margin.join(':')}:black,format=yuv420p[code]`,
    `[picture][code]overlay=${left}:${top},format=yuv420p`,
  ].join(';')
  const flags = [
    ['-hide_banner', '-v', 'error', '-y'],
    ['-framerate', String(footageDefaults.framesPerSecond), '-i', `concat:${loops.join('|')}`],
    ['-f', 'rawvideo', '-pixel_format', 'gray', '-video_size', '13x3', '-framerate', rate, '-i', 'pipe:0'],
    ['-filter_complex', filter, '-frames:v', String(clip.codes.length)],
    ['-c:v', 'libx264', '-preset', 'superfast', '-profile:v', clip.profile, '-bf', '0', '-sc_threshold', '0'],
    ['-g', String(clip.framesPerKeyFrame), '-keyint_min', String(clip.framesPerKeyFrame)],
    ['-b:v', bits, '-maxrate', bits, '-bufsize', bits],
    ['-f', 'h264', file],
  ].flat()
  const encoder = spawn('ffmpeg', flags, { stdio: ['pipe', 'inherit', 'inherit'] })
  // It may end before it has read all: then its exit says why.
  encoder.stdin.on('error', () => undefined)
  encoder.stdin.end(strips(clip.codes))
  const [code] = await once(encoder, 'exit')
  if (code !== 0) throw new Error(`ffmpeg could not make the footage of this bench: it ended with ${code}.`)
}

/** A byte a cell: ffmpeg lays them over the picture. */
function strips(codes: readonly FrameCode[]): Buffer {
  return Buffer.concat(
    codes.map((code) => Buffer.from(encodeFrameCode(code).map((isWhite) => (isWhite ? 235 : 16)))),
  )
}
