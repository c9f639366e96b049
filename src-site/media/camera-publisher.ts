import type { Logger } from 'pino'
import type { CameraHabits } from '#contract/process/launch.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { AccessUnit } from './annexb.ts'
import type { ClipSource } from './clip-source.ts'
import type { LayerStats } from './layer-sender.ts'
import type { EpochClock } from '../clock.ts'
import { mediaDefaults } from './media-defaults.ts'
import { type MediaError, mediaError } from './media-errors.ts'
import { PublishSession } from './publish-session.ts'
import { type MediaServerAccess, publisherToken } from './publisher-token.ts'
import { retryInMs } from './retry-delay.ts'
import type { SourceSink } from './source.ts'
import type { Semaphore } from '../semaphore.ts'

/** `waiting`: not connected, the next try is due. */
export type PublisherState = 'connecting' | 'published' | 'waiting' | 'stopped'

export interface PublisherStats {
  readonly cameraId: string
  /** Times that it was published, the first included. */
  readonly sessions: number
  readonly layers: readonly LayerStats[]
}

export interface CameraPublisherOptions {
  readonly cameraId: string
  readonly source: ClipSource
  /** Undefined: there is none, and the camera is never published. */
  readonly mediaServer: MediaServerAccess | undefined
  /** Can be changed by `setHabits`. */
  readonly habits: CameraHabits
  readonly connects: Semaphore
  readonly clock: EpochClock
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly log: Logger
  readonly onState: (state: PublisherState) => void
  /** Told each picture that the camera gives, whether or not it is connected; none while it is frozen or stopped. */
  readonly onPicture?: SourceSink
  /** Told its sound in the same way. */
  readonly onSound?: (packet: Buffer, capturedAtMs: number) => void
}

const limits = mediaDefaults.publisher

/**
 * Keeps one camera published in the room that bears its id: connects, and connects again whenever
 * the session is lost, for as long as it is wanted.
 */
export class CameraPublisher {
  readonly #options: CameraPublisherOptions
  readonly #log: Logger
  #wanted = false
  #frozen = false
  #habits: CameraHabits
  /** Pictures of the group that is under way, by layer. */
  readonly #sentOfGroup: number[] = []
  #state: PublisherState = 'stopped'
  #session: PublishSession | undefined
  #retryTimer: NodeJS.Timeout | undefined
  #reportTimer: NodeJS.Timeout | undefined
  #attempt = 0
  /** Which connecting is the valid one: a camera may be stopped and started while one is under way. */
  #turn = 0
  #sessions = 0
  #publishedAtMs = 0
  #lastError: MediaError | undefined
  /** When a request was last answered, by layer. */
  readonly #answeredAtMs: number[] = []

  constructor(options: CameraPublisherOptions) {
    this.#options = options
    this.#habits = options.habits
    this.#log = options.log.child({ cameraId: options.cameraId })
    options.source.start(
      (layer, unit, capturedAtMs) => this.#give(layer, unit, capturedAtMs),
      (packet, at, capturedAtMs) => {
        const { isSilent = false, clockAheadMs = 0 } = this.#habits
        if (this.#frozen || isSilent) return
        if (this.#wanted) options.onSound?.(packet, capturedAtMs + clockAheadMs)
        this.#session?.soundSender?.send(packet, at)
      },
    )
  }

  get state(): PublisherState {
    return this.#state
  }

  start(): void {
    if (this.#wanted) return
    this.#wanted = true
    this.#attempt = 0
    if (this.#options.mediaServer) void this.#connect()
  }

  /** Leaves the room; `start` publishes again. */
  async stop(): Promise<void> {
    this.#wanted = false
    this.#turn++
    clearTimeout(this.#retryTimer)
    this.#enter('stopped')
    await this.#dropSession()
  }

  /** The media server is back: what waits for its next try is tried now. */
  hurry(): void {
    this.#attempt = 0
    if (this.#state !== 'waiting') return
    clearTimeout(this.#retryTimer)
    void this.#connect()
  }

  /** Sends no more pictures; the connection stays. */
  freeze(): void {
    this.#frozen = true
  }

  resume(): void {
    if (!this.#frozen) return
    this.#frozen = false
    this.#beginGroups()
  }

  setHabits(habits: CameraHabits): void {
    this.#habits = habits
    this.#beginGroups()
  }

  /** Pictures were left out, or are others: the next one that goes must not need them. */
  #beginGroups(): void {
    for (const [layer, sender] of (this.#session?.senders ?? []).entries()) {
      const { enabled } = sender
      sender.setEnabled(false)
      sender.setEnabled(enabled)
      this.#wantKeyFrame(layer)
    }
  }

  stats(): PublisherStats {
    return {
      cameraId: this.#options.cameraId,
      sessions: this.#sessions,
      layers: (this.#session?.senders ?? []).map((sender) => sender.stats()),
    }
  }

  async dispose(): Promise<void> {
    await this.stop()
    this.#options.source.dispose()
  }

  #give(layer: number, unit: AccessUnit, capturedAtMs: number): void {
    const { picturesOfGroup = Number.POSITIVE_INFINITY, isSmall = false, clockAheadMs = 0 } = this.#habits
    const sent = unit.isKeyFrame ? 0 : (this.#sentOfGroup[layer] ?? 0)
    this.#sentOfGroup[layer] = sent + 1
    if (this.#frozen || sent >= picturesOfGroup || (isSmall && layer > 0)) return
    const atMs = capturedAtMs + clockAheadMs
    for (const sentAs of isSmall ? this.#options.source.layers.keys() : [layer]) {
      if (this.#wanted) this.#options.onPicture?.(sentAs, unit, atMs)
      this.#session?.senders[sentAs]?.send(unit, atMs)
    }
  }

  async #connect(): Promise<void> {
    const turn = ++this.#turn
    this.#enter('connecting')
    const opened = await this.#options.connects.run(() => this.#openSession(turn))
    if (turn !== this.#turn) return
    if (!opened.ok) return this.#retry(opened.error)
    this.#sessions++
    this.#publishedAtMs = performance.now()
    this.#enter('published')
    for (const layer of opened.value.senders.keys()) this.#wantKeyFrame(layer)
    this.#scheduleReport()
  }

  async #openSession(turn: number): Promise<Result<PublishSession, MediaError>> {
    const { mediaServer, cameraId, source } = this.#options
    if (!mediaServer) return fail(mediaError('cancelled', 'There is no media server.'))
    const token = await publisherToken(mediaServer, cameraId)
    if (turn !== this.#turn) return fail(mediaError('cancelled', 'The camera was stopped.'))
    const session = new PublishSession({
      url: mediaServer.url,
      token,
      name: cameraId,
      layers: source.layers,
      hasSound: source.hasSound,
      onKeyFrameWanted: (layer) => this.#wantKeyFrame(layer),
      onLost: (error) => {
        if (session === this.#session) this.#retry(error)
      },
    })
    this.#session = session
    const opened = await session.open()
    return opened.ok ? ok(session) : opened
  }

  #retry(error: MediaError): void {
    if (!this.#wanted) return
    const lastedMs = this.#state === 'published' ? performance.now() - this.#publishedAtMs : 0
    if (lastedMs > limits.healthyAfterMs) this.#attempt = 0
    const delayMs = retryInMs(limits.retry, this.#attempt, this.#options.random)
    this.#attempt++
    // A media server that stays away would fill the log, every two seconds and with every camera.
    const isNews = this.#state === 'published' || error.code !== this.#lastError?.code
    this.#lastError = error
    this.#log[isNews ? 'warn' : 'debug']({ code: error.code, retryInMs: delayMs }, error.message)
    this.#enter('waiting')
    this.#retryTimer = setTimeout(() => void this.#connect(), delayMs)
    void this.#dropSession()
  }

  async #dropSession(): Promise<void> {
    clearTimeout(this.#reportTimer)
    const session = this.#session
    this.#session = undefined
    await session?.dispose()
  }

  #wantKeyFrame(layer: number): void {
    if (this.#habits.ignoresPli === true || this.#frozen) return
    const sender = this.#session?.senders[layer]
    if (sender === undefined || !sender.enabled) return
    const nowMs = performance.now()
    const sinceMs = nowMs - (this.#answeredAtMs[layer] ?? Number.NEGATIVE_INFINITY)
    // A stream that waits for a key frame has not sent the last answer.
    if (!sender.needsKeyFrame && sinceMs < limits.keyFrameGapMs) return
    this.#answeredAtMs[layer] = nowMs
    this.#options.source.requestKeyFrame(this.#habits.isSmall === true ? 0 : layer)
  }

  #scheduleReport(): void {
    clearTimeout(this.#reportTimer)
    this.#reportTimer = setTimeout(
      () => {
        for (const sender of this.#session?.senders ?? []) sender.report(this.#options.clock.epochMs())
        this.#scheduleReport()
      },
      retryInMs(limits.senderReport, 0, this.#options.random),
    )
  }

  #enter(state: PublisherState): void {
    if (state === this.#state) return
    this.#state = state
    this.#log.debug({ state }, 'camera state')
    this.#options.onState(state)
  }
}
