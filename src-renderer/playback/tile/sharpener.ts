import type { Clock } from '../../clock.ts'
import { playbackDefaults } from '../defaults.ts'
import type { Turns } from '../turns.ts'
import type { PictureFacts, Player } from './player.ts'
import type { ReducedPicture } from './tile-state.ts'

/** A second player of the same footage. */
export type SharpPlayer = Pick<
  Player,
  'map' | 'headMs' | 'isSeeking' | 'pictureMs' | 'size' | 'facts' | 'figures' | 'seek' | 'dispose'
>

export type OwnPlayer = Pick<Player, 'isReduced' | 'size'> & {
  openBest(...order: Parameters<Player['openBest']>): SharpPlayer
}

export interface SharpenerOptions {
  readonly clock: Clock
  readonly turns: Turns
  /** The operator looks at this tile: it waits for no other one. */
  readonly isSelected: () => boolean
  /** Of the second player, behind the first one's until it is brought to the front. */
  readonly video: () => HTMLVideoElement
  /** Whether the second player is in front of the first. */
  readonly onFront: (isFront: boolean) => void
  /** The sharper picture has come, has failed or may be requested now: call `follow` again. */
  readonly onProgress: () => void
  /** `reduced` is another one. */
  readonly onReduced: () => void
}

/** The tile as its own player shows it. */
export interface OwnPicture {
  /** Undefined while there is none. */
  readonly player: OwnPlayer | undefined
  /** Where the wall stands; undefined while it plays or a hand drags it. Epoch milliseconds. */
  readonly standsAtMs: number | undefined
  /** The picture is the asked one. */
  readonly isSettled: boolean
  /** Instant of the newest picture. */
  readonly paintedMs: number | undefined
}

interface Front {
  readonly shownMs: number
  /** Of the own player's picture behind it. */
  readonly ownMs: number | undefined
}

const { tile } = playbackDefaults

/**
 * Shows a paused picture in the best rendition there is, by a second player in front of the tile's own one, which goes
 * on as it is: its picture stays until the sharper one of the same instant is there, and if that never comes. To load
 * the best rendition into the own player would take its picture out of the buffer first, for as long as a tight line
 * takes, and for good if the platform refuses.
 */
export class Sharpener {
  readonly #options: SharpenerOptions
  #own: OwnPlayer | undefined
  #player: SharpPlayer | undefined
  /** What the second player is to show. */
  #wantedMs: number | undefined
  #progress: 'none' | 'waiting' | 'there' | 'refused' = 'none'
  /** What the second player has presented since it was sent to `#wantedMs`. */
  #frameMs: number | undefined
  #hasCorrected = false
  /** The wall has stood here for a while. */
  #hasRested = false
  #cancelRest: (() => void) | undefined
  /** The second player has given up what comes after its picture, and loads nothing any more. */
  #isSpent = false
  #front: Front | undefined
  /** Its footage turned out to have no rendition of more pixels. */
  #sharpest: OwnPlayer | undefined
  #reduced: ReducedPicture | undefined

  constructor(options: SharpenerOptions) {
    this.#options = options
  }

  /** Undefined unless a paused picture has fewer pixels than the footage. */
  get reduced(): ReducedPicture | undefined {
    return this.#reduced
  }

  /** Instant of the picture in front; undefined while the tile's own one is seen. Epoch milliseconds. */
  get shownMs(): number | undefined {
    return this.#front?.shownMs
  }

  /** Of the picture in front; undefined while the tile's own one is seen. */
  get facts(): PictureFacts | undefined {
    return this.#front && this.#player?.facts
  }

  /** On every change of what the tile's own player shows. */
  follow({ player, standsAtMs, isSettled, paintedMs }: OwnPicture): void {
    const isSame = player === this.#own
    this.#own = player
    const isSharp = isSettled && (player?.isReduced !== true || player === this.#sharpest)
    if (!isSame || standsAtMs === undefined || isSharp) this.#close()
    if (player === undefined || standsAtMs === undefined || isSharp) return this.#publish(undefined)
    if (standsAtMs !== this.#wantedMs) this.#want(standsAtMs)
    if (isSettled && (this.#progress === 'none' || this.#progress === 'waiting')) {
      this.#progress = 'waiting'
      this.#request(player)
    }
    const staysInFront = this.#front !== undefined && this.#front.ownMs === paintedMs
    if (this.#progress === 'there' && this.#frameMs !== undefined) {
      this.#setFront({ shownMs: this.#frameMs, ownMs: paintedMs })
    } else if (!staysInFront) this.#setFront(undefined)
    const isReduced = isSettled && this.#front === undefined
    this.#publish(isReduced ? { ...player.size, isComing: this.#progress === 'waiting' } : undefined)
  }

  dispose(): void {
    this.#close()
  }

  #want(wantedMs: number): void {
    // Footage that is still on its way would keep the tile's own waiting.
    const isLoading = this.#progress === 'waiting' && this.#player?.figures().bufferedSeconds === 0
    if (isLoading || this.#progress === 'refused') this.#close()
    this.#leave()
    this.#wantedMs = wantedMs
    this.#progress = 'none'
  }

  /** Where the wall stops only to go on at once, nothing is loaded. */
  #request(own: OwnPlayer): void {
    const { clock, turns, isSelected, onProgress } = this.#options
    if (this.#player !== undefined || this.#hasRested)
      return turns.request(this, isSelected(), () => this.#begin(own))
    this.#cancelRest ??= clock.after(tile.quietMs, () => {
      this.#hasRested = true
      onProgress()
    })
  }

  #leave(): void {
    this.#options.turns.release(this)
    this.#cancelRest?.()
    this.#cancelRest = undefined
    this.#hasRested = false
  }

  #begin(own: OwnPlayer): void {
    this.#frameMs = undefined
    this.#hasCorrected = false
    if (this.#player !== undefined && !this.#isSpent) return this.#seek(this.#player)
    this.#closePlayer()
    this.#player = own.openBest({
      video: this.#options.video(),
      startMs: () => this.#wantedMs ?? 0,
      onMap: () => this.#look(),
      onFault: (fault) => {
        const hasFootage = (this.#player?.figures().bufferedSeconds ?? 0) > 0
        // What was refused is the footage after a picture at the end of its segment.
        if (fault.kind === 'segment' && fault.isPassing && hasFootage) this.#isSpent = true
        else this.#refuse()
      },
      onFrame: (wallMs) => {
        // What is there stands; before its next turn nothing new is asked of it.
        if (this.#progress !== 'waiting') return
        this.#frameMs = wallMs
        this.#look()
      },
      onSeeked: () => this.#look(),
    })
  }

  #seek(player: SharpPlayer): void {
    const place = this.#wantedMs === undefined ? undefined : player.map?.locate(this.#wantedMs)
    if (place?.kind !== 'footage') return this.#refuse()
    this.#frameMs = undefined
    player.seek(place.mediaSeconds, false)
  }

  /** Whether the second player shows what it is to show. */
  #look(): void {
    const player = this.#player
    if (player === undefined || this.#progress !== 'waiting' || player.isSeeking) return
    const { headMs = Number.NaN, pictureMs = Number.NaN, size } = player
    if (this.#frameMs === undefined || this.#wantedMs === undefined) return
    if (Math.abs(headMs - this.#wantedMs) > tile.roundingMs && !this.#hasCorrected) {
      // It began beside the place: what lies where is known better once footage has been read.
      this.#hasCorrected = true
      return this.#seek(player)
    }
    // The callback of the picture before may come when the next seek has begun.
    if (!(Math.abs(pictureMs - this.#frameMs) <= tile.roundingMs)) return
    this.#options.turns.release(this)
    this.#progress = 'there'
    if (this.#own !== undefined && pixels(size) <= pixels(this.#own.size)) this.#sharpest = this.#own
    this.#options.onProgress()
  }

  /** Until another picture is wanted. */
  #refuse(): void {
    const wantedMs = this.#wantedMs
    this.#close()
    this.#wantedMs = wantedMs
    this.#progress = 'refused'
    this.#options.onProgress()
  }

  #close(): void {
    this.#leave()
    this.#closePlayer()
    this.#wantedMs = undefined
    this.#progress = 'none'
  }

  #closePlayer(): void {
    this.#setFront(undefined)
    this.#player?.dispose()
    this.#player = undefined
    this.#isSpent = false
  }

  #setFront(front: Front | undefined): void {
    const isNews = (front === undefined) !== (this.#front === undefined)
    this.#front = front
    if (isNews) this.#options.onFront(front !== undefined)
  }

  #publish(reduced: ReducedPicture | undefined): void {
    const before = this.#reduced
    const isSame =
      before?.widthPx === reduced?.widthPx &&
      before?.heightPx === reduced?.heightPx &&
      before?.isComing === reduced?.isComing
    if (isSame) return
    this.#reduced = reduced
    this.#options.onReduced()
  }
}

const pixels = ({ widthPx, heightPx }: Player['size']): number => widthPx * heightPx
