import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { footageManifestSchema } from '../../src-site/footage/manifest.ts'
import { footageDir } from '../stand/wall-stand.ts'

const maker = resolve(import.meta.dirname, '../../src-site/footage/make.ts')
const CAMERAS = 24
const SPARSE_GOP_SECONDS = 4
/** Cameras with a key frame every four seconds, as many a camera sends by default. */
export const SPARSE_CAMERAS = [23, 24]

async function draw(out: string, ...flags: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [maker, '--out', out, '--cameras', String(CAMERAS), ...flags])
}

const readManifest = async (dir: string) =>
  footageManifestSchema.parse(JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')))

/**
 * The folder of clips for `bench switch`, made once beside the demo cameras: 24 cameras, the last ones with
 * rare key frames. Drawn pictures are kept; a second run costs nothing.
 */
export async function benchFootage(): Promise<string> {
  const beside = resolve(footageDir, '..', 'bench-footage')
  const [dense, sparse, mixed] = ['dense', 'sparse', 'mixed'].map((name) => join(beside, name))
  if (!dense || !sparse || !mixed) throw new Error('unreachable')
  await mkdir(mixed, { recursive: true })
  await draw(dense)
  await draw(sparse, '--key-frame-seconds', String(SPARSE_GOP_SECONDS), '--only', SPARSE_CAMERAS.join())
  const [often, seldom] = await Promise.all([readManifest(dense), readManifest(sparse)])
  const cameras = await Promise.all(
    often.cameras.map(async (camera) => {
      const rare = seldom.cameras.find((one) => one.number === camera.number)
      const from = rare ? sparse : dense
      const layers = await Promise.all(
        (rare ?? camera).layers.map(async (layer) => {
          const file = `clips/${rare ? 'rare-' : ''}${layer.file.split('/').at(-1)}`
          await cp(join(from, layer.file), join(mixed, file), { force: false, errorOnExist: false })
          return { ...layer, file }
        }),
      )
      return { ...camera, layers }
    }),
  )
  await writeFile(join(mixed, 'manifest.json'), JSON.stringify({ ...often, cameras }))
  return mixed
}
