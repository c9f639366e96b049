import type { LiveDefaults } from './defaults.ts'
import type { HostGate } from './host-gate.ts'
import type { Clock } from '../clock.ts'

/** `no-host`: nobody could be reached at all. */
export type ConnectOutcome = 'answered' | 'no-host' | 'cancelled'

export interface ConnectRequest {
  /** Lower is sooner; read whenever a place is free, so that it may change while waiting. */
  priority(): number
  /** On a visible tile, as opposed to standing by. */
  isVisible(): boolean
  /** `onReached`: the media server has answered; the peer connection is still to come, and may fail. */
  connect(onReached: () => void): Promise<ConnectOutcome>
  /** Nobody was reached, but others are alive: the requester backs off by itself and asks again. */
  backOff(): void
}

export interface ConnectQueueOptions {
  readonly gate: HostGate
  readonly clock: Clock
  readonly limits: LiveDefaults['queue']
  /** A tile waits for its first picture: setting up a camera on stand-by would take the computer from it. */
  readonly isAnyTileComing: () => boolean
  /** Is any link well at the moment? */
  readonly isAnyoneAlive: () => boolean
  /** The time of the next probe has changed. */
  readonly onGate: () => void
  /** A host has answered after others were not reached: cameras that back off by themselves need not wait. */
  readonly onHostBack: () => void
}

/**
 * Who connects next: selected and visible first, a few at a time. A camera that has failed is in nobody's way: it
 * begins no batch, takes no place from others, and while nobody answers it waits for a probe, one at a time and each
 * in its turn. One that has not failed itself is always tried at once.
 */
export class ConnectQueue {
  readonly #options: ConnectQueueOptions
  readonly #waiting = new Set<ConnectRequest>()
  /** Requests that reached nobody by their last try. */
  readonly #troubled = new Set<ConnectRequest>()
  /** When each was last started, in starts of this queue. */
  readonly #turns = new WeakMap<ConnectRequest, number>()
  #turn = 0
  /** Somebody was not reached since the last answer. */
  #hasTrouble = false
  /** A connect has failed after the media server had answered it: its answer alone promises nothing. */
  #failsWhenReached = false
  /** Failures without an answer, one after the other: a busy server leaves one unanswered, a lost one all. */
  #unanswered = 0
  #probe: ConnectRequest | undefined
  /** Requests that hold a place, and the function that ends their time limit. */
  readonly #places = new Map<ConnectRequest, () => void>()
  readonly #running = new Set<ConnectRequest>()
  /** The first of a batch has begun; the others follow in groups. */
  #hasBegun = false
  #isFirstAlone = false
  #isPumpDue = false
  #isPaused = false
  #cancelProbeTimer: (() => void) | undefined

  constructor(options: ConnectQueueOptions) {
    this.#options = options
  }

  /** Asks for a place. The request stays until it is served or withdrawn. */
  add(request: ConnectRequest): void {
    this.#waiting.add(request)
    this.#pumpSoon()
  }

  /**
   * A link has ended. Whether that is the host's doing, as no other one is well: whoever waits after that, by a time of
   * its own, is called once somebody is answered.
   */
  lostHost(): boolean {
    if (this.#options.isAnyoneAlive()) return false
    this.#hasTrouble = true
    return true
  }

  withdraw(request: ConnectRequest): void {
    this.#waiting.delete(request)
    this.#troubled.delete(request)
  }

  /** To be called regularly: a tile that cameras on stand-by wait for may have its picture by now. */
  look(): void {
    if (this.#waiting.size > 0) this.#pumpSoon()
  }

  has(request: ConnectRequest): boolean {
    return this.#waiting.has(request) || this.#running.has(request)
  }

  pause(): void {
    this.#isPaused = true
    this.#cancelProbeTimer?.()
  }

  /** Something has improved: requests that wait for a probe are tried now. */
  hurry(): void {
    this.#isPaused = false
    this.#options.gate.hurry(this.#options.clock.nowMs())
    this.#pumpSoon()
  }

  dispose(): void {
    this.pause()
    this.#waiting.clear()
    this.#troubled.clear()
    for (const endLimit of this.#places.values()) endLimit()
    this.#places.clear()
  }

  /** Once the caller is through, so that the most urgent of all new requests comes first. */
  #pumpSoon(): void {
    if (this.#isPumpDue) return
    this.#isPumpDue = true
    queueMicrotask(() => {
      this.#isPumpDue = false
      this.#pump()
    })
  }

  #pump(): void {
    if (this.#isPaused) return
    let next = this.#mostUrgent(false)
    for (; next && this.#mayStart(next); next = this.#mostUrgent(false)) this.#start(next)
    // A tile that has not had its first try comes before another try of one that has.
    if (!next?.isVisible()) this.#pumpTroubled()
    if (this.#running.size === 0) this.#hasBegun = false
  }

  #pumpTroubled(): void {
    const probeAtMs = this.#options.gate.nextProbeAtMs
    if (probeAtMs !== undefined) return this.#pumpProbe(probeAtMs)
    for (let next = this.#mostUrgent(true); next; next = this.#mostUrgent(true)) {
      if (this.#isFirstAlone || this.#places.size >= this.#options.limits.groupSize) return
      // After an outage all have failed: tiles are back first.
      if (!next.isVisible() && !this.#mayStandBy([...this.#places.keys()])) return
      this.#start(next)
    }
  }

  #pumpProbe(atMs: number): void {
    const next = this.#longestAgo()
    // A probe that hangs gives its place up like any other.
    if (!next || (this.#probe && this.#places.has(this.#probe))) return
    const { clock } = this.#options
    const waitMs = atMs - clock.nowMs()
    if (waitMs <= 0) {
      this.#probe = next
      return this.#start(next)
    }
    this.#cancelProbeTimer?.()
    this.#cancelProbeTimer = clock.after(waitMs, () => this.#pump())
  }

  /** Each in its turn: one that always fails must not be the only probe. */
  #longestAgo(): ConnectRequest | undefined {
    let first: ConnectRequest | undefined
    for (const request of this.#troubled) {
      if (this.#isWaiting(request) && (!first || this.#turnOf(request) < this.#turnOf(first))) first = request
    }
    return first
  }

  #turnOf(request: ConnectRequest): number {
    return this.#turns.get(request) ?? 0
  }

  /** One that asks again while it is still being served has its next turn afterwards. */
  #isWaiting(request: ConnectRequest): boolean {
    return this.#waiting.has(request) && !this.#running.has(request)
  }

  #mostUrgent(isTroubled: boolean): ConnectRequest | undefined {
    let best: ConnectRequest | undefined
    for (const request of this.#waiting) {
      if (!this.#isWaiting(request) || this.#troubled.has(request) !== isTroubled) continue
      if (!best || rank(request) < rank(best)) best = request
    }
    return best
  }

  #mayStart(request: ConnectRequest): boolean {
    if (this.#isFirstAlone) return false
    const held = [...this.#places.keys()].filter((place) => !this.#troubled.has(place))
    return request.isVisible() ? held.length < this.#options.limits.groupSize : this.#mayStandBy(held)
  }

  #mayStandBy(held: readonly ConnectRequest[]): boolean {
    if (this.#options.isAnyTileComing() || held.some((place) => place.isVisible())) return false
    return held.length < this.#options.limits.standbyGroupSize
  }

  #start(request: ConnectRequest): void {
    const { clock, limits } = this.#options
    this.#waiting.delete(request)
    const isFirst = request.isVisible() && !this.#hasBegun && !this.#troubled.has(request)
    if (isFirst) this.#hasBegun = this.#isFirstAlone = true
    const limitMs = isFirst ? limits.firstAloneMs : limits.placeHeldMs
    const free = () => {
      this.#places.get(request)?.()
      this.#places.delete(request)
      if (isFirst) this.#isFirstAlone = false
    }
    this.#running.add(request)
    this.#turns.set(request, (this.#turn += 1))
    this.#places.set(
      request,
      clock.after(limitMs, () => {
        free()
        this.#pump()
      }),
    )
    void this.#serve(request, free)
  }

  async #serve(request: ConnectRequest, free: () => void): Promise<void> {
    let isReached = false
    const outcome = await request.connect(() => {
      isReached = true
      this.#reached()
    })
    this.#running.delete(request)
    free()
    this.#settle(request, outcome, isReached)
    this.#pump()
  }

  /** The server is back: the others need not wait until the first one has its pictures. */
  #reached(): void {
    if (this.#failsWhenReached || !this.#options.gate.isShut) return
    this.#hostAnswered()
    this.#pump()
  }

  #hostAnswered(): void {
    this.#options.gate.onAnswer()
    const hadTrouble = this.#hasTrouble
    this.#hasTrouble = false
    if (hadTrouble) this.#options.onHostBack()
  }

  #settle(request: ConnectRequest, outcome: ConnectOutcome, isReached: boolean): void {
    const { gate, clock } = this.#options
    const wasProbe = this.#probe === request
    if (wasProbe) this.#probe = undefined
    this.#troubled.delete(request)
    if (outcome === 'answered') {
      this.#failsWhenReached = false
      this.#hostAnswered()
    } else if (outcome === 'no-host') {
      this.#troubled.add(request)
      this.#hasTrouble = true
      this.#unanswered = isReached ? 0 : this.#unanswered + 1
      if (isReached || this.#unanswered >= this.#options.limits.unansweredWhenLost)
        this.#failsWhenReached = isReached
      // While others are well the failure is this camera's own.
      if (this.#options.isAnyoneAlive()) {
        request.backOff()
      } else {
        gate.failed(clock.nowMs(), wasProbe)
        this.#waiting.add(request)
      }
      this.#options.onGate()
    }
  }
}

const rank = (request: ConnectRequest): number => (request.isVisible() ? 0 : 1_000_000) + request.priority()
