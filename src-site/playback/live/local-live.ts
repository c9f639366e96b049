import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail, type Result } from '#contract/result.ts'
import type { Refusal } from '../../api/refusal.ts'
import { masterPlaylist } from '../media-playlist.ts'
import type { MediaFile, Rendition } from '../recordings.ts'
import type { RecordedLayer } from '../recorder/recorder.ts'
import type { Picture, SoundPacket } from '../segment-cutter.ts'
import {
  type Session,
  SessionRegistry,
  type SessionRegistryOptions,
  unknownSession,
} from '../sessions/session-registry.ts'
import { LiveTrack, type LiveTrackOptions } from './live-track.ts'

export interface LocalLiveOptions extends Omit<SessionRegistryOptions, 'createId'>, LiveTrackOptions {
  /** Layers of a camera, largest first; none for a camera without a picture. */
  readonly layersOf: (cameraId: string) => readonly RecordedLayer[]
  /** Whether the camera's pictures are to be given to `take`. */
  readonly setTapped: (cameraId: string, isTapped: boolean) => void
  /** Signs addresses; random at each start of the site. */
  readonly secret: Buffer
  /** How long a start waits for the camera's first segments. */
  readonly firstSegmentTimeoutMs: number
}

const cameraSilent: Refusal = {
  code: 'camera_silent',
  message: 'The camera sends no picture at the moment.',
  headers: { 'retry-after': '2' },
}

/** Live pictures as HLS, for players that WebRTC does not reach: made only while somebody watches. */
export class LocalLive {
  readonly kind = 'live'
  readonly summary = 'a camera watched live'
  readonly #options: LocalLiveOptions
  readonly #sessions: SessionRegistry<undefined>
  readonly #cameras = new Map<string, ReadonlyMap<Rendition, LiveTrack>>()
  /** How many starts wait for the first segments of a session. */
  readonly #waiting = new Map<string, number>()

  constructor(options: LocalLiveOptions) {
    this.#options = options
    this.#sessions = new SessionRegistry({ ...options, createId: randomUUID })
  }

  /** Resolves when the camera has given its first segments: the address can be played at once. */
  async start(orgId: string, cameraId: string): Promise<Result<Session<undefined>, Refusal>> {
    if (this.#options.layersOf(cameraId).length === 0) return fail(cameraSilent)
    // One for all who watch the camera: nobody stops these, and what a wall has left counts for another 90 s.
    const sessionId = this.#sessions.activeId(orgId, cameraId)
    const started = this.#sessions.start({ orgId, cameraId, sessionId }, () => undefined)
    if (!started.ok) return started
    const { id } = started.value
    this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + 1)
    const tracks = [...this.#currentTracks(cameraId).values()]
    const begun = Promise.all(tracks.map((track) => track.begun)).then(() => true)
    const late = sleep(this.#options.firstSegmentTimeoutMs, false, { ref: false })
    const hasBegun = await Promise.race([begun, late])
    const others = (this.#waiting.get(id) ?? 1) - 1
    if (others > 0) this.#waiting.set(id, others)
    else this.#waiting.delete(id)
    if (hasBegun) return started
    if (others === 0) this.#sessions.stop(orgId, id, cameraId)
    return fail(cameraSilent)
  }

  /** The path of a session's manifest: whoever has it may watch this camera, and no other. */
  pathOf({ id, cameraId }: Session<undefined>): string {
    return `/live/${id}.${this.#signature(id, cameraId)}/camera/${encodeURIComponent(cameraId)}/manifest.m3u8`
  }

  use(signedId: string, cameraId: string): Result<Session<undefined>, Refusal> {
    const [id = '', signature = ''] = signedId.split('.')
    const [given, right] = [Buffer.from(signature), Buffer.from(this.#signature(id, cameraId))]
    if (given.length !== right.length || !timingSafeEqual(given, right)) return fail(unknownSession)
    return this.#sessions.use(id, cameraId)
  }

  master({ cameraId }: Session<undefined>): string {
    const infos = [...this.#tracks(cameraId).values()].map((track) => ({
      ...track.layer,
      codec: track.codec,
      peakBitsPerSecond: track.peakBitsPerSecond,
      meanBitsPerSecond: track.layer.bitsPerSecond,
    }))
    return masterPlaylist(infos, 'live.m3u8')
  }

  playlist({ cameraId }: Session<undefined>, rendition: Rendition, name: string): string | undefined {
    return name === 'live.m3u8' ? this.#cameras.get(cameraId)?.get(rendition)?.playlist() : undefined
  }

  file({ cameraId }: Session<undefined>, rendition: Rendition, name: string): MediaFile | undefined {
    return this.#cameras.get(cameraId)?.get(rendition)?.file(name)
  }

  take(cameraId: string, layer: RecordedLayer, picture: Picture): void {
    const isComplete = this.#cameras.get(cameraId)?.get(layer.rendition)?.take(picture) ?? false
    if (!isComplete || this.#sessions.isWatched(cameraId)) return
    this.#cameras.delete(cameraId)
    this.#options.setTapped(cameraId, false)
  }

  takeSound(cameraId: string, sound: SoundPacket): void {
    for (const track of this.#cameras.get(cameraId)?.values() ?? []) track.takeSound(sound)
  }

  /** Begun anew where the camera has been silent: what it showed then is not live any more. */
  #currentTracks(cameraId: string): ReadonlyMap<Rendition, LiveTrack> {
    const { clock, longestSegmentMs } = this.#options
    const oldestMs = clock.monotonicMs() - longestSegmentMs
    const known = [...(this.#cameras.get(cameraId)?.values() ?? [])]
    if (known.some(({ newestAtMs = oldestMs }) => newestAtMs < oldestMs)) this.#cameras.delete(cameraId)
    return this.#tracks(cameraId)
  }

  #tracks(cameraId: string): ReadonlyMap<Rendition, LiveTrack> {
    const known = this.#cameras.get(cameraId)
    if (known) return known
    const tracks = new Map(
      this.#options
        .layersOf(cameraId)
        .map((layer) => [layer.rendition, new LiveTrack(layer, this.#options)] as const),
    )
    this.#cameras.set(cameraId, tracks)
    this.#options.setTapped(cameraId, true)
    return tracks
  }

  #signature(id: string, cameraId: string): string {
    return createHmac('sha256', this.#options.secret).update(`${id} ${cameraId}`).digest('base64url')
  }
}
