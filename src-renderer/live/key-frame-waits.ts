import type { LiveDefaults } from './defaults.ts'

type Limits = Pick<
  LiveDefaults['standby'],
  'hotAboveMs' | 'learnSlowerWeight' | 'learnFasterWeight' | 'probes'
>

interface Learned {
  readonly waitMs: number
  readonly samples: number
}

/**
 * How long each camera keeps a viewer waiting for a picture once it is switched on: 50 ms where the gateway
 * sends a key frame on demand, up to a whole group of pictures where it does not.
 */
export class KeyFrameWaits {
  readonly #learned = new Map<string, Learned>()
  readonly #limits: Limits

  constructor(limits: Limits) {
    this.#limits = limits
  }

  learn(cameraId: string, waitMs: number): void {
    const before = this.#learned.get(cameraId)
    const weight = !before
      ? 1
      : waitMs > before.waitMs
        ? this.#limits.learnSlowerWeight
        : this.#limits.learnFasterWeight
    const averageMs = (before?.waitMs ?? 0) * (1 - weight) + waitMs * weight
    this.#learned.set(cameraId, { waitMs: averageMs, samples: (before?.samples ?? 0) + 1 })
  }

  /** Milliseconds, weighted towards the slow ones; undefined for a camera never seen. */
  waitMs(cameraId: string): number | undefined {
    return this.#learned.get(cameraId)?.waitMs
  }

  isSlow(cameraId: string): boolean {
    return (this.waitMs(cameraId) ?? 0) > this.#limits.hotAboveMs
  }

  /** Not yet known well enough to rely on standing by. One slow sample is enough to know. */
  isUnproven(cameraId: string): boolean {
    return !this.isSlow(cameraId) && (this.#learned.get(cameraId)?.samples ?? 0) < this.#limits.probes
  }
}
