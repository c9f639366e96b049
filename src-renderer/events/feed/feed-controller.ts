import type { WallEvent } from '#contract/wall/events.ts'
import { createStore } from 'zustand/vanilla'
import type { WallPlayback } from '../../wall/wall-playback.ts'
import { cameraIdOf, isFeed, visibleTiles } from '../../wall/wall-document.ts'
import { playEvent } from '../play-event.ts'
import { QueryReader } from '../query/reading/read-query.ts'
import { type FeedList, type FeedListOptions, feedListOf } from './feed-list.ts'
import { t } from '../../language/language.ts'

export interface FeedControllerOptions extends Omit<FeedListOptions, 'reader'> {
  readonly wallPlayback: Pick<WallPlayback, 'playFrom'>
}

export interface FeedControllerState {
  /** The tile whose entries have the keys. */
  readonly entered: number | undefined
  /** Id of the event that is chosen there: the newest one when its tile was entered. */
  readonly chosen: string | undefined
}

type Lent = { readonly list: FeedList; users: number }

/** The feeds in the tiles: one list a search, however many tiles show it, and which of them has the keys. */
export class FeedController {
  readonly store = createStore<FeedControllerState>(() => ({ entered: undefined, chosen: undefined }))
  readonly #options: FeedControllerOptions
  readonly #lists = new Map<string | undefined, Lent>()
  readonly #unsubscribe: () => void
  /** The newest last. */
  #cameraTiles: readonly number[] = []
  readonly #reader = new QueryReader()

  constructor(options: FeedControllerOptions) {
    this.#options = options
    this.#unsubscribe = options.wall.subscribe(() => this.#follow())
    this.#follow()
  }

  dispose(): void {
    this.#unsubscribe()
    for (const { list } of this.#lists.values()) list.dispose()
    this.#lists.clear()
  }

  /** The list of a search while somebody shows it; `giveBack` when that is over. */
  lend(search: string | undefined): { readonly list: FeedList; readonly giveBack: () => void } {
    const lent = this.#lists.get(search) ?? {
      list: feedListOf({ ...this.#options, reader: this.#reader }, search),
      users: 0,
    }
    this.#lists.set(search, lent)
    lent.users += 1
    return {
      list: lent.list,
      giveBack: () => {
        lent.users -= 1
        if (lent.users > 0) return
        lent.list.dispose()
        this.#lists.delete(search)
      },
    }
  }

  /** Gives the keys to the entries of the selected tile. */
  enter(tile = this.#options.wall.getState().document.selected): void {
    if (isFeed(this.#options.wall.getState().document, tile)) this.store.setState({ entered: tile })
  }

  choose(eventId: string | undefined): void {
    this.store.setState({ chosen: eventId })
  }

  leave(): void {
    this.store.setState({ entered: undefined, chosen: undefined })
  }

  /** In the camera tile that was selected last, with what led to it; the keys stay where they are. */
  play(event: WallEvent): void {
    const { wall, session } = this.#options
    const { document } = wall.getState()
    const tile = this.#playingTile()
    if (tile === undefined) return session.actions.answer(t('events.feed.noCameraTile'))
    if (document.large !== null) wall.actions.leaveLarge()
    const problem = playEvent(this.#options, event, 'play', tile)
    if (problem !== undefined) session.actions.answer(problem)
  }

  #playingTile(): number | undefined {
    const { document } = this.#options.wall.getState()
    const showsCamera = (tile: number) => cameraIdOf(document, tile) !== undefined
    const tiles = visibleTiles({ ...document, large: null }).filter(showsCamera)
    return this.#cameraTiles.findLast((tile) => tiles.includes(tile)) ?? tiles[0]
  }

  #follow(): void {
    const { document } = this.#options.wall.getState()
    const { selected } = document
    if (this.#cameraTiles.at(-1) !== selected && cameraIdOf(document, selected) !== undefined)
      this.#cameraTiles = [...this.#cameraTiles.filter((tile) => tile !== selected), selected]
    const { entered } = this.store.getState()
    if (entered !== undefined && (entered !== selected || !isFeed(document, entered))) this.leave()
  }
}
