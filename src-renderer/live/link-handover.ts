import type { WallError } from '#contract/errors.ts'
import type { LinkMedia, LinkPort } from './camera-link.ts'
import type { Clock } from '../clock.ts'

/** A link and what is known of it. Times are epoch milliseconds. */
export interface Serving {
  readonly link: LinkPort
  media: LinkMedia | undefined
  /** When its picture came or went, or was announced or called off: the next one has to come from then on. */
  changedAtMs: number
  isPublished: boolean
  /** Why it is not, where the camera or the platform says so. */
  absence?: WallError | undefined
  isWounded: boolean
  /** Dialled for a silence that has ended before it was joined. */
  isNeedless?: boolean
  joinedAtMs: number | undefined
}

/**
 * Who serves a camera, and who served before: that one stays until the newcomer has joined and drawn, so that
 * a picture that still comes is never torn down, and serves on if the newcomer fails after all.
 */
export class LinkHandover {
  readonly #clock: Clock
  readonly #lingerMs: number
  #serving: Serving | undefined
  #previous: Serving | undefined
  #cancelLinger: (() => void) | undefined

  constructor(clock: Clock, lingerMs: number) {
    this.#clock = clock
    this.#lingerMs = lingerMs
  }

  get current(): Serving | undefined {
    return this.#serving
  }

  get previous(): Serving | undefined {
    return this.#previous
  }

  take(newcomer: Serving): void {
    if (this.#serving === newcomer) return
    if (this.#serving) {
      this.letPreviousGo()
      this.#previous = this.#serving
    }
    this.#serving = newcomer
  }

  /** The newcomer has joined: its predecessor goes after `lingerMs` at the latest, drawn or not. */
  confirm(): void {
    if (!this.#previous) return
    this.#cancelLinger?.()
    this.#cancelLinger = this.#clock.after(this.#lingerMs, () => this.letPreviousGo())
  }

  /** The newcomer had announced a picture and failed all the same. */
  giveBack(): void {
    this.#serving = this.#previous
    this.#previous = undefined
  }

  /** Who serves is gone by itself. */
  end(): void {
    void this.#serving?.link.dispose()
    this.#serving = undefined
  }

  letPreviousGo(): void {
    this.#cancelLinger?.()
    this.#cancelLinger = undefined
    void this.#previous?.link.dispose()
    this.#previous = undefined
  }

  /** Ends when the rooms are left. */
  async dispose(): Promise<void> {
    const links = [this.#serving?.link, this.#previous?.link]
    this.#cancelLinger?.()
    this.#serving = this.#previous = undefined
    await Promise.all(links.flatMap((link) => link?.dispose() ?? []))
  }
}
