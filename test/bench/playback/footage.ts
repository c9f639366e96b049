import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectPaths } from '../../../scripts/paths.mjs'
import { type FootageLayer, type FootageManifest, footageManifestSchema } from '#site/footage/manifest.ts'
import { whyNoFfmpeg } from '../../conformance/media/ffmpeg.ts'
import { cameraId, footageDir } from '../../stand/wall-stand.ts'
import { encodeWithCodes } from '../encode-with-codes.ts'
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

type Layer = Omit<FootageLayer, 'sha256'>

/** Another way of making the clips must not find those of this one. */
const version = 'bench-playback-3'
const large: Layer = { ...benchClip.large, file: 'large.h264' }
const small: Layer = { ...benchClip.small, file: 'small.h264' }
const layerOf: Readonly<Record<Recorded, Layer>> = { '1080p': large, '360p': small }

/** The folder of footage that these benches play, made once beside the demo cameras. */
export async function playbackFootage(): Promise<string> {
  const dir = join(projectPaths().cache, version)
  const list = join(dir, 'manifest.json')
  if (existsSync(list)) return dir
  const why = whyNoFfmpeg()
  if (why !== undefined) throw new Error(why)
  console.log('drawing the footage of this bench, once …')
  const demo = footageManifestSchema.parse(
    JSON.parse(await readFile(join(footageDir, 'manifest.json'), 'utf8')),
  )
  const source = demo.cameras[0]?.layers[0]?.file ?? ''
  // Another bench may be drawing it, too: whoever is done first leaves a whole folder.
  await mkdir(projectPaths().cache, { recursive: true })
  const drawn = await mkdtemp(`${dir}-`)
  const sums = new Map<string, string>()
  for (const layer of [large, small]) {
    const file = join(drawn, layer.file)
    await encodeWithCodes(join(footageDir, source), file, {
      ...layer,
      framesPerSecond: benchClip.framesPerSecond,
      framesPerKeyFrame: benchClip.framesPerKeyFrame,
      codes: Array.from({ length: benchClip.frames }, (_, frame) => codeOfFrame(frame)),
      hasNoise: true,
      profile: 'high',
    })
    sums.set(layer.file, hash('sha256', await readFile(file)))
  }
  const manifest: FootageManifest = {
    framesPerSecond: benchClip.framesPerSecond,
    durationSeconds: benchClip.frames / benchClip.framesPerSecond,
    cameras: (Object.keys(numbers) as Recorded[]).flatMap((recorded) =>
      numbers[recorded].map((number) => ({
        number,
        name: `Bench ${number}`,
        group: recorded,
        layers: [{ ...layerOf[recorded], sha256: sums.get(layerOf[recorded].file) ?? '' }],
      })),
    ),
  }
  await writeFile(join(drawn, 'manifest.json'), JSON.stringify(manifest))
  await rename(drawn, dir).catch((error: unknown) => {
    if (!existsSync(list)) throw error
    return rm(drawn, { recursive: true })
  })
  return dir
}
