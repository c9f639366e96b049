/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { installBudget, PeerConnectionBudget } from '#renderer/live/peer-connection-budget.ts'

const limits = { collectAt: 300, reloadAt: 400 }
function make(canCollect: boolean) {
  const calls = { collect: 0, exhausted: 0 }
  const budget = new PeerConnectionBudget({
    limits,
    collect: canCollect
      ? () => {
          calls.collect += 1
        }
      : undefined,
    onExhausted: () => {
      calls.exhausted += 1
    },
  })
  // Held, so that a collection in the middle of the test cannot give any back.
  const held: object[] = []
  const build = (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const connection = {}
      held.push(connection)
      budget.count(connection)
    }
  }
  return { budget, calls, build, held }
}

describe('PeerConnectionBudget', () => {
  it('collects garbage at its limit, and not for every one above it', () => {
    const { calls, build, budget } = make(true)
    build(299)
    expect(calls.collect).toBe(0)
    build(1)
    expect(calls.collect).toBe(1)
    build(24)
    expect(calls.collect).toBe(1)
    build(1)
    expect(calls.collect).toBe(2)
    expect(budget.alive).toBe(325)
  })

  it('asks for a new page when there is nothing to collect', () => {
    const { calls, build } = make(false)
    build(399)
    expect(calls.exhausted).toBe(0)
    build(1)
    expect(calls.exhausted).toBe(1)
  })
})

describe('installBudget', () => {
  it('counts every connection that the page makes until it is undone', () => {
    class Native extends EventTarget {}
    const page = { RTCPeerConnection: Native as unknown as typeof RTCPeerConnection }
    const { budget } = make(false)
    const undo = installBudget(page, budget)
    expect(new page.RTCPeerConnection()).toBeInstanceOf(Native)
    expect(budget.alive).toBe(1)
    undo()
    expect(page.RTCPeerConnection).toBe(Native)
  })

  it('closes a connection a moment after it is told to, when its changes of state are dispatched', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const close = vi.fn<() => void>()
    class Native extends EventTarget {
      close() {
        close()
      }
    }
    const page = { RTCPeerConnection: Native as unknown as typeof RTCPeerConnection }
    installBudget(page, make(false).budget)
    new page.RTCPeerConnection().close()
    expect(close).not.toHaveBeenCalled()
    vi.runAllTimers()
    expect(close).toHaveBeenCalledOnce()
  })
})
