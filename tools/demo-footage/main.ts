import { hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { readOptions } from '../../scripts/lib/read-options.mjs'
import { footageDefaults } from './footage-defaults.ts'
import {
  demoFootageDir,
  type FootageLayer,
  type FootageManifest,
  loadFootage,
  manifestFile,
} from '../../src-site/footage/manifest.ts'
import { demoCameras, demoClips } from './catalogue.ts'
import { doubtAbout } from './inspect-clip.ts'
import { encodeClip, type PictureSize, readCodes } from './video-coder.ts'

const usage = `npm run demo-footage                  checks the clips in resources/demo
npm run demo-footage -- --frames DIR  encodes them anew from lossless videos and writes the manifest

DIR holds a video for each clip and size, NNN-640.mkv and NNN-320.mkv: 450 frames, each with its frame code.
Both read the code of every frame. Needs ffmpeg with libx264.
`

const sizes: readonly PictureSize[] = [
  { widthPx: 640, heightPx: 360 },
  { widthPx: 320, heightPx: 180 },
]
const mostBytes = 20_000_000

function nameOf(clip: number, { widthPx }: PictureSize): string {
  return `${String(clip).padStart(3, '0')}-${widthPx}`
}

async function encodeAll(frames: string): Promise<void> {
  const layers = new Map<number, FootageLayer[]>()
  for (const clip of demoClips) {
    layers.set(clip, [])
    for (const size of sizes) {
      const file = `camera-${nameOf(clip, size)}.h264`
      const path = join(demoFootageDir, file)
      await encodeClip(join(frames, `${nameOf(clip, size)}.mkv`), path, size)
      const bytes = await readFile(path)
      const bitsPerSecond = Math.ceil((bytes.length * 8) / footageDefaults.durationSeconds)
      layers.get(clip)?.push({ ...size, bitsPerSecond, file, sha256: hash('sha256', bytes) })
      process.stdout.write(`${file}: ${bytes.length} bytes\n`)
    }
  }
  // Sounds are no part of the videos: cameras keep theirs.
  const before = await loadFootage(demoFootageDir)
  const soundOf = (number: number) =>
    before.ok ? before.value.cameras.find((camera) => camera.number === number)?.sound : undefined
  const manifest: FootageManifest = {
    framesPerSecond: footageDefaults.framesPerSecond,
    durationSeconds: footageDefaults.durationSeconds,
    cameras: demoCameras.map(({ number, name, group, clip }) => ({
      number,
      name,
      group,
      layers: layers.get(clip) ?? [],
      sound: soundOf(number),
    })),
  }
  await writeFile(join(demoFootageDir, manifestFile), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

/** What is wrong with the clips; empty when they are what the site counts on. */
async function faults(): Promise<string[]> {
  const footage = await loadFootage(demoFootageDir)
  if (!footage.ok) return [footage.error]
  const found: string[] = []
  let bytes = 0
  for (const clip of demoClips) {
    for (const layer of footage.value.cameras[clip - 1]?.layers ?? []) {
      const path = join(demoFootageDir, layer.file)
      const stream = await readFile(path)
      bytes += stream.length
      const doubt = doubtAbout(stream)
      if (doubt !== undefined) found.push(`${layer.file}: ${doubt}`)
      const codes = await readCodes(path, layer)
      const wrong = codes.findIndex((code, at) => code?.cameraNumber !== clip || code.frameIndex !== at)
      if (wrong >= 0) found.push(`${layer.file}: frame ${wrong} is read as ${JSON.stringify(codes[wrong])}`)
    }
  }
  if (bytes > mostBytes) found.push(`${bytes} bytes in all, more than ${mostBytes}`)
  process.stdout.write(`${demoClips.length} clips, ${bytes} bytes\n`)
  return found
}

const { values } = readOptions(usage, { options: { frames: { type: 'string' } } })
const missing = demoClips
  .flatMap((clip) => sizes.map((size) => `${nameOf(clip, size)}.mkv`))
  .find((file) => values.frames !== undefined && !existsSync(join(values.frames, file)))
if (missing !== undefined) {
  process.stderr.write(`${values.frames} has no ${missing}.\n\n${usage}`)
  process.exitCode = 2
} else {
  if (values.frames !== undefined) await encodeAll(values.frames)
  const found = await faults()
  for (const fault of found) process.stdout.write(`${fault}\n`)
  process.exitCode = found.length === 0 ? 0 : 1
}
