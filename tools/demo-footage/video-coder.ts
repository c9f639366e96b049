import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { decodeFrameCode, type FrameCode } from './frame-code.ts'
import { footageDefaults } from './footage-defaults.ts'

export interface PictureSize {
  readonly widthPx: number
  readonly heightPx: number
}

/** Together the clips are to stay below 20 MB: constant quality, and for busy places a bound. */
const rates = {
  large: { quality: 28, mostBitsPerSecond: 280_000 },
  small: { quality: 27, mostBitsPerSecond: 105_000 },
} as const

/** Constrained baseline without B frames, a key frame a second wherever the scene changes: what WebRTC ends decode. */
export async function encodeClip(source: string, file: string, { widthPx }: PictureSize): Promise<void> {
  const { framesPerKeyFrame } = footageDefaults
  const { quality, mostBitsPerSecond } = widthPx > 320 ? rates.large : rates.small
  const flags = [
    ['-v', 'error', '-y', '-i', source],
    ['-vf', 'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p'],
    ['-c:v', 'libx264', '-preset', 'slow', '-crf', String(quality)],
    ['-maxrate', String(mostBitsPerSecond), '-bufsize', String(2 * mostBitsPerSecond)],
    ['-profile:v', 'baseline', '-level', '3.1', '-bf', '0', '-refs', '4', '-threads', '1'],
    ['-g', String(framesPerKeyFrame), '-keyint_min', String(framesPerKeyFrame), '-sc_threshold', '0'],
    ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ['-f', 'h264', file],
  ].flat()
  const [exitCode] = await once(spawn('ffmpeg', flags, { stdio: ['ignore', 'inherit', 'inherit'] }), 'exit')
  if (exitCode !== 0) throw new Error(`ffmpeg could not encode ${source}: it ended with ${exitCode}`)
}

/** The code of every picture of a clip, as it is read after decoding. */
export async function readCodes(
  file: string,
  { widthPx, heightPx }: PictureSize,
): Promise<(FrameCode | undefined)[]> {
  const flags = ['-v', 'error', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1']
  const decoder = spawn('ffmpeg', flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(decoder, 'exit')
  const chunks: Buffer[] = []
  for await (const chunk of decoder.stdout) chunks.push(chunk)
  const [exitCode] = await exit
  if (exitCode !== 0) throw new Error(`ffmpeg could not decode ${file}: it ended with ${exitCode}`)
  const pictures = Buffer.concat(chunks)
  const pictureBytes = widthPx * heightPx
  return Array.from({ length: Math.floor(pictures.length / pictureBytes) }, (_, index) =>
    decodeFrameCode(pictures.subarray(index * pictureBytes, (index + 1) * pictureBytes), widthPx, heightPx),
  )
}
