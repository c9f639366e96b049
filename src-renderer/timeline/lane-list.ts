import type { TimelineDom } from './timeline-dom.ts'
import { t } from '../language/language.ts'

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
  readonly #unknown = new Set<string>()
  #lanes: readonly Lane[] = []
  #selectedId: string | undefined

  constructor(dom: TimelineDom) {
    this.#dom = dom
  }

  get lanes(): readonly Lane[] {
    return this.#lanes
  }

  show(lanes: readonly Lane[], selectedId: string | undefined): void {
    this.#lanes = lanes
    this.#selectedId = selectedId
    this.#dom.labels.replaceChildren(...lanes.map((lane) => this.#label(lane)))
  }

  /** A lane without known coverage says so: left empty it would look like a gap. */
  setCoverageKnown(cameraId: string, isKnown: boolean): void {
    if (this.#unknown.has(cameraId) !== isKnown) return
    if (isKnown) this.#unknown.delete(cameraId)
    else this.#unknown.add(cameraId)
    for (const [at, lane] of this.#lanes.entries()) {
      if (lane.cameraId === cameraId) this.#dom.labels.children[at]?.replaceWith(this.#label(lane))
    }
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

  #label({ id, cameraId, number, name }: Lane): HTMLElement {
    const document = this.#dom.root.ownerDocument
    const row = document.createElement('li')
    const figure = document.createElement('b')
    const text = document.createElement('span')
    figure.textContent = number === undefined ? '' : String(number)
    text.textContent = name
    row.append(figure, text)
    if (cameraId !== undefined && this.#unknown.has(cameraId)) {
      const note = document.createElement('i')
      note.textContent = t('timeline.unknown')
      row.append(note)
    }
    if (id === this.#selectedId) row.setAttribute('aria-current', 'true')
    return row
  }
}
