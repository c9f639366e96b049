import { RoughPlatform } from '../../rough/rough-platform.ts'
import type { BenchProxy } from './playback-bench.ts'

const segmentOf = /\/camera\/([^/]+)\/.*-(\d+)\.m4s$/

/** Before the site: lets everything through but the segments that are held back. */
export class GateProxy implements BenchProxy {
  readonly #rough: RoughPlatform

  private constructor(rough: RoughPlatform) {
    this.#rough = rough
  }

  static async before(targetPort: number): Promise<GateProxy> {
    return new GateProxy(await RoughPlatform.start(`http://127.0.0.1:${targetPort}`))
  }

  get port(): number {
    return this.#rough.port
  }

  /** Keeps a camera's segments waiting that begin at that instant (epoch milliseconds) or later. */
  hold(cameraId: string, fromMs: number): void {
    const test = (path: string) => {
      const [, camera, startMs] = segmentOf.exec(path) ?? []
      return camera === cameraId && Number(startMs) >= fromMs
    }
    this.#rough.use({ path: { test }, trouble: { does: 'hang' } })
  }

  release(): void {
    this.#rough.use()
  }

  dispose(): Promise<void> {
    return this.#rough.stop()
  }
}
