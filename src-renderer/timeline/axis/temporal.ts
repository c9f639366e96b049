export type TemporalNamespace = typeof Temporal

/** The browser's own where it has one: Chromium since 144. Loaded only where it is missing. */
export async function loadTemporal(): Promise<TemporalNamespace> {
  const own: TemporalNamespace | undefined = Reflect.get(globalThis, 'Temporal')
  return own ?? (await import('temporal-polyfill')).Temporal
}
