import { isPermanent } from '#contract/errors.ts'
import { MAX_TILES } from '#contract/wall/layout.ts'
import type { OpenedPlayback } from '#contract/wall/playback.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { PlaybackHolds } from '../playback/playback-holds.ts'
import type { FoundManifest, ManifestWindow } from '../timeline/thumbnails/messages.ts'
import type { ManifestPort } from '../timeline/thumbnails/thumbnails.ts'
import type { AreaOptions } from './area-options.ts'
import { onChangeOf } from './on-change-of.ts'

export interface ThumbnailFootageOptions extends Pick<AreaOptions, 'clock' | 'playback'> {
  readonly shell: Pick<WallShell, 'call'>
  readonly holds: PlaybackHolds
  /** What the tiles of a camera play at this moment. */
  readonly playedOf: (cameraId: string) => readonly OpenedPlayback[]
}

interface Own extends OpenedPlayback {
  readonly cameraId: string
}

/** As many as tiles that a hand may move at once: with fewer, each picture would start a session and stop another. */
const mostOwn = MAX_TILES
/** Long enough to look about, shorter than a session lives without its players. */
const keptForMs = 60_000

/**
 * Where small pictures are taken from: what the tiles play, otherwise a playback of its own, which gives way to the
 * tiles' and is not asked for again before a refusal allows it.
 */
export class ThumbnailFootage implements ManifestPort {
  readonly #options: ThumbnailFootageOptions
  readonly #stopListening: () => void
  /** By camera: who asks for the hour that is being opened waits for it. */
  readonly #turns = new Map<string, Promise<unknown>>()
  #own: readonly Own[] = []
  /** Main goes on with a tile's session even then, and each refusal would keep waiting tiles waiting. */
  #refusedUntilMs = 0
  #callOff = (): void => {}
  #isDisposed = false

  constructor(options: ThumbnailFootageOptions) {
    this.#options = options
    this.#stopListening = onChangeOf(options.playback, 'tiles', () => {
      this.#refusedUntilMs = 0
      this.#letGo()
    })
  }

  dispose(): void {
    this.#isDisposed = true
    this.#stopListening()
    this.#letGo()
  }

  manifestAt(cameraId: string, atMs: number): Promise<FoundManifest> {
    const before = this.#turns.get(cameraId) ?? Promise.resolve()
    const turn = before.then(() => this.#known(cameraId, atMs) ?? this.#open(cameraId, atMs))
    this.#turns.set(cameraId, turn)
    return turn
  }

  #known(cameraId: string, atMs: number): ManifestWindow | undefined {
    const own = this.#own.filter((one) => one.cameraId === cameraId)
    const found = [...this.#options.playedOf(cameraId), ...own].find(
      ({ startMs, endMs }) => startMs <= atMs && atMs < endMs,
    )
    return found && windowOf(found)
  }

  async #open(cameraId: string, atMs: number): Promise<FoundManifest> {
    const { shell, clock } = this.#options
    if (clock.nowMs() < this.#refusedUntilMs) return 'failed'
    const opened = await shell.call('playback.open', { cameraId, atMs: Math.floor(atMs), quality: 'reduced' })
    if (!opened.ok) {
      const { code, retryInMs = 0 } = opened.error
      if (code === 'too_many_sessions') this.#refusedUntilMs = clock.nowMs() + retryInMs
      return isPermanent(code) ? undefined : 'failed'
    }
    if (this.#isDisposed) return undefined
    this.#own = [{ ...opened.value, cameraId }, ...this.#own].slice(0, mostOwn)
    this.#hold()
    this.#callOff()
    this.#callOff = clock.after(keptForMs, () => this.#letGo())
    return windowOf(opened.value)
  }

  #letGo(): void {
    this.#callOff()
    if (this.#own.length === 0) return
    this.#own = []
    this.#hold()
  }

  #hold(): void {
    this.#options.holds.set(this, { playing: [], paused: this.#own.map(({ playbackId }) => playbackId) })
  }
}

function windowOf({ manifest, startMs, endMs }: OpenedPlayback): ManifestWindow {
  return { url: manifest, startMs, endMs }
}
