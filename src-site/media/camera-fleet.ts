import type { Logger } from 'pino'
import type { CameraHabits } from '#contract/process/launch.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { annexB } from './annexb.ts'
import { CameraPublisher, type PublisherState, type PublisherStats } from './camera-publisher.ts'
import { readClip, type Clip } from './clip.ts'
import { ClipSource } from './clip-source.ts'
import type { EpochClock } from '../clock.ts'
import type { FilmedCamera } from '../footage/filmed-camera.ts'
import { mediaDefaults } from './media-defaults.ts'
import type { MediaError } from './media-errors.ts'
import { Pacer } from './pacer.ts'
import type { MediaServerAccess } from './publisher-token.ts'
import { readSound } from './sound.ts'
import { Semaphore } from '../semaphore.ts'

/** Its id is also the name of its room. */
export interface FleetCamera extends Pick<FilmedCamera, 'cameraId' | 'framesPerSecond' | 'layers' | 'sound'> {
  readonly habits?: CameraHabits
}

export interface FleetOptions {
  /** Undefined: the cameras run, and their pictures go only to who taps them. */
  readonly mediaServer: MediaServerAccess | undefined
  readonly cameras: readonly FleetCamera[]
  readonly log: Logger
  readonly clock: EpochClock
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** Told the pictures of the cameras that are tapped. */
  readonly onPicture?: (picture: TappedPicture) => void
  readonly onSound?: (sound: TappedSound) => void
  /** Tapped from the beginning. */
  readonly tapped?: readonly string[]
}

/** A picture on its way to a recording. */
export interface TappedPicture {
  readonly cameraId: string
  /** As in the camera's source: smallest picture first. */
  readonly layer: number
  readonly isKeyFrame: boolean
  /** With start codes; a copy. */
  readonly annexB: Uint8Array<ArrayBuffer>
  /** Epoch, rising within a layer. */
  readonly capturedAtMs: number
}

export interface FleetStats {
  readonly cameras: readonly PublisherStats[]
  readonly published: number
}

/** 20 ms of Opus on their way to a recording. */
export interface TappedSound {
  readonly cameraId: string
  readonly packet: Uint8Array
  readonly capturedAtMs: number
}

/** The cameras of a site, published. Implemented in this thread (`CameraFleet`) and in one of its own (`FleetThread`). */
export interface Fleet {
  /** The media server is back: cameras that wait for their next try publish now. */
  hurry(): void
  /** Sends no more pictures of a camera; its connection stays. */
  freeze(cameraId: string): void
  /** Undoes `freeze` and `stop`. */
  resume(cameraId: string): void
  /** What a camera does from now on. */
  setHabits(cameraId: string, habits: CameraHabits): void
  /** Whether the camera's pictures are also handed out. */
  setTapped(cameraId: string, isTapped: boolean): void
  /** The camera leaves its room. */
  stop(cameraId: string): Promise<void>
  stats(): Promise<FleetStats>
  /** Ends once every camera is published. */
  allPublished(): Promise<void>
  dispose(): Promise<void>
}

export class CameraFleet implements Fleet {
  readonly #pacer: Pacer
  readonly #publishers: ReadonlyMap<string, CameraPublisher>
  readonly #allPublished = Promise.withResolvers<void>()
  readonly #tapped: Set<string>

  /** Reads the clips and starts to publish; does not wait for the media server. */
  static async create(options: FleetOptions): Promise<Result<CameraFleet, MediaError>> {
    const clips = new Map<string, Clip>()
    for (const file of new Set(options.cameras.flatMap(({ layers }) => layers.map(({ file }) => file)))) {
      const clip = await readClip(file)
      if (!clip.ok) return fail(clip.error)
      clips.set(file, clip.value)
    }
    const sounds = new Map<string, readonly Buffer[]>()
    for (const { sound } of options.cameras) {
      if (sound !== undefined) sounds.set(sound, await readSound(sound))
    }
    return ok(new CameraFleet(options, clips, sounds))
  }

  private constructor(
    options: FleetOptions,
    clips: ReadonlyMap<string, Clip>,
    sounds: ReadonlyMap<string, readonly Buffer[]>,
  ) {
    const { onPicture, onSound } = options
    this.#tapped = new Set(options.tapped)
    const connects = new Semaphore(mediaDefaults.publisher.connectsAtATime)
    this.#pacer = new Pacer(options.clock)
    this.#publishers = new Map(
      options.cameras.map((camera, at) => {
        const publisher = new CameraPublisher({
          cameraId: camera.cameraId,
          source: this.#createSource(camera, at / options.cameras.length, clips, sounds, options.clock),
          mediaServer: options.mediaServer,
          habits: camera.habits ?? {},
          connects,
          clock: options.clock,
          random: options.random,
          log: options.log,
          onState: (state) => this.#noteState(state, options.log),
          onPicture: (layer, { isKeyFrame, nals }, capturedAtMs) => {
            if (!onPicture || !this.#tapped.has(camera.cameraId)) return
            onPicture({ cameraId: camera.cameraId, layer, isKeyFrame, annexB: annexB(nals), capturedAtMs })
          },
          onSound: (packet, capturedAtMs) => {
            if (!this.#tapped.has(camera.cameraId)) return
            onSound?.({ cameraId: camera.cameraId, packet, capturedAtMs })
          },
        })
        return [camera.cameraId, publisher]
      }),
    )
    for (const publisher of this.#publishers.values()) publisher.start()
    if (this.#publishers.size === 0) this.#allPublished.resolve()
  }

  hurry(): void {
    for (const publisher of this.#publishers.values()) publisher.hurry()
  }

  freeze(cameraId: string): void {
    this.#publishers.get(cameraId)?.freeze()
  }

  resume(cameraId: string): void {
    const publisher = this.#publishers.get(cameraId)
    publisher?.resume()
    publisher?.start()
  }

  setHabits(cameraId: string, habits: CameraHabits): void {
    this.#publishers.get(cameraId)?.setHabits(habits)
  }

  setTapped(cameraId: string, isTapped: boolean): void {
    if (isTapped) this.#tapped.add(cameraId)
    else this.#tapped.delete(cameraId)
  }

  async stop(cameraId: string): Promise<void> {
    await this.#publishers.get(cameraId)?.stop()
  }

  async stats(): Promise<FleetStats> {
    const cameras = [...this.#publishers.values()].map((publisher) => publisher.stats())
    return { cameras, published: this.#published() }
  }

  allPublished(): Promise<void> {
    return this.#allPublished.promise
  }

  async dispose(): Promise<void> {
    this.#pacer.dispose()
    await Promise.all([...this.#publishers.values()].map((publisher) => publisher.dispose()))
  }

  /** `share` of the frame period, 0 to 1: cameras spread evenly over it. */
  #createSource(
    camera: FleetCamera,
    share: number,
    clips: ReadonlyMap<string, Clip>,
    sounds: ReadonlyMap<string, readonly Buffer[]>,
    clock: EpochClock,
  ): ClipSource {
    const layers = camera.layers.flatMap((layer) => {
      const clip = clips.get(layer.file)
      return clip === undefined ? [] : [{ ...layer, clip }]
    })
    const { framesPerSecond } = camera
    const offsetMs = (share * 1000) / framesPerSecond
    const sound = camera.sound === undefined ? undefined : sounds.get(camera.sound)
    return new ClipSource({ layers, framesPerSecond, sound, pacer: this.#pacer, clock, offsetMs })
  }

  #published(): number {
    return [...this.#publishers.values()].filter(({ state }) => state === 'published').length
  }

  #noteState(state: PublisherState, log: Logger): void {
    if (state !== 'published' || this.#published() < this.#publishers.size) return
    log.info({ cameras: this.#publishers.size }, 'all cameras are published')
    this.#allPublished.resolve()
  }
}
