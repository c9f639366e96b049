import type { WallError } from '#contract/errors.ts'
import { type EmbeddedSite, embeddedSiteSchema, type FromShell } from '#contract/process/launch.ts'
import type { Result } from '#contract/result.ts'
import type { TileReport } from '#contract/wall/tile-report.ts'

/** The channel to the process that started this one; `process` itself satisfies it when there is one. */
export interface ParentPort {
  /** `told` is called once it has been sent, or cannot be any more. */
  send?(message: unknown, handle?: undefined, options?: undefined, told?: () => void): unknown
  readonly connected?: boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
  off(event: 'message', listener: (message: unknown) => void): unknown
  off(event: 'disconnect', listener: () => void): unknown
}

export interface LaunchLinkOptions {
  readonly parent: ParentPort
  readonly onEmbeddedSite: (site: EmbeddedSite) => void
  /** The launcher is gone: nobody is left who would stop us. */
  readonly onDisconnect: () => void
}

/** What a shell and its launcher tell each other. Without a launcher everything here does nothing. */
export class LaunchLink {
  readonly #options: LaunchLinkOptions
  #lastTiles = ''

  constructor(options: LaunchLinkOptions) {
    this.#options = options
    options.parent.on('message', this.#onMessage)
    options.parent.on('disconnect', this.#onDisconnect)
  }

  get hasLauncher(): boolean {
    return this.#options.parent.connected === true
  }

  tell(message: FromShell): void {
    // A launcher that goes away in this very moment is noticed by `disconnect`.
    if (this.hasLauncher) this.#options.parent.send?.(message, undefined, undefined, () => undefined)
  }

  /** A fresh local site that cannot be used is something that only the launcher can do anything about. */
  tellEmbedded(embedded: Result<undefined, WallError>): void {
    if (!embedded.ok) this.tell({ type: 'failed', sentence: embedded.error.message, exitCode: 1 })
  }

  /** Tells changes only: pages report more often than anything changes. */
  tellTiles({ tiles }: TileReport): void {
    const states: Record<string, number> = {}
    for (const { state } of tiles) states[state] = (states[state] ?? 0) + 1
    const wanted = tiles.filter((tile) => tile.cameraId !== undefined).length
    const live = tiles.filter((tile) => tile.cameraId !== undefined && tile.state === 'LIVE').length
    const message: FromShell = { type: 'tiles', wanted, live, states }
    const text = JSON.stringify(message)
    if (text === this.#lastTiles) return
    this.#lastTiles = text
    this.tell(message)
  }

  dispose(): void {
    this.#options.parent.off('message', this.#onMessage)
    this.#options.parent.off('disconnect', this.#onDisconnect)
  }

  readonly #onMessage = (message: unknown): void => {
    const site = embeddedSiteSchema.safeParse(message)
    if (site.success) this.#options.onEmbeddedSite(site.data)
  }

  readonly #onDisconnect = (): void => this.#options.onDisconnect()
}
