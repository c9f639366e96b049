import { describe, expect, it, test } from 'vitest'
import { type WallErrorCode, wallError } from '#contract/errors.ts'
import { Outage } from '#main/core/live-view/outage.ts'
import { emptySlot, noteFailure, type Slot } from '#main/core/live-view/ticket-slot.ts'
import type { PlatformFailure } from '#main/core/platform/failure.ts'

const failure = (code: WallErrorCode, change: Partial<PlatformFailure> = {}): PlatformFailure => ({
  error: wallError(code),
  maybeCarriedOut: true,
  ...change,
})
const camerasOwn = failure('platform_failed')
const nobodyThere = failure('unreachable', { maybeCarriedOut: false })
const well = emptySlot('well')

/** A camera whose mints fail since `sinceMs`. */
function failing(cameraId: string, sinceMs = 0): Slot {
  const slot = emptySlot(cameraId)
  const { error } = camerasOwn
  noteFailure(slot, { error, untilMs: 0, wishedUntilMs: 0, permanent: false }, sinceMs)
  return slot
}
const [a, b] = [failing('a'), failing('b')]

/** Probes after 1, 2, 4 and at most 5 s. */
const outage = () => new Outage({ firstDelayInMs: 1_000, factor: 2, maxDelayInMs: 5_000, jitter: 0 }, () => 0)

function outageOf(failed: PlatformFailure): Outage {
  const begun = outage()
  for (const slot of [a, b]) begun.failed(slot, failed, false, 0)
  return begun
}

describe('an outage', () => {
  it('is none before a second camera has failed, however often the first one does', () => {
    const found = outage()
    for (let tries = 0; tries < 3; tries += 1) found.failed(a, camerasOwn, false, 0)
    expect([found.isOn, found.holds(a), found.probeInMs(0)]).toEqual([false, false, Number.POSITIVE_INFINITY])
    found.failed(b, camerasOwn, false, 0)
    expect([found.isOn, found.holds(a), found.holds(well), found.probeInMs(0)]).toEqual([
      true,
      true,
      false,
      1_000,
    ])
  })

  test.for([
    ['rate_limited', true, true],
    ['vault_unavailable', true, true],
    ['vault_changed', true, true],
    ['unreachable', false, true],
    ['unreachable', true, false],
    ['timeout', false, false],
  ] as const)('%s (carried out: %s) holds every camera at once: %s', ([code, maybeCarriedOut, holds]) => {
    const found = outage()
    found.failed(a, failure(code, { maybeCarriedOut }), false, 0)
    expect([found.isOn, found.holds(well)]).toEqual([holds, holds])
  })

  it('is not shown by cameras that have failed since before others were answered', () => {
    const found = outage()
    found.onAnswer(20)
    for (const cameraId of ['c', 'd']) found.failed(failing(cameraId, 19), camerasOwn, false, 30)
    expect(found.isOn).toBe(false)
    for (const cameraId of ['c', 'd']) found.failed(failing(cameraId, 20), camerasOwn, false, 30)
    expect(found.isOn).toBe(true)
  })

  it('counts cameras since the last answer, or the last new key, alone', () => {
    const found = outage()
    found.failed(a, camerasOwn, false, 0)
    expect(found.onAnswer(0)).toBe(false)
    found.failed(b, camerasOwn, false, 0)
    expect(found.isOn).toBe(false)
    found.forget()
    found.failed(a, camerasOwn, false, 0)
    expect(found.isOn).toBe(false)
  })

  it('ends with an answer, and leaves nothing to the next one', () => {
    const found = outageOf(nobodyThere)
    found.probeStarted()
    found.failed(a, nobodyThere, true, 1_000)
    expect(found.onAnswer(1_500)).toBe(true)
    expect([found.isOn, found.holds(a), found.errorOf(well, 1_500)]).toEqual([false, false, undefined])
    for (const cameraId of ['c', 'd']) found.failed(failing(cameraId, 2_000), camerasOwn, false, 2_000)
    expect([found.holds(well), found.probeInMs(2_000)]).toEqual([false, 1_000])
  })
})

describe('probes', () => {
  it('come one at a time, and later with each that fails', () => {
    const found = outageOf(nobodyThere)
    expect([found.probeInMs(400), found.probeInMs(1_000), found.probeInMs(9_000)]).toEqual([600, 0, 0])
    for (const delayInMs of [2_000, 4_000, 5_000, 5_000]) {
      found.probeStarted()
      expect(found.probeInMs(9_000)).toBe(Number.POSITIVE_INFINITY)
      found.failed(a, nobodyThere, true, 9_000)
      expect(found.probeInMs(9_000)).toBe(delayInMs)
    }
  })

  it('are not put off by what was under way when it began', () => {
    const found = outageOf(nobodyThere)
    found.failed(failing('c'), nobodyThere, false, 900)
    expect(found.probeInMs(900)).toBe(100)
  })

  it('that fail for their own camera let the others go; a camera alone does not', () => {
    const found = outageOf(nobodyThere)
    found.failed(failing('c'), camerasOwn, false, 10)
    expect(found.holds(well)).toBe(true)
    found.probeStarted()
    found.failed(a, camerasOwn, true, 1_000)
    expect([found.holds(well), found.holds(a)]).toEqual([false, true])
  })

  it('that are slow let the others go, and the next one is due after its delay', () => {
    const found = outageOf(nobodyThere)
    found.probeIsSlow(100)
    expect([found.holds(well), found.probeInMs(100)]).toEqual([true, 900])
    found.probeStarted()
    found.probeIsSlow(1_000)
    expect([found.holds(well), found.probeInMs(1_000)]).toEqual([false, 2_000])
  })

  it('may be asked for: nothing is known then, and everybody waits for the one', () => {
    const found = outageOf(nobodyThere)
    found.probeAt(500)
    expect([found.probeInMs(500), found.holds(well), found.errorOf(well, 500)]).toEqual([0, true, undefined])
  })
})

const tooFast = (retryAfterInMs: number) => failure('rate_limited', { retryAfterInMs })

describe('a rest that the platform has asked for', () => {
  it('holds everybody to its end, whatever is answered meanwhile', () => {
    const found = outage()
    found.failed(well, tooFast(30_000), false, 0)
    expect([found.onAnswer(29_999), found.holds(well), found.probeInMs(29_999)]).toEqual([false, true, 1])
    expect([found.onAnswer(30_000), found.isOn]).toEqual([true, false])
  })

  it('is not made shorter by another one, and made longer by it', () => {
    const found = outage()
    found.failed(well, tooFast(30_000), false, 0)
    found.failed(well, tooFast(5_000), false, 1_000)
    expect(found.probeInMs(1_000)).toBe(29_000)
    found.failed(well, tooFast(40_000), false, 1_000)
    expect(found.probeInMs(1_000)).toBe(40_000)
  })

  it('holds everybody also after a probe that failed for its own camera, or was slow', () => {
    for (const end of ['fails', 'is slow'] as const) {
      const found = outage()
      found.failed(well, tooFast(30_000), false, 0)
      found.probeStarted()
      if (end === 'fails') found.failed(a, camerasOwn, true, 1_000)
      else found.probeIsSlow(1_000)
      expect([found.holds(well), found.probeInMs(1_000)], end).toEqual([true, 29_000])
      expect(found.errorOf(well, 1_000)?.code, end).toBe('rate_limited')
    }
  })

  it('is kept where others failed before they were answered', () => {
    const found = outage()
    found.onAnswer(20)
    found.failed(failing('c', 10), tooFast(30_000), false, 30)
    expect(found.holds(well)).toBe(true)
  })
})

describe('why a camera waits', () => {
  it('is the platform’s failure where all wait, and its own where it waits alone', () => {
    const ofAll = outageOf(nobodyThere)
    expect(ofAll.errorOf(well, 400.5)).toEqual({ ...nobodyThere.error, retryInMs: 600 })
    const ofSome = outageOf(camerasOwn)
    expect([ofSome.errorOf(a, 0), ofSome.errorOf(well, 0)]).toEqual([
      { ...camerasOwn.error, retryInMs: 1_000 },
      undefined,
    ])
  })

  it('has no time while a probe is under way', () => {
    const found = outageOf(nobodyThere)
    found.probeStarted()
    expect(found.errorOf(well, 0)).toEqual(nobodyThere.error)
  })
})
