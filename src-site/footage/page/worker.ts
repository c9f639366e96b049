import type { StudioJob } from '../studio-protocol.ts'
import { encodeCamera } from './encode.ts'
import { Filming } from './filming.ts'
import { loadFonts } from './fonts.ts'

/** A lane of the studio: takes one camera after the other until there is none left. */
async function work(): Promise<void> {
  await loadFonts()
  for (let job = await nextJob(); job !== null; job = await nextJob()) {
    const { camera } = job
    const filming = new Filming(camera)
    if (job.stills !== undefined) {
      for (const frameIndex of job.stills) {
        filming.draw(frameIndex)
        await post(`stills/${camera.number}/${frameIndex}`, await filming.still())
      }
      continue
    }
    for (const { widthPx, bytes } of await encodeCamera(filming)) {
      await post(`layers/${camera.number}/${widthPx}`, bytes)
    }
  }
}

async function nextJob(): Promise<StudioJob | null> {
  const response = await fetch('next', { method: 'POST' })
  const job: StudioJob | null = await response.json()
  return job
}

async function post(path: string, body: BodyInit): Promise<void> {
  const response = await fetch(path, { method: 'POST', body })
  if (!response.ok) {
    throw new Error(`${path}: ${response.status}`)
  }
}

work().catch((cause: unknown) => {
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  return post('failed', reason)
})
