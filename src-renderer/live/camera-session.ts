import type { WallError } from '#contract/errors.ts'
import type { LinkEvents, LinkMedia, LinkPort } from './camera-link.ts'
import type { CameraDemand } from './camera-roles.ts'
import type { ConnectOutcome, ConnectQueue, ConnectRequest } from './connect-queue.ts'
import type { LiveDefaults } from './defaults.ts'
import { failureScope } from './failure-policy.ts'
import type { JoinMode } from './join-mode.ts'
import type { KeyFrameWaits } from './key-frame-waits.ts'
import { KeyFrameProbe } from './key-frame-probe.ts'
import type { Clock } from '../clock.ts'
import { DelayMeter } from './delay-meter.ts'
import { retryDelayMs } from '../retry-delay.ts'
import { RetryTimer } from './retry-timer.ts'
import { type Serving, LinkHandover } from './link-handover.ts'
import type { LinkObservation } from './tile-state.ts'

export interface CameraSessionOptions {
  readonly createLink: (cameraId: string, events: LinkEvents) => LinkPort
  readonly queue: Pick<ConnectQueue, 'add' | 'withdraw' | 'has' | 'lostHost'>
  readonly defaults: LiveDefaults
  readonly clock: Clock
  readonly random: () => number
  readonly waits: KeyFrameWaits
  readonly joinMode: JoinMode
  /** Time of the next probe while nothing behind the relay answers. */
  readonly nextProbeAtMs: () => number | undefined
  /** Media or observation of this camera have changed. */
  readonly onChange: (cameraId: string) => void
  /** Something was learned about key frames: who is to be hot may have changed. */
  readonly onLearned: () => void
}

/**
 * Supervisor of one camera: keeps a link for as long as anybody needs the camera, and never gives up.
 * A broken link is replaced by a fresh one *beside* it; the old one goes when the new one has drawn,
 * so that a picture that still comes is never torn down.
 */
export class CameraSession implements ConnectRequest {
  readonly cameraId: string
  /**
   * Lives as long as the camera is needed, over all its links: a media server passes on the camera's own time stamps,
   * and the first picture of a fresh link may be late already.
   */
  readonly delay: DelayMeter
  readonly #options: CameraSessionOptions
  readonly #probe: KeyFrameProbe
  readonly #handover: LinkHandover
  readonly #retry: RetryTimer
  #demand: CameraDemand
  #rising: Serving | undefined
  #isAudible = false
  #failures = 0
  #error: WallError | undefined
  #phaseSinceMs: number
  #enabledAtMs: number
  /** Since when a tile waits for its pictures; earlier ones are not shown anywhere. */
  #liveSinceMs: number
  #lastFrameAtMs = 0
  /** Since when frames come without a gap long enough to redial. */
  #steadySinceMs = 0
  #stallRedials = 0
  #isDisposed = false

  constructor(cameraId: string, demand: CameraDemand, options: CameraSessionOptions) {
    this.cameraId = cameraId
    this.delay = new DelayMeter(options.defaults.delay)
    this.#demand = demand
    this.#options = options
    this.#probe = new KeyFrameProbe(cameraId, options.waits, options.defaults.standby)
    this.#handover = new LinkHandover(options.clock, options.defaults.link.lingerMs)
    this.#retry = new RetryTimer(options.clock, () => options.queue.add(this))
    this.#phaseSinceMs = this.#enabledAtMs = this.#liveSinceMs = options.clock.nowMs()
    options.queue.add(this)
  }

  get media(): LinkMedia | undefined {
    return this.#current?.media
  }

  get role(): CameraDemand['role'] {
    return this.#demand.role
  }

  get layer(): LinkPort['layer'] {
    return this.#current?.link.layer ?? 'only'
  }

  get sound(): LinkPort['sound'] {
    return this.#current?.link.sound
  }

  setAudible(isAudible: boolean): void {
    if (isAudible === this.#isAudible) return
    this.#isAudible = isAudible
    this.#applyDemand()
  }

  /** Joined and well, by its own account. */
  get isAlive(): boolean {
    return this.#current?.joinedAtMs !== undefined && !this.#current.isWounded
  }

  /** How a switch to this camera would go now. */
  get readiness(): 'hot' | 'standby' | 'cold' {
    if (!this.#current?.media || this.#current.joinedAtMs === undefined) return 'cold'
    return this.#demand.role === 'standby' && !this.#probe.isRunning ? 'standby' : 'hot'
  }

  get observation(): LinkObservation {
    const phase = this.#current && !this.#current.isWounded ? 'joined' : this.#error ? 'lost' : 'connecting'
    return {
      phase: phase === 'joined' && this.#current?.joinedAtMs === undefined ? 'connecting' : phase,
      sinceMs: this.#phaseSinceMs,
      isPublished: this.#current?.isPublished ?? false,
      error: this.#error ?? this.#current?.absence,
      nextTryAtMs:
        this.#retry.atMs ?? (this.#options.queue.has(this) ? this.#options.nextProbeAtMs() : undefined),
    }
  }

  /** What this camera is needed for has changed. */
  require(demand: CameraDemand): void {
    const wasEnabled = this.#isEnabled
    const wasLive = this.#demand.role === 'live'
    this.#demand = demand
    if (demand.role !== 'standby') this.#probe.cancel()
    if (!wasEnabled && this.#isEnabled) this.#enabledAtMs = this.#options.clock.nowMs()
    if (!wasLive && demand.role === 'live') {
      this.#liveSinceMs = this.#options.clock.nowMs()
      this.#stallRedials = 0
    }
    this.#applyDemand()
  }

  /** A frame of this camera was presented. */
  presented(track: MediaStreamTrack, atMs: number, isLate: boolean): void {
    const { stallRedialsMs, healthyAfterMs } = this.#options.defaults.supervisor
    // A camera of few pictures is always silent for a while; it is not dialled for each of them.
    if (atMs - this.#lastFrameAtMs >= (stallRedialsMs[0] ?? 0)) this.#steadySinceMs = atMs
    else if (atMs - this.#steadySinceMs >= healthyAfterMs) this.#stallRedials = 0
    this.#lastFrameAtMs = atMs
    // What a dead line has held back comes all at once, and is no sign of a good one.
    if (!isLate) this.#callOff(track)
  }

  /**
   * The first frame of `track` is drawn on a tile. Only a switch from stand-by measures the wait for a key frame: a
   * cold one also waits for the connection, a hot one for nothing.
   */
  firstFrame(track: MediaStreamTrack, atMs: number, how: 'hot' | 'standby' | 'cold'): void {
    const current = this.#current
    if (current?.media?.track !== track) return
    if (how === 'standby') this.#options.waits.learn(this.cameraId, Math.max(0, atMs - this.#enabledAtMs))
    this.#handover.letPreviousGo()
  }

  /** Four times a second: stalls, and what is to be learned of key frames. */
  tick(nowMs: number): void {
    const current = this.#current
    if (current?.joinedAtMs === undefined || current.isWounded || this.#rising) return
    if (this.#demand.role === 'standby') {
      if (current.media && this.#probe.tick(current.media.receiver, nowMs)) {
        this.#applyDemand()
        this.#options.onLearned()
      }
      return
    }
    if (this.#demand.role !== 'live' || !current.isPublished) return
    const { stallRedialsMs } = this.#options.defaults.supervisor
    const limitMs = stallRedialsMs[Math.min(this.#stallRedials, stallRedialsMs.length - 1)] ?? 0
    const silentSinceMs = Math.max(
      this.#lastFrameAtMs,
      this.#liveSinceMs,
      current.changedAtMs,
      current.joinedAtMs,
    )
    if (nowMs - silentSinceMs < limitMs) return
    this.#stallRedials += 1
    this.#options.queue.add(this)
  }

  /** Others reach the host again. */
  hostIsBack(): void {
    if (this.#retry.isForHost) this.#retry.hurry()
  }

  /** Something has changed for the better: no waiting for the next try. */
  hurry(): void {
    this.#retry.hurry()
  }

  /** Ends when the camera's rooms are left. */
  dispose(): Promise<unknown> {
    this.#isDisposed = true
    this.#retry.clear()
    this.#options.queue.withdraw(this)
    const rising = this.#rising?.link
    this.#rising = undefined
    return Promise.all([this.#handover.dispose(), rising?.dispose()])
  }

  priority(): number {
    return this.#demand.priority
  }

  isVisible(): boolean {
    return this.#demand.role === 'live'
  }

  /** `ConnectRequest`: this camera's turn. */
  async connect(onReached: () => void): Promise<ConnectOutcome> {
    if (this.#isDisposed) return 'cancelled'
    let isSingle = this.#options.joinMode.isSinglePeerConnection
    let outcome = await this.#dial(isSingle, onReached)
    const isGivenUp = this.#isDisposed || outcome.serving.isNeedless === true
    if (outcome.error && !isGivenUp && this.#options.joinMode.shouldTryOldWay(outcome.error)) {
      isSingle = false
      outcome = await this.#dial(isSingle, onReached)
    }
    if (this.#isDisposed || outcome.serving.isNeedless) return 'cancelled'
    if (outcome.error) return this.#failed(outcome.error)
    this.#options.joinMode.worked(isSingle)
    this.#joined(outcome.serving)
    return 'answered'
  }

  backOff(): void {
    this.#retry.set(this.#nextDelayMs(), true)
  }

  /** A server that goes again and again is looked for all the same, by one camera at least. */
  #retryLost(isForHost: boolean): void {
    const isHostLost = isForHost && this.#options.queue.lostHost()
    const mostMs = isHostLost ? this.#options.defaults.supervisor.hostRetryMs : Infinity
    this.#retry.set(Math.min(this.#nextDelayMs(), mostMs), isForHost)
  }

  #nextDelayMs(): number {
    const { permanentRetryMs, retryDelaysMs, retryJitter } = this.#options.defaults.supervisor
    if (this.#error && failureScope(this.#error.code) === 'permanent') return permanentRetryMs
    const delayMs = retryDelayMs(retryDelaysMs, this.#failures - 1, retryJitter, this.#options.random)
    return Math.max(delayMs, this.#error?.retryInMs ?? 0)
  }

  /**
   * The link that was silent sends again before its replacement has drawn: that one is not needed, and to connect all
   * tiles of a wall when its network is back would cost more than the silence did.
   */
  #callOff(track: MediaStreamTrack): void {
    const { previous } = this.#handover
    const sender = previous ?? this.#current
    const newcomer = previous ? this.#current : this.#rising
    if (sender?.media?.track !== track || sender.isWounded) return
    if (!newcomer && this.#retry.atMs === undefined && !this.#options.queue.has(this)) return
    this.#retry.clear()
    this.#options.queue.withdraw(this)
    this.#failures = 0
    this.#error = undefined
    if (previous) this.#handover.giveBack()
    if (newcomer) {
      newcomer.isNeedless = true
      void newcomer.link.dispose()
    }
    if (previous || newcomer) this.#changed()
  }

  get #current(): Serving | undefined {
    return this.#handover.current
  }

  get #isEnabled(): boolean {
    return this.#demand.role !== 'standby' || this.#probe.isRunning
  }

  #applyDemand(): void {
    const { widthPx, heightPx } = this.#demand
    const wish = { isEnabled: this.#isEnabled, isAudible: this.#isAudible, widthPx, heightPx }
    this.#current?.link.apply(wish)
    this.#rising?.link.apply(wish)
  }

  async #dial(
    isSinglePeerConnection: boolean,
    onReached: () => void,
  ): Promise<{ serving: Serving; error: WallError | undefined }> {
    const serving: Serving = {
      link: this.#options.createLink(this.cameraId, {
        onMedia: (media) => this.#onMedia(serving, media),
        onPublished: (isPublished, why) => {
          serving.isPublished = isPublished
          serving.changedAtMs = this.#options.clock.nowMs()
          serving.absence = why
          this.#changed()
        },
        onReached,
        onWounded: () => this.#onWounded(serving),
        onEnded: (error) => this.#onEnded(serving, error),
      }),
      media: undefined,
      changedAtMs: 0,
      isPublished: false,
      isWounded: false,
      joinedAtMs: undefined,
    }
    this.#rising = serving
    if (this.#demand.role === 'standby') this.#probe.begin(this.#options.clock.nowMs())
    this.#applyDemand()
    const dialled = await serving.link.dial({ isSinglePeerConnection })
    if (this.#rising === serving) this.#rising = undefined
    if (dialled.ok && serving.isNeedless !== true) return { serving, error: undefined }
    await serving.link.dispose()
    if (this.#current === serving) {
      this.#handover.giveBack()
      this.#changed()
    }
    return { serving, error: dialled.ok ? undefined : dialled.error }
  }

  #joined(serving: Serving): void {
    serving.joinedAtMs = this.#options.clock.nowMs()
    this.#phaseSinceMs = serving.joinedAtMs
    this.#probe.joined(serving.joinedAtMs)
    // Of a link that ended while this one was dialled.
    if (!serving.isWounded) this.#retry.clear()
    this.#error = undefined
    this.#handover.take(serving)
    this.#handover.confirm()
    this.#changed()
  }

  #onMedia(serving: Serving, media: LinkMedia | undefined): void {
    serving.media = media
    serving.changedAtMs = this.#options.clock.nowMs()
    if (media && serving === this.#rising) {
      this.#rising = undefined
      this.#handover.take(serving)
    }
    if (serving === this.#current) this.#changed()
  }

  #onWounded(serving: Serving): void {
    if (serving !== this.#current || serving.isWounded) return
    serving.isWounded = true
    this.#lost(serving)
    // The picture may still be coming, so the replacement is dialled at once unless the last one failed soon.
    if (this.#failures <= 1) this.#options.queue.add(this)
    else this.#retryLost(true)
    this.#changed()
  }

  #onEnded(serving: Serving, error: WallError): void {
    if (serving !== this.#current) return
    this.#handover.end()
    this.#error = error
    if (!serving.isWounded) {
      this.#lost(serving)
      this.#retryLost(failureScope(error.code) === 'host')
    }
    this.#changed()
  }

  #lost(serving: Serving): void {
    const nowMs = this.#options.clock.nowMs()
    const lastedMs = nowMs - (serving.joinedAtMs ?? nowMs)
    this.#failures = lastedMs > this.#options.defaults.supervisor.healthyAfterMs ? 1 : this.#failures + 1
    this.#phaseSinceMs = nowMs
  }

  #failed(error: WallError): ConnectOutcome {
    this.#failures += 1
    this.#error = error
    this.#phaseSinceMs = this.#options.clock.nowMs()
    const scope = failureScope(error.code)
    if (scope !== 'host') this.#retry.set(this.#nextDelayMs(), false)
    this.#changed()
    return scope === 'host' ? 'no-host' : 'answered'
  }

  #changed(): void {
    if (!this.#isDisposed) this.#options.onChange(this.cameraId)
  }
}
