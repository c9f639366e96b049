/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import library, { Events, type HlsConfig, type LevelDetails } from 'hls.js'
import type { HlsLibrary } from '#renderer/playback/tile/load-hls.ts'

type Listener = (event: string, data: object) => void

/** Loads and plays nothing: calls are recorded, and its events are the test's. */
class SilentHls {
  static readonly Events = Events
  static readonly DefaultConfig = library.DefaultConfig
  readonly config: Partial<HlsConfig> & { timelineOffset?: number }
  levels: { width: number; height: number; frameRate?: number; fragmentError?: number }[] = []
  currentLevel = 0
  bandwidthEstimate = Number.NaN
  playingDate: Date | null = null
  /** Where loading was started, in seconds of its list. */
  readonly loadsFrom: number[] = []
  readonly sources: string[] = []
  isAttached = false
  isStopped = false
  isDestroyed = false
  readonly #listeners = new Map<string, Set<Listener>>()

  constructor(config: Partial<HlsConfig>) {
    this.config = config
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
  }

  once(event: string, listener: Listener): void {
    const listeners = this.#listeners
    this.on(event, function once(...given) {
      listeners.get(event)?.delete(once)
      listener(...given)
    })
  }

  emit(event: keyof typeof Events, data: object = {}): void {
    const name = Events[event]
    for (const listener of this.#listeners.get(name) ?? []) listener(name, data)
  }

  attachMedia(): void {
    this.isAttached = true
  }

  loadSource(manifest: string): void {
    this.sources.push(manifest)
  }

  startLoad(seconds: number): void {
    this.isStopped = false
    this.loadsFrom.push(Math.round(seconds * 1_000) / 1_000)
  }

  stopLoad(): void {
    this.isStopped = true
  }

  transferMedia(): null {
    return null
  }

  removeLevel(at: number): void {
    this.levels.splice(at, 1)
  }

  destroy(): void {
    this.isDestroyed = true
  }
}

/** hls.js, and the players that were made of it, oldest first. */
export function silentLibrary(): { library: HlsLibrary; made: SilentHls[] } {
  const made: SilentHls[] = []
  class Hls extends SilentHls {
    constructor(config: Partial<HlsConfig>) {
      super(config)
      made.push(this)
    }
  }
  return { library: { Hls, workerUrl: '' } as unknown as HlsLibrary, made }
}

interface Segment {
  /** Epoch milliseconds. */
  readonly wallMs: number
  readonly isMissing?: boolean
}

/** The list of a rendition: segments of two seconds, one after the other on the player's time line. */
export function listOf(segments: readonly Segment[]): { details: LevelDetails } {
  const fragments = segments.map(({ wallMs, isMissing = false }, at) => ({
    start: at * 2,
    playlistOffset: at * 2,
    duration: 2,
    programDateTime: wallMs,
    gap: isMissing,
    tagList: [['INF', '2'], ...(isMissing ? [['GAP']] : [])],
    setStart(seconds: number) {
      this.start = seconds
    },
  }))
  return { details: { fragments } as unknown as LevelDetails }
}
