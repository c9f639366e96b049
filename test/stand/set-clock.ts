/** Sets the clock of the page or process that runs it: it is ahead by so much from now on. Runs on its own, wherever it is sent. */
export function setClock(aheadMs: number): void {
  const RealDate = Date
  const nowMs = () => RealDate.now() + aheadMs
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(nowMs()).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [nowMs()] : args, newTarget),
    get: (target, name) => (name === 'now' ? nowMs : Reflect.get(target, name)),
  })
  const timeOrigin = performance.timeOrigin + aheadMs
  Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin })
}

/** The environment of a process whose clock is ahead by so much. */
export function clockAhead(aheadMs: number): { readonly NODE_OPTIONS: string } {
  const script = encodeURIComponent(`(${setClock.toString()})(${aheadMs})`)
  const options = `${process.env['NODE_OPTIONS'] ?? ''} --import=data:text/javascript,${script}`
  return { NODE_OPTIONS: options.trim() }
}
