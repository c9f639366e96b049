import type { ThumbnailPort } from '../hover-driver.ts'
import type { FoundManifest, TakenPicture, ThumbnailAnswer, ThumbnailMessage } from './messages.ts'

/** Where the footage of an instant is to be had: the playback of the camera's tile where it has one. */
export type ManifestPort = { manifestAt(cameraId: string, atMs: number): Promise<FoundManifest> }

function openThumbnailWorker(): Worker {
  return new Worker(new URL('./thumbnail-worker.ts', import.meta.url), { type: 'module', name: 'thumbnails' })
}

interface Shown {
  readonly cameraId: string
  readonly show: (taken: TakenPicture | undefined) => void
}

/** Pictures of any camera at any instant, for the hover card and for tiles while the hand moves. */
export class Thumbnails {
  readonly #worker: Worker
  readonly #port: ManifestPort
  readonly #shown = new Map<string, Shown>()
  #places = 0

  constructor(port: ManifestPort, worker: Worker = openThumbnailWorker()) {
    this.#port = port
    this.#worker = worker
    worker.addEventListener('message', this.#onMessage)
  }

  dispose(): void {
    this.#shown.clear()
    this.#worker.removeEventListener('message', this.#onMessage)
    this.#worker.terminate()
  }

  /** One for everything that shows a picture of its own. */
  makePlace(): ThumbnailPort {
    const place = `place-${++this.#places}`
    return {
      want: (cameraId, atMs, stepMs, show) => {
        this.#shown.set(place, { cameraId, show })
        this.#post({ type: 'want', wish: { place, cameraId, atMs, stepMs } })
      },
      forget: () => {
        if (this.#shown.delete(place)) this.#post({ type: 'forget', place })
      },
    }
  }

  readonly #onMessage = ({ data }: MessageEvent<ThumbnailAnswer>): void => {
    if (data.type === 'ask-manifest') return void this.#sendManifest(data)
    const shown = this.#shown.get(data.place)
    if (shown?.cameraId === data.cameraId) shown.show(data.taken)
    else data.taken?.picture.close()
  }

  async #sendManifest({ requestId, cameraId, atMs }: { requestId: number; cameraId: string; atMs: number }) {
    const window = await this.#port.manifestAt(cameraId, atMs).catch(() => 'failed' as const)
    // A worker knows no address but its own.
    const absolute =
      typeof window === 'object' ? { ...window, url: new URL(window.url, location.href).href } : window
    this.#post({ type: 'manifest', requestId, window: absolute })
  }

  #post(message: ThumbnailMessage): void {
    this.#worker.postMessage(message, [])
  }
}
