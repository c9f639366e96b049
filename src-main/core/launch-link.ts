import { type EmbeddedSite, embeddedSiteSchema, type FromShell } from '#contract/process/launch.ts'
import type { TileReport } from '#contract/wall/tile-report.ts'
import type { WallMain } from './wall-main.ts'

/** The channel to the process that started this one; `process` itself satisfies it when there is one. */
export interface ParentPort {
  /** `onSent` is called when the message has been sent or can no longer be sent. */
  send?(message: unknown, handle?: undefined, options?: undefined, onSent?: () => void): unknown
  readonly connected?: boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
  off(event: 'message', listener: (message: unknown) => void): unknown
  off(event: 'disconnect', listener: () => void): unknown
}

export interface LaunchLinkOptions {
  readonly parent: ParentPort
  readonly wall: Pick<WallMain, 'embed' | 'onReport'>
  /** The launcher is gone: nobody is left who would stop us. */
  readonly onDisconnect: () => void
}

/** The messages between a shell and its launcher. Does nothing without a launcher. */
export class LaunchLink {
  readonly #options: LaunchLinkOptions
  readonly #stopReports: () => void
  #lastTiles = ''

  constructor(options: LaunchLinkOptions) {
    this.#options = options
    options.parent.on('message', this.#onMessage)
    options.parent.on('disconnect', this.#onDisconnect)
    this.#stopReports = options.wall.onReport((report) => this.#reportTiles(report))
  }

  get hasLauncher(): boolean {
    return this.#options.parent.connected === true
  }

  send(message: FromShell): void {
    // A launcher that goes away in this very moment is noticed by `disconnect`.
    if (this.hasLauncher) this.#options.parent.send?.(message, undefined, undefined, () => undefined)
  }

  dispose(): void {
    this.#stopReports()
    this.#options.parent.off('message', this.#onMessage)
    this.#options.parent.off('disconnect', this.#onDisconnect)
  }

  /** Only the launcher can do something about a fresh local site that cannot be used. */
  async #embed(site: EmbeddedSite): Promise<void> {
    const embedded = await this.#options.wall.embed(site)
    if (!embedded.ok) this.send({ type: 'failed', sentence: embedded.error.message, exitCode: 1 })
  }

  /** Sends changes only: pages report more often than anything changes. */
  #reportTiles({ tiles }: TileReport): void {
    const states: Record<string, number> = {}
    for (const { state } of tiles) states[state] = (states[state] ?? 0) + 1
    const wanted = tiles.filter((tile) => tile.cameraId !== undefined).length
    const live = tiles.filter((tile) => tile.cameraId !== undefined && tile.state === 'LIVE').length
    const message: FromShell = { type: 'tiles', wanted, live, states }
    const text = JSON.stringify(message)
    if (text === this.#lastTiles) return
    this.#lastTiles = text
    this.send(message)
  }

  readonly #onMessage = (message: unknown): void => {
    const site = embeddedSiteSchema.safeParse(message)
    if (site.success) void this.#embed(site.data)
  }

  readonly #onDisconnect = (): void => this.#options.onDisconnect()
}
