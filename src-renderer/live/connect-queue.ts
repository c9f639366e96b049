import type { LiveDefaults } from './defaults.ts'
import type { HostGate } from './host-gate.ts'
import type { LiveClock } from './live-clock.ts'

/** `no-host`: nobody could be reached at all. */
export type ConnectOutcome = 'answered' | 'no-host' | 'cancelled'

export interface ConnectRequest {
  /** Lower is sooner; read whenever a place is free, so that it may change while waiting. */
  priority(): number
  /** On a visible tile, as opposed to standing by. */
  isVisible(): boolean
  connect(): Promise<ConnectOutcome>
  /** Nobody was reached, but others are alive: the requester waits by itself and asks again. */
  backOff(): void
}

export interface ConnectQueueNeeds {
  readonly gate: HostGate
  readonly clock: LiveClock
  readonly limits: LiveDefaults['queue']
  /** Is any link well at the moment? */
  readonly isAnyoneAlive: () => boolean
  /** The time of the next probe has changed. */
  readonly onGate: () => void
  /** Somebody has answered after others were not reached: whoever waits by himself need not. */
  readonly onHostBack: () => void
}

/** Who connects next: selected and visible first, a few at a time, and one single probe while nobody answers. */
export class ConnectQueue {
  private readonly needs: ConnectQueueNeeds
  private readonly waiting = new Set<ConnectRequest>()
  /** Requests that hold a place, and the function that ends their time limit. */
  private readonly places = new Map<ConnectRequest, () => void>()
  private readonly running = new Set<ConnectRequest>()
  /** The first of a batch has begun; the others follow in groups. */
  private hasBegun = false
  private isFirstAlone = false
  private isPumpDue = false
  private isPaused = false
  private cancelProbeTimer: (() => void) | undefined

  constructor(needs: ConnectQueueNeeds) {
    this.needs = needs
  }

  /** Asks for a place. The request stays until it is served or withdrawn. */
  add(request: ConnectRequest): void {
    this.waiting.add(request)
    this.pumpSoon()
  }

  withdraw(request: ConnectRequest): void {
    this.waiting.delete(request)
  }

  has(request: ConnectRequest): boolean {
    return this.waiting.has(request) || this.running.has(request)
  }

  pause(): void {
    this.isPaused = true
    this.cancelProbeTimer?.()
  }

  /** Something has changed for the better: whoever waits for a probe waits no longer. */
  hurry(): void {
    this.isPaused = false
    this.needs.gate.hurry(this.needs.clock.nowMs())
    this.pumpSoon()
  }

  dispose(): void {
    this.pause()
    this.waiting.clear()
    for (const endLimit of this.places.values()) endLimit()
    this.places.clear()
  }

  /** Once the caller is through, so that the most urgent of all new requests comes first. */
  private pumpSoon(): void {
    if (this.isPumpDue) return
    this.isPumpDue = true
    queueMicrotask(() => {
      this.isPumpDue = false
      this.pump()
    })
  }

  private pump(): void {
    if (this.isPaused) return
    for (let next = this.mostUrgent(); next; next = this.mostUrgent()) {
      if (!this.mayStart(next)) return
      this.start(next)
    }
    if (this.running.size === 0) this.hasBegun = false
  }

  private mostUrgent(): ConnectRequest | undefined {
    let best: ConnectRequest | undefined
    for (const request of this.waiting) {
      // Asked for again while it is still being served: it has its next turn afterwards.
      if (this.running.has(request)) continue
      if (!best || rank(request) < rank(best)) best = request
    }
    return best
  }

  private mayStart(request: ConnectRequest): boolean {
    const { gate, limits, clock } = this.needs
    const probeAtMs = gate.nextProbeAtMs
    if (probeAtMs !== undefined) {
      if (this.running.size > 0) return false
      const waitMs = probeAtMs - clock.nowMs()
      if (waitMs <= 0) return true
      this.cancelProbeTimer?.()
      this.cancelProbeTimer = clock.after(waitMs, () => this.pump())
      return false
    }
    if (this.isFirstAlone) return false
    if (request.isVisible()) return this.places.size < limits.groupSize
    const isVisibleBusy = [...this.places.keys()].some((held) => held.isVisible())
    return !isVisibleBusy && this.places.size < limits.standbyGroupSize
  }

  private start(request: ConnectRequest): void {
    const { clock, limits } = this.needs
    this.waiting.delete(request)
    const isFirst = !this.hasBegun
    this.hasBegun = true
    this.isFirstAlone = isFirst
    const limitMs = isFirst ? limits.firstAloneMs : limits.placeHeldMs
    const free = () => {
      this.places.get(request)?.()
      this.places.delete(request)
      if (isFirst) this.isFirstAlone = false
    }
    this.running.add(request)
    this.places.set(
      request,
      clock.after(limitMs, () => {
        free()
        this.pump()
      }),
    )
    void this.serve(request, free)
  }

  private async serve(request: ConnectRequest, free: () => void): Promise<void> {
    const outcome = await request.connect()
    this.running.delete(request)
    free()
    this.settle(request, outcome)
    this.pump()
  }

  private settle(request: ConnectRequest, outcome: ConnectOutcome): void {
    const { gate, clock } = this.needs
    if (outcome === 'answered') {
      const wasTroubled = gate.isTroubled
      gate.answered()
      if (wasTroubled) this.needs.onHostBack()
    } else if (outcome === 'no-host') {
      gate.failed(clock.nowMs(), this.needs.isAnyoneAlive())
      if (gate.isShut) this.waiting.add(request)
      else request.backOff()
      this.needs.onGate()
    }
  }
}

function rank(request: ConnectRequest): number {
  return (request.isVisible() ? 0 : 1_000_000) + request.priority()
}
