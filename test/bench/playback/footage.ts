import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  cellRect,
  encodeFrameCode,
  frameCodeArea,
  frameCodeMargin,
} from '../../../src-site/footage/frame-code.ts'
import { type FootageManifest, footageManifestSchema } from '../../../src-site/footage/manifest.ts'
import { whyNoFfmpeg } from '../../conformance/media/ffmpeg.ts'
import { footageDir } from '../../stand/wall-stand.ts'
import { cameraId } from '../bench-page.ts'
import { benchClip, codeOfFrame } from './clip.ts'

/** Cameras of the local site without a gap, by the one rendition that they have: nobody plays fewer pixels. Nine of each. */
const numbers = {
  '1080p': [1, 2, 3, 5, 6, 7, 8, 9, 13],
  '360p': [15, 16, 17, 18, 19, 20, 21, 22, 23],
} as const
export type Recorded = keyof typeof numbers

export function camerasOf(recorded: Recorded): string[] {
  return numbers[recorded].map(cameraId)
}

type Layer = FootageManifest['cameras'][number]['layers'][number]

/** Another way of making the clips must not find those of this one. */
const version = 'bench-playback-1'
const large: Layer = { ...benchClip.large, file: `${version}/large.h264` }
const small: Layer = { ...benchClip.small, file: `${version}/small.h264` }
const layerOf: Readonly<Record<Recorded, Layer>> = { '1080p': large, '360p': small }

/** The strips of all frames, a byte a cell: ffmpeg lays them over the picture. */
function strips(): Buffer {
  return Buffer.concat(
    Array.from({ length: benchClip.frames }, (_, frame) =>
      Buffer.from(encodeFrameCode(codeOfFrame(frame)).map((isWhite) => (isWhite ? 235 : 16))),
    ),
  )
}

/**
 * A demo camera at twenty-five pictures a second, with the noise of a real sensor, each picture with its code: all
 * bits that a camera of that rate would send, and a decoder's work with it.
 */
async function encode(
  clip: string,
  { widthPx, heightPx, bitsPerSecond }: Layer,
  file: string,
): Promise<void> {
  const cell = { widthPx: cellRect(0).width * widthPx, heightPx: cellRect(0).height * heightPx }
  const strip = [frameCodeArea.width * widthPx, frameCodeArea.height * heightPx].map(Math.round)
  const margin = [frameCodeMargin.x * widthPx, frameCodeMargin.y * heightPx].map(Math.round)
  const left = Math.round(frameCodeArea.left * widthPx - cell.widthPx / 2)
  const top = Math.round(frameCodeArea.top * heightPx - cell.heightPx / 2)
  const rate = String(benchClip.framesPerSecond)
  const filter = [
    `[0:v]scale=${widthPx}:${heightPx},noise=alls=8:allf=t[picture]`,
    `[1:v]scale=${strip.join(':')}:flags=neighbor,` +
      `pad=iw+${2 * (margin[0] ?? 0)}:ih+${2 * (margin[1] ?? 0)}:${margin.join(':')}:black,format=yuv420p[code]`,
    `[picture][code]overlay=${left}:${top},format=yuv420p`,
  ].join(';')
  const flags = [
    ['-hide_banner', '-v', 'error', '-y'],
    ['-framerate', rate, '-i', `concat:${clip}|${clip}`],
    ['-f', 'rawvideo', '-pixel_format', 'gray', '-video_size', '13x3', '-framerate', rate, '-i', 'pipe:0'],
    ['-filter_complex', filter, '-frames:v', String(benchClip.frames)],
    ['-c:v', 'libx264', '-preset', 'superfast', '-bf', '0', '-sc_threshold', '0'],
    ['-g', String(benchClip.framesPerKeyFrame), '-keyint_min', String(benchClip.framesPerKeyFrame)],
    ['-b:v', String(bitsPerSecond), '-maxrate', String(bitsPerSecond), '-bufsize', String(bitsPerSecond)],
    ['-f', 'h264', file],
  ].flat()
  const encoder = spawn('ffmpeg', flags, { stdio: ['pipe', 'inherit', 'inherit'] })
  // It may end before it has read all: then its exit says why.
  encoder.stdin.on('error', () => undefined)
  encoder.stdin.end(strips())
  const [code] = await once(encoder, 'exit')
  if (code !== 0) throw new Error(`ffmpeg could not make the footage of this bench: it ended with ${code}.`)
}

/** The folder of footage that these benches play, made once beside the demo cameras. */
export async function playbackFootage(): Promise<string> {
  const dir = resolve(footageDir, '..', version)
  const list = join(dir, 'manifest.json')
  if (existsSync(list)) return dir
  const why = whyNoFfmpeg()
  if (why !== undefined) throw new Error(why)
  console.log('drawing the footage of this bench, once …')
  const demo = footageManifestSchema.parse(
    JSON.parse(await readFile(join(footageDir, 'manifest.json'), 'utf8')),
  )
  const source = demo.cameras[0]?.layers[0]?.file ?? ''
  await mkdir(join(dir, version), { recursive: true })
  for (const layer of [large, small]) {
    const file = join(dir, layer.file)
    await encode(join(footageDir, source), layer, `${file}.part`)
    await rename(`${file}.part`, file)
  }
  const manifest: FootageManifest = {
    version,
    framesPerSecond: benchClip.framesPerSecond,
    durationSeconds: benchClip.frames / benchClip.framesPerSecond,
    cameras: (Object.keys(numbers) as Recorded[]).flatMap((recorded) =>
      numbers[recorded].map((number) => ({
        number,
        name: `Bench ${number}`,
        group: recorded,
        layers: [layerOf[recorded]],
      })),
    ),
  }
  await writeFile(list, JSON.stringify(manifest))
  return dir
}
