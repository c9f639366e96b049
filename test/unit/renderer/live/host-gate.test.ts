import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HostGate } from '#renderer/live/host-gate.ts'

const limits = { probeDelaysMs: [100, 200, 400], probeJitter: 0 }
const gateOf = () => new HostGate(limits, () => 0.5)

describe('HostGate', () => {
  it('shuts at the first failure, and does not count those that were under way with it', () => {
    const gate = gateOf()
    gate.failed(1_000, false)
    gate.failed(1_050, false)
    expect(gate.nextProbeAtMs).toBe(1_100)
  })

  it('waits longer from probe to probe, up to the last delay', () => {
    const gate = gateOf()
    const delays = [1, 2, 3, 4].map(() => {
      gate.failed(0, true)
      return gate.nextProbeAtMs
    })
    expect(delays).toEqual([100, 200, 400, 400])
  })

  it('probes at once, and quickly again, after a change for the better', () => {
    const gate = gateOf()
    gate.failed(0, true)
    gate.failed(0, true)
    gate.hurry(5_000)
    expect(gate.nextProbeAtMs).toBe(5_000)
    gate.failed(5_000, true)
    expect(gate.nextProbeAtMs).toBe(5_100)
  })

  it('stays open when something changes for the better', () => {
    const gate = gateOf()
    gate.hurry(5_000)
    expect(gate.isShut).toBe(false)
  })

  it('is open after any answer, and never waits longer than the longest delay', () => {
    const events = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('failed' as const), wasProbe: fc.boolean() }),
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
          if (event.kind === 'failed') gate.failed(nowMs, event.wasProbe)
          else if (event.kind === 'answered') gate.onAnswer()
          else gate.hurry(nowMs)
          if (event.kind === 'answered') expect(gate.isShut).toBe(false)
          expect((gate.nextProbeAtMs ?? nowMs) - nowMs).toBeLessThanOrEqual(400)
        }
      }),
    )
  })
})
