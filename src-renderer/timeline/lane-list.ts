import type { TimelineDom } from './timeline-dom.ts'

export interface Lane {
  readonly id: string
  /** Whose recordings the lane shows; without one it holds events alone. */
  readonly cameraId?: string
  readonly number?: number
  readonly name: string
}

/** Sizes that the page's root font size multiplies: 16 px at 1080 lines. */
const mostPx = 26
const leastPx = 14

/** The names beside the lanes. They share the height there is; what does not fit is scrolled. */
export class LaneList {
  readonly #dom: TimelineDom
  #lanes: readonly Lane[] = []

  constructor(dom: TimelineDom) {
    this.#dom = dom
  }

  get lanes(): readonly Lane[] {
    return this.#lanes
  }

  show(lanes: readonly Lane[], selectedId: string | undefined): void {
    this.#lanes = lanes
    this.#dom.labels.replaceChildren(...lanes.map((lane) => this.#label(lane, lane.id === selectedId)))
  }

  /** Brings the lane of the selected tile into sight. */
  reveal(laneId: string, laneHeightPx: number): void {
    const { labels } = this.#dom
    const topPx = this.#lanes.findIndex(({ id }) => id === laneId) * laneHeightPx
    if (topPx < 0) return
    if (topPx < labels.scrollTop) labels.scrollTop = topPx
    const bottomPx = topPx + laneHeightPx - labels.clientHeight
    if (bottomPx > labels.scrollTop) labels.scrollTop = bottomPx
  }

  /** CSS pixels. @param scale of today's page to one at 1080 lines */
  heightFor(availablePx: number, scale: number): number {
    const each = Math.floor(availablePx / Math.max(1, this.#lanes.length))
    return Math.round(Math.min(mostPx * scale, Math.max(leastPx * scale, each)))
  }

  laneAt(topPx: number, laneHeightPx: number): Lane | undefined {
    return this.#lanes[Math.floor((topPx + this.#dom.labels.scrollTop) / laneHeightPx)]
  }

  #label({ number, name }: Lane, isSelected: boolean): HTMLElement {
    const document = this.#dom.root.ownerDocument
    const row = document.createElement('li')
    const figure = document.createElement('b')
    const text = document.createElement('span')
    figure.textContent = number === undefined ? '' : String(number)
    text.textContent = name
    row.append(figure, text)
    if (isSelected) row.setAttribute('aria-current', 'true')
    return row
  }
}
