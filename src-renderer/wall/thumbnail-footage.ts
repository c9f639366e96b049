import { isPermanent } from '#contract/errors.ts'
import { MAX_TILES } from '#contract/wall/layout.ts'
import type { OpenedPlayback } from '#contract/wall/playback.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { PlaybackHolds } from '../playback/playback-holds.ts'
import type { FoundManifest, ManifestWindow } from '../timeline/thumbnails/messages.ts'
import type { AreaOptions } from './area-options.ts'
import { onChangeOf } from './on-change-of.ts'

export interface ThumbnailFootageOptions extends Pick<AreaOptions, 'clock' | 'playback'> {
  readonly shell: Pick<WallShell, 'call'>
  readonly holds: PlaybackHolds
  /** What the tiles of a camera play at this moment. */
  readonly playedOf: (cameraId: string) => readonly OpenedPlayback[]
}

type Own = OpenedPlayback & { readonly cameraId: string }

/** As many as tiles that a hand may move at once: with fewer, each picture would start a session and stop another. */
const mostOwn = MAX_TILES
/** Long enough to look about, shorter than a session lives without its players. */
const keptForMs = 60_000

export type ThumbnailFootage = ReturnType<typeof thumbnailFootageOf>

/**
 * Where small pictures are taken from: what the tiles play, otherwise a playback of its own, which gives way to the
 * tiles' and is not asked for again before a refusal allows it.
 */
export function thumbnailFootageOf({ shell, clock, playback, holds, playedOf }: ThumbnailFootageOptions) {
  /** By camera: who asks for the hour that is being opened waits for it. */
  const turns = new Map<string, Promise<unknown>>()
  const owner = {}
  let owned: readonly Own[] = []
  /** Main goes on with a tile's session even then, and each refusal would keep waiting tiles waiting. */
  let refusedUntilMs = 0
  let callOff: (() => void) | undefined
  let isDisposed = false

  function known(cameraId: string, atMs: number): ManifestWindow | undefined {
    const ofCamera = owned.filter((one) => one.cameraId === cameraId)
    const found = [...playedOf(cameraId), ...ofCamera].find(
      ({ startMs, endMs }) => startMs <= atMs && atMs < endMs,
    )
    return found && windowOf(found)
  }

  async function open(cameraId: string, atMs: number): Promise<FoundManifest> {
    if (clock.nowMs() < refusedUntilMs) return 'failed'
    const opened = await shell.call('playback.open', { cameraId, atMs: Math.floor(atMs), quality: 'reduced' })
    if (!opened.ok) {
      const { code, retryInMs = 0 } = opened.error
      if (code === 'too_many_sessions') refusedUntilMs = clock.nowMs() + retryInMs
      return isPermanent(code) ? undefined : 'failed'
    }
    if (isDisposed) return undefined
    own([{ ...opened.value, cameraId }, ...owned].slice(0, mostOwn))
    callOff?.()
    callOff = clock.after(keptForMs, letGo)
    return windowOf(opened.value)
  }

  function letGo(): void {
    callOff?.()
    if (owned.length > 0) own([])
  }

  function own(now: readonly Own[]): void {
    owned = now
    holds.set(owner, { playing: [], paused: owned.map(({ playbackId }) => playbackId) })
  }

  const stopListening = onChangeOf(playback, 'tiles', () => {
    refusedUntilMs = 0
    letGo()
  })
  return {
    manifestAt(cameraId: string, atMs: number): Promise<FoundManifest> {
      const before = turns.get(cameraId) ?? Promise.resolve()
      const turn = before.then(() => known(cameraId, atMs) ?? open(cameraId, atMs))
      turns.set(cameraId, turn)
      return turn
    },
    dispose(): void {
      isDisposed = true
      stopListening()
      letGo()
    },
  }
}

function windowOf({ manifest, startMs, endMs }: OpenedPlayback): ManifestWindow {
  return { url: manifest, startMs, endMs }
}
