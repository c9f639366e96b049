import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, ok, type Result } from '#contract/result.ts'
import { inspectClip } from './annex-b.ts'
import { type CameraPlan, planCameras } from './catalogue.ts'
import { footageDefaults, framesPerLoop } from './footage-defaults.ts'
import { type FootageFault, footageFault } from './footage-fault.ts'
import { footageVersion } from './footage-version.ts'
import { type FootageCamera, type FootageManifest, loadFootage, manifestFile } from './manifest.ts'
import { runStudio } from './studio.ts'

export interface FootageOrder {
  /** The cache folder; made when it is not there. */
  readonly dir: string
  readonly cameras?: number
  /** Chromium's binary; otherwise TESSERA_CHROMIUM, otherwise the one that Playwright has installed. */
  readonly chromiumPath?: string
  /** Called once a camera, in the order in which they get done. */
  readonly onProgress?: (progress: {
    readonly done: number
    readonly total: number
    readonly name: string
  }) => void
  readonly signal?: AbortSignal
}

/**
 * Makes sure that the folder holds at least so many demo cameras of the present version; what is there is kept.
 * Several runs may work on one folder: clips and the manifest appear by rename only, the manifest last.
 */
export async function makeFootage(order: FootageOrder): Promise<Result<FootageManifest, FootageFault>> {
  const version = await footageVersion()
  const plans = planCameras(order.cameras ?? footageDefaults.defaultCameras)
  const present = await loadFootage(order.dir)
  const kept = present.ok && present.value.version === version ? present.value.cameras : []
  if (present.ok && kept.length >= plans.length) {
    return present
  }
  const missing = plans.filter((plan) => !kept.some((camera) => camera.number === plan.number))
  try {
    const folder = join(order.dir, version)
    await mkdir(folder, { recursive: true })
    const failure = await drawCameras(order, missing, folder)
    if (failure !== undefined) {
      return fail(failure)
    }
    const made = missing.map((plan) => describe(plan, version))
    const manifest: FootageManifest = {
      version,
      framesPerSecond: footageDefaults.framesPerSecond,
      durationSeconds: footageDefaults.durationSeconds,
      cameras: [...kept, ...made].sort((a, b) => a.number - b.number),
    }
    await writeWhole(join(order.dir, manifestFile), JSON.stringify(manifest, undefined, 2))
    await removeOldVersions(order.dir, version)
    return ok(manifest)
  } catch (cause) {
    return fail(
      footageFault('disk_failed', `The demo footage cannot be written to ${order.dir}: ${String(cause)}`),
    )
  }
}

async function drawCameras(
  order: FootageOrder,
  plans: readonly CameraPlan[],
  folder: string,
): Promise<FootageFault | undefined> {
  const layersMade = new Map<number, number>()
  let done = 0
  return runStudio({
    jobs: plans.map((camera) => ({ camera })),
    resultsPerJob: footageDefaults.layers.length,
    chromiumPath: order.chromiumPath,
    signal: order.signal,
    layerMade: async (cameraNumber, widthPx, bytes) => {
      const doubt = doubtAbout(bytes)
      if (doubt !== undefined) {
        throw new Error(`camera ${cameraNumber}, ${widthPx} px: ${doubt}`)
      }
      await writeWhole(join(folder, clipName(cameraNumber, widthPx)), bytes)
      const layers = (layersMade.get(cameraNumber) ?? 0) + 1
      layersMade.set(cameraNumber, layers)
      const plan = plans.find(({ number }) => number === cameraNumber)
      if (layers === footageDefaults.layers.length && plan !== undefined) {
        done += 1
        order.onProgress?.({ done, total: plans.length, name: plan.name })
      }
    },
  })
}

/** A clip is kept only when it is what the publisher counts on; the sentence says what it is instead. */
export function doubtAbout(bytes: Uint8Array): string | undefined {
  const facts = inspectClip(bytes)
  const wanted = Array.from(
    { length: framesPerLoop / footageDefaults.framesPerKeyFrame },
    (_, index) => index * footageDefaults.framesPerKeyFrame,
  )
  if (facts.pictures !== framesPerLoop) {
    return `the encoder gave ${facts.pictures} pictures instead of ${framesPerLoop}`
  }
  if (facts.keyFrames.join() !== wanted.join()) {
    return 'key frames are not where they were asked for'
  }
  if (facts.hasBFrames || !facts.isConstrainedBaseline) {
    return 'the stream is not constrained baseline'
  }
  return undefined
}

function describe(plan: CameraPlan, version: string): FootageCamera {
  return {
    number: plan.number,
    name: plan.name,
    group: plan.group,
    layers: footageDefaults.layers.map((layer) => ({
      ...layer,
      file: `${version}/${clipName(plan.number, layer.widthPx)}`,
    })),
  }
}

function clipName(cameraNumber: number, widthPx: number): string {
  return `camera-${String(cameraNumber).padStart(3, '0')}-${widthPx}.h264`
}

async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`
  await writeFile(unfinished, content)
  await rename(unfinished, path)
}

/** Twelve hexadecimal digits are a version of ours; anything else in the folder is not ours to remove. */
async function removeOldVersions(dir: string, version: string): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== version && /^[0-9a-f]{12}$/.test(entry.name)) {
      await rm(join(dir, entry.name), { recursive: true, force: true })
    }
  }
}
