/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { installBudget, PeerConnectionBudget } from '#renderer/live/peer-connection-budget.ts'

const limits = { collectAt: 300, reloadAt: 400, reloadNowAt: 460 }
function make(canCollect: boolean) {
  const calls = { collect: 0 }
  const budget = new PeerConnectionBudget({
    limits,
    collect: canCollect
      ? () => {
          calls.collect += 1
        }
      : undefined,
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

  it.each([
    ['reload', 1],
    ['navigate', 0],
  ])('collects what the page before it has left in its process, after a %s', (type, times) => {
    const of = vi
      .spyOn(performance, 'getEntriesByType')
      .mockReturnValue([{ type } as PerformanceNavigationTiming])
    onTestFinished(() => of.mockRestore())
    expect(make(true).calls.collect).toBe(times)
  })

  it('asks for a new page when there is nothing to collect, once', () => {
    const { budget, build } = make(false)
    const isDue = () => budget.isReloadDue(() => true)
    build(399)
    expect(isDue()).toBe(false)
    build(1)
    expect(isDue()).toBe(true)
    expect(isDue()).toBe(false)
  })

  it('asks for it when the wall is calm, or when hardly any connection is left', () => {
    const { budget, build } = make(false)
    let isCalm = false
    const isDue = () => budget.isReloadDue(() => isCalm)
    build(459)
    expect(isDue()).toBe(false)
    isCalm = true
    expect(isDue()).toBe(true)
    isCalm = false
    build(1)
    expect(isDue()).toBe(true)
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

  describe('closes a connection', () => {
    const close = vi.fn<() => void>()
    class Native extends EventTarget {
      iceGatheringState = 'complete'
      close() {
        close()
      }
    }
    function closing(iceGatheringState: string) {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      close.mockClear()
      const page = { RTCPeerConnection: Native as unknown as typeof RTCPeerConnection }
      installBudget(page, make(false).budget)
      const connection = Object.assign(new page.RTCPeerConnection(), { iceGatheringState })
      connection.close()
      connection.close()
      return connection
    }

    it('a moment after it was asked to, once', () => {
      closing('complete')
      vi.advanceTimersByTime(99)
      expect(close).not.toHaveBeenCalled()
      vi.runAllTimers()
      expect(close).toHaveBeenCalledOnce()
    })

    it('a moment after its last change', () => {
      const connection = closing('complete')
      vi.advanceTimersByTime(90)
      connection.dispatchEvent(new Event('connectionstatechange'))
      vi.advanceTimersByTime(90)
      expect(close).not.toHaveBeenCalled()
      vi.advanceTimersByTime(11)
      expect(close).toHaveBeenCalledOnce()
    })

    it('not before a change that waits behind the timer', () => {
      const connection = closing('complete')
      vi.advanceTimersToNextTimer()
      connection.dispatchEvent(new Event('connectionstatechange'))
      vi.advanceTimersByTime(99)
      expect(close).not.toHaveBeenCalled()
      vi.runAllTimers()
      expect(close).toHaveBeenCalledOnce()
    })

    it('that gathers candidates only when it has them all, or after ten seconds', () => {
      const gathered = closing('gathering')
      vi.advanceTimersByTime(5_000)
      expect(close).not.toHaveBeenCalled()
      Object.assign(gathered, { iceGatheringState: 'complete' })
      vi.advanceTimersByTime(101)
      expect(close).toHaveBeenCalledOnce()

      closing('gathering')
      vi.advanceTimersByTime(9_900)
      expect(close).not.toHaveBeenCalled()
      vi.advanceTimersByTime(200)
      expect(close).toHaveBeenCalledOnce()
    })

    it('not right after the page was busy, when changes may be waiting', () => {
      closing('complete')
      const busy = vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 301)
      onTestFinished(() => busy.mockRestore())
      vi.advanceTimersByTime(100)
      expect(close).not.toHaveBeenCalled()
    })
  })
})
