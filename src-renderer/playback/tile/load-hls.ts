import type Hls from 'hls.js'

export interface HlsLibrary {
  readonly Hls: typeof Hls
  readonly workerUrl: string
}
export type LoadHls = () => Promise<HlsLibrary | undefined>

/**
 * On the first playback: a live wall does not load it. The full build, for the light one plays no HEVC in transport
 * streams; and its worker by name, for the module build has none inside and would silently do without.
 * Undefined while its file cannot be had.
 */
export const loadHls: LoadHls = async () => {
  try {
    const [{ default: library }, { default: workerUrl }] = await Promise.all([
      import('hls.js'),
      import('hls.js/dist/hls.worker.js?url'),
    ])
    // For advertisements; on a busy machine it makes a player load again from the first segment of the window.
    delete library.DefaultConfig.interstitialsController
    return { Hls: library, workerUrl }
  } catch {
    // The host is away, or has another version of the page than the one that is open.
    return undefined
  }
}
