import { clockText, dateText } from './axis/time-words.ts'
import type { EventsNear } from './columns/lane-data.ts'
import { timelineDefaults } from './defaults.ts'
import type { DrawingClient } from './drawing/drawing-client.ts'
import type { Lane } from './lane-list.ts'
import type { PlayheadDriver } from './playhead-driver.ts'
import type { TakenPicture } from './thumbnails/messages.ts'
import type { TimelineDom } from './timeline-dom.ts'
import { t } from '../language/language.ts'

export type EventType = { readonly name: string }

export interface ThumbnailPort {
  /**
   * The picture nearest to the instant at once, if there is one, then better ones, or undefined once nothing turns out
   * to be recorded there; a newer wish ends this one.
   */
  want(cameraId: string, atMs: number, stepMs: number, show: (taken: TakenPicture | undefined) => void): void
  forget(): void
}

export interface MarkPort {
  /** What of time is seen, epoch milliseconds; after every movement. */
  see(fromMs: number, untilMs: number): void
  /** What an event says, a line a field; another question or `forget` calls it off. */
  describe(rowId: number, show: (lines: readonly string[]) => void): void
  /** By type: how many there are of those that have fewer marks than events. */
  countsIn(cameraId: string, fromMs: number, untilMs: number): ReadonlyMap<number, number>
  forget(): void
}

export interface HoverOptions {
  readonly dom: TimelineDom
  readonly drawing: DrawingClient
  readonly playhead: PlayheadDriver
  readonly thumbnails: ThumbnailPort | undefined
  readonly marks: MarkPort | undefined
}

export type HoverDriver = ReturnType<typeof driveHover>

/** Finds what the pointer is over, and shows it on a card: the instant, the picture of that instant, the events there. */
export function driveHover({ dom, drawing, marks, playhead, thumbnails }: HoverOptions) {
  let typesNow: readonly EventType[] = []
  let laneId: string | undefined
  let dateShown = ''

  function place(lane: Lane | undefined, atMs: number, px: number, msPerPx: number): void {
    const { card, hoverLine, cardTime, cardCamera, surface } = dom
    if (lane?.id !== laneId) forgetLane()
    laneId = lane?.id
    dateShown = dateText(playhead.zone, atMs)
    const time = clockText(playhead.zone, atMs, msPerPx < 100 ? 'tenth' : 'second')
    cardTime.textContent = `${time} · ${dateShown}`
    cardCamera.textContent = lane
      ? [lane.number, lane.name].filter((part) => part !== undefined).join(' ')
      : ''
    hoverLine.hidden = false
    hoverLine.style.transform = `translateX(${px}px)`
    card.hidden = false
    const left = surface.offsetLeft + px - card.offsetWidth / 2
    const most = dom.root.clientWidth - card.offsetWidth
    card.style.transform = `translateX(${Math.max(0, Math.min(most, left))}px)`
  }

  function showNear(near: EventsNear | undefined, lane: Lane, fromMs: number, untilMs: number): void {
    if (near === undefined) {
      showEvents([])
      return marks?.forget()
    }
    const counts = lane.cameraId === undefined ? undefined : marks?.countsIn(lane.cameraId, fromMs, untilMs)
    showEvents(counts === undefined ? near.types : withCounts(near.types, counts))
    marks?.describe(near.nearestRowId, (lines) => {
      dom.cardFields.textContent = lines.join('\n')
    })
  }

  function showEvents(near: EventsNear['types']): void {
    const { cardEvents, cardFields } = dom
    const named = near.slice(0, 3).map(({ typeId, count }) => {
      const name = typesNow[typeId]?.name ?? t('timeline.event')
      return count === 1 ? name : `${count} × ${name}`
    })
    const words = named.join(' · ')
    if (words === cardEvents.textContent) return
    cardEvents.textContent = words
    cardFields.textContent = ''
  }

  /** The bitmap is used up. It is seldom of the very instant under the pointer: its own time stands below it. */
  function showPicture(taken: TakenPicture | undefined): void {
    if (taken === undefined) return forgetPicture()
    if (dom.card.hidden) return taken.picture.close()
    picture?.transferFromImageBitmap(taken.picture)
    dom.cardPicture.hidden = false
    const date = dateText(playhead.zone, taken.atMs)
    const day = date === dateShown ? '' : ` · ${date}`
    const time = clockText(playhead.zone, taken.atMs, 'second')
    dom.cardTaken.textContent = `${t('timeline.picture', { time })}${day}`
  }

  function forgetPicture(): void {
    dom.cardPicture.hidden = true
    dom.cardTaken.textContent = ''
  }

  function forgetLane(): void {
    forgetPicture()
    dom.cardEvents.textContent = ''
    dom.cardFields.textContent = ''
  }

  const { cardPicture } = dom
  cardPicture.width = timelineDefaults.thumbnails.widthPx
  cardPicture.height = timelineDefaults.thumbnails.heightPx
  const picture = cardPicture.getContext('bitmaprenderer')
  return {
    setEventTypes(types: readonly EventType[]): void {
      typesNow = types
    },
    /** @param px from the left edge of the surface */
    over(lane: Lane | undefined, atMs: number, px: number, msPerPx: number): void {
      place(lane, atMs, px, msPerPx)
      if (lane) {
        const reachMs = timelineDefaults.marks.reachPx * msPerPx
        drawing.askEventsNear(lane.id, atMs, reachMs, (near) =>
          showNear(near, lane, atMs - reachMs, atMs + reachMs),
        )
      }
      if (lane?.cameraId === undefined) return thumbnails?.forget()
      const stepMs = timelineDefaults.thumbnails.stepPx * msPerPx
      thumbnails?.want(lane.cameraId, atMs, stepMs, (taken) => showPicture(taken))
    },
    leave(): void {
      marks?.forget()
      drawing.forgetHit()
      thumbnails?.forget()
      dom.card.hidden = true
      dom.hoverLine.hidden = true
      laneId = undefined
      forgetLane()
    },
  }
}

/** Most frequent types first. */
function withCounts(types: EventsNear['types'], counts: ReadonlyMap<number, number>): EventsNear['types'] {
  return types
    .map(({ typeId, count }) => ({ typeId, count: Math.max(count, counts.get(typeId) ?? 0) }))
    .toSorted((one, other) => other.count - one.count)
}
