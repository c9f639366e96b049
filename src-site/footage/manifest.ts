import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, ok, type Result } from '#contract/result.ts'
import { z } from 'zod'
import { type FootageFault, footageFault } from './footage-fault.ts'

export const manifestFile = 'manifest.json'

const layerSchema = z.object({
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  bitsPerSecond: z.number().positive(),
  /** Annex B, relative to the footage folder and never outside it. */
  file: z.string().regex(/^[\w.-]+\/[\w-]+\.h264$/),
})

const cameraSchema = z.object({
  number: z.number().int().min(1).max(999),
  name: z.string().min(1),
  group: z.string().min(1),
  /** Highest first. */
  layers: z.array(layerSchema).min(1),
})

export const footageManifestSchema = z.object({
  version: z.string().min(1),
  framesPerSecond: z.number().positive(),
  durationSeconds: z.number().positive(),
  cameras: z.array(cameraSchema).min(1),
})

export type FootageCamera = z.infer<typeof cameraSchema>
export type FootageManifest = z.infer<typeof footageManifestSchema>

/** Reads `manifest.json` of a footage folder. It is written last: where it is, the files it names are complete. */
export async function loadFootage(dir: string): Promise<Result<FootageManifest, FootageFault>> {
  let text: string
  try {
    text = await readFile(join(dir, manifestFile), 'utf8')
  } catch (cause) {
    return isNotFound(cause)
      ? fail(footageFault('missing', 'There is no demo footage in this folder yet.'))
      : fail(footageFault('disk_failed', `The demo footage cannot be read: ${String(cause)}`))
  }
  try {
    return ok(footageManifestSchema.parse(JSON.parse(text)))
  } catch {
    return fail(footageFault('damaged', 'The list of the demo footage is damaged; it has to be made again.'))
  }
}

function isNotFound(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}
