import type Hls from 'hls.js'

export interface HlsLibrary {
  readonly Hls: typeof Hls
  readonly workerUrl: string
}

/**
 * On the first playback: a live wall does not load it. The full build, for the light one plays no HEVC in transport
 * streams; and its worker by name, for the module build has none inside and would silently do without.
 */
export async function loadHls(): Promise<HlsLibrary> {
  const [{ default: library }, { default: workerUrl }] = await Promise.all([
    import('hls.js'),
    import('hls.js/dist/hls.worker.js?url'),
  ])
  return { Hls: library, workerUrl }
}
