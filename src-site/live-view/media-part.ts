import type { HealthResponse } from '#contract/platform/health.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Fleet, FleetOptions } from '../media/camera-fleet.ts'
import { FleetThread } from '../media/fleet-thread.ts'
import { MediaServer, type MediaServerOptions, type MediaServerState } from '../media/media-server.ts'
import type { MediaServerCredentials, MediaServerPort } from './media-server-port.ts'

export interface MediaPartOptions extends Omit<MediaServerOptions, keyof MediaServerCredentials | 'onState'> {
  /** Named in tickets instead of the server's own address. */
  readonly advertisedUrl: string | undefined
  readonly credentials: MediaServerCredentials
}

export type PublishOptions = Pick<FleetOptions, 'cameras' | 'onPicture' | 'onSound' | 'tapped'>

const seenAs: Readonly<Record<MediaServerState, HealthResponse['mediaServer']>> = {
  stopped: 'starting',
  starting: 'starting',
  running: 'up',
  restarting: 'down',
  failed: 'absent',
}

const everyAddress = '0.0.0.0'

/** The media server and the cameras in it, as one part of the site that may be missing as a whole. */
export class MediaPart implements MediaServerPort {
  readonly credentials: MediaServerCredentials
  readonly #options: MediaPartOptions
  readonly #server: MediaServer
  #fleet: Fleet | undefined

  constructor(options: MediaPartOptions) {
    this.#options = options
    this.credentials = options.credentials
    this.#server = new MediaServer({
      ...options,
      ...options.credentials,
      onState: (state) => {
        if (state === 'running') this.#fleet?.hurry()
      },
    })
  }

  get state(): HealthResponse['mediaServer'] {
    return seenAs[this.#server.state]
  }

  get serverPid(): number | undefined {
    return this.#server.pid
  }

  get fleet(): Fleet | undefined {
    return this.#fleet
  }

  liveViewUrl(localAddress: string): string {
    const { address } = this.#server
    if (!address) return ''
    if (this.#options.advertisedUrl) return this.#options.advertisedUrl
    return this.#options.bindAddress === everyAddress
      ? `ws://${localAddress}:${address.httpPort}`
      : address.url
  }

  /** Fails with a sentence: the site then goes on without live view, for good or until the media server runs. */
  async start(): Promise<Result<void, string>> {
    const started = await this.#server.start()
    return started.ok ? ok(undefined) : fail(started.error.message)
  }

  /** The cameras begin; does not wait until they are published, which without a media server they never are. */
  async publish(options: PublishOptions): Promise<Result<void, string>> {
    const { address } = this.#server
    const { log, random, credentials } = this.#options
    const fleet = await FleetThread.create({
      mediaServer: address && { url: address.localUrl, ...credentials },
      log,
      random,
      ...options,
    })
    if (!fleet.ok) return fail(fleet.error.message)
    this.#fleet = fleet.value
    return ok(undefined)
  }

  async countPublishing(): Promise<number> {
    return this.#fleet && this.state === 'up' ? (await this.#fleet.stats()).published : 0
  }

  async dispose(): Promise<void> {
    await this.#fleet?.dispose()
    await this.#server.dispose()
  }
}
