declare global {
  interface Window {
    /** Timers of the page that have not fired for the last time. */
    pendingTimers: Set<number>
  }
}

/** Injected before any script of the page: no interface of the browser counts timers. */
export function countTimers(): void {
  const timeout = window.setTimeout.bind(window)
  const interval = window.setInterval.bind(window)
  const clear = window.clearTimeout.bind(window)
  const pending = new Set<number>()
  window.pendingTimers = pending
  const setTimer = (handler: TimerHandler, ms?: number, ...given: unknown[]) => {
    const id = timeout(() => {
      pending.delete(id)
      if (typeof handler === 'function') handler(...given)
    }, ms)
    pending.add(id)
    return id
  }
  const setRepeated = (handler: TimerHandler, ms?: number, ...given: unknown[]) => {
    const id = interval(handler, ms, ...given)
    pending.add(id)
    return id
  }
  // One list of ids: each of the two takes those of the other.
  const clearAny = (id: number | undefined) => {
    if (id !== undefined) pending.delete(id)
    clear(id)
  }
  Object.assign(window, {
    setTimeout: setTimer,
    setInterval: setRepeated,
    clearTimeout: clearAny,
    clearInterval: clearAny,
  })
}
