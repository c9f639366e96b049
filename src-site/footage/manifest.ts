import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '#contract/json.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { z } from 'zod'
import { codeOf } from '#contract/thrown.ts'

/** The clips of the repository; `tools/demo-footage` makes them. */
export const demoFootageDir = join(import.meta.dirname, '../../resources/demo')

export const manifestFile = 'manifest.json'

const layerSchema = z.object({
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  bitsPerSecond: z.number().positive(),
  /** Annex B, in the folder of the manifest. */
  file: z.string().regex(/^[\w-]+\.h264$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** Ogg Opus of whole seconds, in the folder of the manifest. */
const soundSchema = z.object({
  file: z.string().regex(/^[\w-]+\.opus$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const cameraSchema = z.object({
  number: z.number().int().min(1).max(999),
  name: z.string().min(1),
  group: z.string().min(1),
  /** Highest first. Cameras may share a clip. */
  layers: z.array(layerSchema).min(1),
  sound: soundSchema.optional(),
})

export const footageManifestSchema = z.object({
  framesPerSecond: z.number().positive(),
  durationSeconds: z.number().positive(),
  cameras: z.array(cameraSchema).min(1),
})

export type FootageLayer = z.infer<typeof layerSchema>
export type FootageCamera = z.infer<typeof cameraSchema>
export type FootageManifest = z.infer<typeof footageManifestSchema>

/** Reads the manifest of a footage folder and compares every clip that it names with its checksum. Fails with a sentence. */
export async function loadFootage(dir: string): Promise<Result<FootageManifest, string>> {
  const manifest = await readManifest(dir)
  if (!manifest.ok) return manifest
  const files = manifest.value.cameras.flatMap(({ layers, sound }) => [...layers, ...(sound ? [sound] : [])])
  const sums = new Map(files.map(({ file, sha256 }) => [file, sha256]))
  const faults = await Promise.all([...sums].map(([file, sha256]) => clipFault(dir, file, sha256)))
  const fault = faults.find((one) => one !== undefined)
  return fault === undefined ? manifest : fail(fault)
}

async function readManifest(dir: string): Promise<Result<FootageManifest, string>> {
  let text: string
  try {
    text = await readFile(join(dir, manifestFile), 'utf8')
  } catch (cause) {
    return codeOf(cause) === 'ENOENT'
      ? fail(`There is no demo footage in ${dir}.`)
      : fail(`The demo footage cannot be read: ${String(cause)}`)
  }
  const { data } = footageManifestSchema.safeParse(parseJson(text))
  return data ? ok(data) : fail(`The list of the demo footage in ${dir} is damaged.`)
}

async function clipFault(dir: string, file: string, sha256: string): Promise<string | undefined> {
  try {
    if (hash('sha256', await readFile(join(dir, file))) === sha256) return undefined
    return `The demo clip ${join(dir, file)} is damaged: its checksum is wrong.`
  } catch (cause) {
    return `The demo footage cannot be read: ${String(cause)}`
  }
}
