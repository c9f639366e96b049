import { clockText, dateText } from './axis/time-words.ts'
import type { Zone } from './axis/zone.ts'
import type { EventsNear } from './columns/lane-data.ts'
import { timelineDefaults } from './defaults.ts'
import type { Lane } from './lane-list.ts'
import type { TimelineDom } from './timeline-dom.ts'

export interface EventType {
  readonly name: string
}

/** What the pointer is over: the instant, the picture of that instant, and the events there. */
export class HoverCard {
  readonly #dom: TimelineDom
  readonly #picture: ImageBitmapRenderingContext | null
  #laneId: string | undefined

  constructor(dom: TimelineDom) {
    this.#dom = dom
    dom.cardPicture.width = timelineDefaults.thumbnails.widthPx
    dom.cardPicture.height = timelineDefaults.thumbnails.heightPx
    this.#picture = dom.cardPicture.getContext('bitmaprenderer')
  }

  /** @param px from the left edge of the surface */
  show(zone: Zone, atMs: number, px: number, lane: Lane | undefined, msPerPx: number): void {
    const { card, hoverLine, cardTime, cardCamera, surface } = this.#dom
    if (lane?.id !== this.#laneId) this.#forgetPicture()
    this.#laneId = lane?.id
    cardTime.textContent = `${clockText(zone, atMs, msPerPx < 100 ? 'tenth' : 'second')} · ${dateText(zone, atMs)}`
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
    this.#forgetPicture()
  }

  /** The bitmap is used up. */
  showPicture(picture: ImageBitmap): void {
    if (this.#dom.card.hidden) return picture.close()
    this.#picture?.transferFromImageBitmap(picture)
    this.#dom.cardPicture.hidden = false
  }

  showEvents(near: EventsNear['types'], types: readonly EventType[]): void {
    const named = near.slice(0, 3).map(({ typeId, count }) => {
      const name = types[typeId]?.name ?? 'Event'
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
    this.#dom.cardEvents.textContent = ''
    this.#dom.cardFields.textContent = ''
  }
}
