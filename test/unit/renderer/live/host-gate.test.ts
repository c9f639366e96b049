import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HostGate } from '../../../../src-renderer/live/host-gate.ts'

const limits = { probeDelaysMs: [100, 200, 400], probeJitter: 0, hostFailures: 3 }
const gateOf = () => new HostGate(limits, () => 0.5)

describe('HostGate', () => {
  it('shuts at the first failure when nobody else is alive', () => {
    const gate = gateOf()
    gate.failed(1_000, false)
    expect(gate.nextProbeAtMs).toBe(1_100)
  })

  it('takes single failures for the cameras’ own while others are alive', () => {
    const gate = gateOf()
    gate.failed(1_000, true)
    gate.failed(1_000, true)
    expect(gate.isShut).toBe(false)
    gate.failed(1_000, true)
    expect(gate.isShut).toBe(true)
  })

  it('forgets failures when somebody answers', () => {
    const gate = gateOf()
    gate.failed(1_000, true)
    gate.failed(1_000, true)
    gate.answered()
    gate.failed(1_000, true)
    expect(gate.isShut).toBe(false)
  })

  it('waits longer from probe to probe, up to the last delay', () => {
    const gate = gateOf()
    const delays = [1, 2, 3, 4].map(() => {
      gate.failed(0, false)
      return gate.nextProbeAtMs
    })
    expect(delays).toEqual([100, 200, 400, 400])
  })

  it('probes at once, and quickly again, after a change for the better', () => {
    const gate = gateOf()
    gate.failed(0, false)
    gate.failed(0, false)
    gate.hurry(5_000)
    expect(gate.nextProbeAtMs).toBe(5_000)
    gate.failed(5_000, false)
    expect(gate.nextProbeAtMs).toBe(5_100)
  })

  it('is open after any answer, and never waits longer than the longest delay', () => {
    const events = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('failed' as const), othersAlive: fc.boolean() }),
        fc.record({ kind: fc.constant('answered' as const) }),
        fc.record({ kind: fc.constant('hurry' as const) }),
      ),
    )
    fc.assert(
      fc.property(events, (history) => {
        const gate = gateOf()
        let nowMs = 0
        for (const event of history) {
          nowMs += 50
          if (event.kind === 'failed') gate.failed(nowMs, event.othersAlive)
          else if (event.kind === 'answered') gate.answered()
          else gate.hurry(nowMs)
          if (event.kind === 'answered') expect(gate.isShut).toBe(false)
          expect((gate.nextProbeAtMs ?? nowMs) - nowMs).toBeLessThanOrEqual(400)
        }
      }),
    )
  })
})
