import { clockText, dateText } from './axis/time-words.ts'
import type { Zone } from './axis/zone.ts'
import type { EventsNear } from './columns/lane-data.ts'
import { timelineDefaults } from './defaults.ts'
import type { Lane } from './lane-list.ts'
import type { TakenPicture } from './thumbnails/messages.ts'
import type { TimelineDom } from './timeline-dom.ts'
import { t } from '../language/language.ts'

export interface EventType {
  readonly name: string
}

/** What the pointer is over: the instant, the picture of that instant, and the events there. */
export class HoverCard {
  readonly #dom: TimelineDom
  readonly #picture: ImageBitmapRenderingContext | null
  #laneId: string | undefined
  #zone: Zone | undefined
  #dateText = ''

  constructor(dom: TimelineDom) {
    this.#dom = dom
    dom.cardPicture.width = timelineDefaults.thumbnails.widthPx
    dom.cardPicture.height = timelineDefaults.thumbnails.heightPx
    this.#picture = dom.cardPicture.getContext('bitmaprenderer')
  }

  /** @param px from the left edge of the surface */
  show(zone: Zone, atMs: number, px: number, lane: Lane | undefined, msPerPx: number): void {
    const { card, hoverLine, cardTime, cardCamera, surface } = this.#dom
    if (lane?.id !== this.#laneId) this.#forgetLane()
    this.#laneId = lane?.id
    this.#zone = zone
    this.#dateText = dateText(zone, atMs)
    cardTime.textContent = `${clockText(zone, atMs, msPerPx < 100 ? 'tenth' : 'second')} · ${this.#dateText}`
    cardCamera.textContent = lane
      ? [lane.number, lane.name].filter((part) => part !== undefined).join(' ')
      : ''
    hoverLine.hidden = false
    hoverLine.style.transform = `translateX(${px}px)`
    card.hidden = false
    const left = surface.offsetLeft + px - card.offsetWidth / 2
    const most = this.#dom.root.clientWidth - card.offsetWidth
    card.style.transform = `translateX(${Math.max(0, Math.min(most, left))}px)`
  }

  hide(): void {
    this.#dom.card.hidden = true
    this.#dom.hoverLine.hidden = true
    this.#laneId = undefined
    this.#forgetLane()
  }

  /** The bitmap is used up. It is seldom of the very instant under the pointer: its own time stands below it. */
  showPicture(taken: TakenPicture | undefined): void {
    if (taken === undefined) return this.#forgetPicture()
    const zone = this.#zone
    if (this.#dom.card.hidden || zone === undefined) return taken.picture.close()
    this.#picture?.transferFromImageBitmap(taken.picture)
    this.#dom.cardPicture.hidden = false
    const date = dateText(zone, taken.atMs)
    const day = date === this.#dateText ? '' : ` · ${date}`
    const time = clockText(zone, taken.atMs, 'second')
    this.#dom.cardTaken.textContent = `${t('timeline.picture', { time })}${day}`
  }

  showEvents(near: EventsNear['types'], types: readonly EventType[]): void {
    const named = near.slice(0, 3).map(({ typeId, count }) => {
      const name = types[typeId]?.name ?? t('timeline.event')
      return count === 1 ? name : `${count} × ${name}`
    })
    const words = named.join(' · ')
    if (words === this.#dom.cardEvents.textContent) return
    this.#dom.cardEvents.textContent = words
    this.#dom.cardFields.textContent = ''
  }

  /** Of the event that is nearest. */
  showFields(lines: readonly string[]): void {
    this.#dom.cardFields.textContent = lines.join('\n')
  }

  #forgetPicture(): void {
    this.#dom.cardPicture.hidden = true
    this.#dom.cardTaken.textContent = ''
  }

  #forgetLane(): void {
    this.#forgetPicture()
    this.#dom.cardEvents.textContent = ''
    this.#dom.cardFields.textContent = ''
  }
}
