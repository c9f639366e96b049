import type { OpenedPlayback } from '#contract/wall/playback.ts'
import type { Clock } from '../../clock.ts'
import { playbackDefaults } from '../defaults.ts'
import { t } from '../../language/language.ts'
import type { HlsLibrary, LoadHls } from './load-hls.ts'
import { Player, type PlayerOptions } from './player.ts'
import type { PlayerFault } from './player-fault.ts'

export interface PlayerSlotOptions
  extends Pick<PlayerOptions, 'video' | 'startMs' | 'isUnplayable' | 'onFrame' | 'onSeeked'> {
  readonly clock: Clock
  readonly loadHls: LoadHls
  readonly isAudible: () => boolean
  /** A player may be had now, or knows more than before. */
  readonly onChange: () => void
  readonly onFault: (fault: PlayerFault, opened: OpenedPlayback) => void
}

const { retryOpenMs } = playbackDefaults.tile

/** The one player of a tile: made when there is something to play, and made again when it has failed. */
export class PlayerSlot {
  readonly #options: PlayerSlotOptions
  #library: HlsLibrary | undefined
  #isLoading = false
  #player: Player | undefined
  #opened: OpenedPlayback | undefined
  #fault: { readonly why: string | OpenedPlayback; readonly retryAtMs: number } | undefined
  #faults = 0

  constructor(options: PlayerSlotOptions) {
    this.#options = options
  }

  get player(): Player | undefined {
    return this.#player
  }

  /** Why there is none although there should be, in words. */
  get failure(): string | undefined {
    const why = this.#fault?.why
    return typeof why === 'string' ? why : undefined
  }

  /** What was opened and has no footage, until some that has is. */
  get empty(): OpenedPlayback | undefined {
    const why = this.#fault?.why
    return typeof why === 'object' ? why : undefined
  }

  /** Undefined while the library is on its way, and for a while after a manifest that could not be read. */
  ensure(opened: OpenedPlayback): Player | undefined {
    const { clock, video, startMs, isUnplayable, onFrame, onSeeked, onFault, onChange } = this.#options
    if (this.#player !== undefined) return this.#player
    const { why = '', retryAtMs = 0 } = this.#fault ?? {}
    // Another window may have some.
    const isOfThis = typeof why === 'string' || why === opened
    if (isOfThis && retryAtMs > clock.nowMs()) return undefined
    if (this.#library === undefined) {
      void this.#load()
      return undefined
    }
    this.#opened = opened
    this.#player = new Player({
      library: this.#library,
      video,
      manifest: opened.manifest,
      windowStartMs: opened.startMs,
      startMs,
      isUnplayable,
      isAudible: this.#options.isAudible(),
      clock,
      onMap: () => {
        this.#fault = undefined
        queueMicrotask(onChange)
      },
      onFault: (fault) => onFault(fault, this.#opened ?? opened),
      onFrame,
      onSeeked,
    })
    return this.#player
  }

  /** The player goes over to another window that holds its picture too, if it can and `onMove` then agrees. */
  moveTo(opened: OpenedPlayback, onMove: (canMove: boolean) => boolean): void {
    this.#player?.moveTo({ manifest: opened.manifest, windowStartMs: opened.startMs }, (canMove) => {
      const moves = onMove(canMove)
      if (moves) this.#opened = opened
      return moves
    })
  }

  /** The next one begins anew. */
  clear(): void {
    this.#player?.dispose()
    this.#player = undefined
  }

  /** `why`: in words, or that this has no footage. */
  failed(why: string | OpenedPlayback): void {
    const retryInMs = retryOpenMs[Math.min(this.#faults, retryOpenMs.length - 1)] ?? 0
    this.#faults += 1
    this.#fault = { why, retryAtMs: this.#options.clock.nowMs() + retryInMs }
  }

  /** It plays: the next failure is the first one. */
  settled(): void {
    this.#faults = 0
  }

  async #load(): Promise<void> {
    if (this.#isLoading) return
    this.#isLoading = true
    this.#library = await this.#options.loadHls()
    this.#isLoading = false
    if (this.#library === undefined) this.failed(t('playback.fault.noPlayer'))
    this.#options.onChange()
  }
}
