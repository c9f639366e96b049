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

interface Lent {
  readonly list: FeedList
  users: number
}

export type FeedController = ReturnType<typeof feedsOf>

/** The feeds in the tiles: one list a search, however many tiles show it, and which of them has the keys. */
export function feedsOf(options: FeedControllerOptions) {
  const { session, wall } = options
  const store = createStore<FeedControllerState>(() => ({ entered: undefined, chosen: undefined }))
  const lists = new Map<string | undefined, Lent>()
  /** The newest last. */
  let cameraTiles: readonly number[] = []
  const reader = new QueryReader()

  function leave(): void {
    store.setState({ entered: undefined, chosen: undefined })
  }

  /** In the camera tile that was selected last, with what led to it; the keys stay where they are. */
  function play(event: WallEvent): void {
    const { document } = wall.getState()
    const tile = playingTile()
    if (tile === undefined) return session.actions.answer(t('events.feed.noCameraTile'))
    if (document.large !== null) wall.actions.leaveLarge()
    const problem = playEvent(options, event, 'play', tile)
    if (problem !== undefined) session.actions.answer(problem)
  }

  function playingTile(): number | undefined {
    const { document } = wall.getState()
    const showsCamera = (tile: number) => cameraIdOf(document, tile) !== undefined
    const tiles = visibleTiles({ ...document, large: null }).filter(showsCamera)
    return cameraTiles.findLast((tile) => tiles.includes(tile)) ?? tiles[0]
  }

  function follow(): void {
    const { document } = wall.getState()
    const { selected } = document
    if (cameraTiles.at(-1) !== selected && cameraIdOf(document, selected) !== undefined)
      cameraTiles = [...cameraTiles.filter((tile) => tile !== selected), selected]
    const { entered } = store.getState()
    if (entered !== undefined && (entered !== selected || !isFeed(document, entered))) leave()
  }

  const stopListening = wall.subscribe(follow)
  follow()
  return {
    leave,
    play,
    store,
    /** The list of a search while somebody shows it; `giveBack` when that is over. */
    lend(search: string | undefined): { readonly list: FeedList; readonly giveBack: () => void } {
      const lent = lists.get(search) ?? { list: feedListOf({ ...options, reader }, search), users: 0 }
      lists.set(search, lent)
      lent.users += 1
      return {
        list: lent.list,
        giveBack: () => {
          lent.users -= 1
          if (lent.users > 0) return
          lent.list.dispose()
          lists.delete(search)
        },
      }
    },
    /** Gives the keys to the entries of the selected tile. */
    enter(tile = wall.getState().document.selected): void {
      if (isFeed(wall.getState().document, tile)) store.setState({ entered: tile })
    },
    choose(eventId: string | undefined): void {
      store.setState({ chosen: eventId })
    },
    dispose(): void {
      stopListening()
      for (const { list } of lists.values()) list.dispose()
      lists.clear()
    },
  }
}
