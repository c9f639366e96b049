import type { WallError, WallErrorCode } from '#contract/errors.ts'
import type { PlatformFailure } from '../platform/failure.ts'
import { type Backoff, backoffInMs, type Random } from '../time.ts'
import type { Slot } from './ticket-slot.ts'

/** Concern every camera, whichever was asked for: the limit of the key, and the store that the key is in. */
const ofAllCameras: ReadonlySet<WallErrorCode> = new Set([
  'rate_limited',
  'vault_unavailable',
  'vault_changed',
])

/** So many cameras have to fail in a row before their failures are the platform's: one alone is its own gateway's. */
const CAMERAS_OF_AN_OUTAGE = 2

/**
 * Tells a platform that is away from cameras that fail, and lets one request at a time ask whether it is back.
 *
 * A request that reached nobody (refused, unknown name, no route) or that met the rate limit is evidence about the
 * platform: everybody waits. A 5xx, a reset or a time-out is evidence about its own camera: only cameras that have
 * failed themselves wait for the probes, and every other one is asked for at once.
 */
export class Outage {
  readonly #backoff: Backoff
  readonly #random: Random
  /** Cameras that have failed since the platform's last answer. */
  readonly #failing = new Set<string>()
  #lastAnswerAtMs = Number.NEGATIVE_INFINITY
  #failures = 0
  #nextProbeAtMs: number | undefined
  #isProbing = false
  #holdsAll = false
  /** End of the time for which the platform wants no request at all. */
  #restUntilMs = 0
  #error: WallError | undefined

  constructor(backoff: Backoff, random: Random) {
    this.#backoff = backoff
    this.#random = random
  }

  get isOn(): boolean {
    return this.#nextProbeAtMs !== undefined
  }

  /** Whether this camera may be asked for as a probe only. */
  holds(slot: Slot): boolean {
    return this.isOn && (this.#holdsAll || slot.failures > 0)
  }

  /** 0 when a probe is due; Infinity while one is under way, and when there is no outage. */
  probeInMs(nowMs: number): number {
    if (this.#nextProbeAtMs === undefined || this.#isProbing) return Number.POSITIVE_INFINITY
    return Math.max(0, this.#nextProbeAtMs - nowMs)
  }

  probeStarted(): void {
    this.#isProbing = true
  }

  /** It has not answered within the time that a place is held, which is evidence about its own camera. */
  probeIsSlow(nowMs: number): void {
    if (!this.#isProbing) return
    this.#holdsAll = nowMs < this.#restUntilMs
    this.#waitForNextProbe(nowMs)
  }

  /** Of failures that may pass by themselves. Those of requests that were under way when it began do not count again. */
  failed(slot: Slot, failure: PlatformFailure, isProbe: boolean, nowMs: number): void {
    const isOfAll = concernsAll(failure)
    const { error, retryAfterInMs = 0 } = failure
    if (error.code === 'rate_limited') {
      this.#restUntilMs = Math.max(this.#restUntilMs, nowMs + retryAfterInMs)
    } else if (!isProbe && slot.failingSinceMs < this.#lastAnswerAtMs) {
      // Others were answered while it failed: it says nothing about the platform.
      return
    }
    this.#failing.add(slot.cameraId)
    if (!this.isOn && !isOfAll && this.#failing.size < CAMERAS_OF_AN_OUTAGE) return
    this.#holdsAll = isOfAll || nowMs < this.#restUntilMs || (this.#holdsAll && !isProbe)
    if (isOfAll) this.#error = error
    if (!this.isOn || isProbe || error.code === 'rate_limited') this.#waitForNextProbe(nowMs)
  }

  /** The platform has answered. True when that ends an outage; a pause that the platform asked for still holds. */
  onAnswer(nowMs: number): boolean {
    this.#lastAnswerAtMs = nowMs
    this.#failing.clear()
    if (nowMs < this.#restUntilMs) return false
    const wasOn = this.isOn
    this.forget()
    return wasOn
  }

  /** Nothing is known about the platform: the next request asks alone. */
  probeAt(nowMs: number): void {
    this.forget()
    this.#holdsAll = true
    this.#nextProbeAtMs = nowMs
  }

  forget(): void {
    this.#failing.clear()
    this.#failures = 0
    this.#isProbing = false
    this.#holdsAll = false
    this.#nextProbeAtMs = undefined
    this.#restUntilMs = 0
    this.#error = undefined
  }

  /** Why this camera is not asked for before the next probe; undefined where nothing has failed yet. */
  errorOf(slot: Slot, nowMs: number): WallError | undefined {
    const error = this.#holdsAll ? this.#error : slot.lastFailure?.error
    if (error === undefined) return undefined
    const inMs = this.probeInMs(nowMs)
    return Number.isFinite(inMs) ? { ...error, retryInMs: Math.ceil(inMs) } : error
  }

  #waitForNextProbe(nowMs: number): void {
    this.#failures += 1
    this.#isProbing = false
    const delayInMs = backoffInMs(this.#backoff, this.#failures, this.#random)
    this.#nextProbeAtMs = Math.max(this.#restUntilMs, nowMs + delayInMs)
  }
}

function concernsAll({ error, maybeCarriedOut }: PlatformFailure): boolean {
  return ofAllCameras.has(error.code) || (error.code === 'unreachable' && !maybeCarriedOut)
}
