import type { PictureSize } from './drawing/messages.ts'
import type { LaneList } from './lane-list.ts'
import type { TimelineDom } from './timeline-dom.ts'

/** At 1080 lines: a row of times and one of dates. */
const axisPx = 44

/** Measures the surface, and says when that has changed: its own size, the page's font size, the screen's density. */
export class SurfaceSize {
  readonly #dom: TimelineDom
  readonly #lanes: LaneList
  readonly #onChange: () => void
  readonly #observer: ResizeObserver
  #density: MediaQueryList | undefined
  #picture: PictureSize = {
    widthPx: 0,
    heightPx: 0,
    pixelRatio: 1,
    laneHeightPx: 1,
    axisHeightPx: 0,
    scrollPx: 0,
    scale: 1,
  }

  constructor(dom: TimelineDom, lanes: LaneList, onChange: () => void) {
    this.#dom = dom
    this.#lanes = lanes
    this.#onChange = onChange
    this.#observer = new ResizeObserver(onChange)
    this.#observer.observe(dom.surface)
    this.#watchDensity()
  }

  dispose(): void {
    this.#observer.disconnect()
    this.#density?.removeEventListener('change', this.#onDensity)
  }

  get picture(): PictureSize {
    return this.#picture
  }

  get laneHeightPx(): number {
    return this.#picture.laneHeightPx
  }

  /** From the top of the surface to its axis. */
  get lanesHeightPx(): number {
    return this.#picture.heightPx - this.#picture.axisHeightPx
  }

  /** @returns the width of the surface, CSS pixels */
  measure(): number {
    const { root, surface, labels } = this.#dom
    const { clientWidth: widthPx, clientHeight: heightPx } = surface
    const scale = Number.parseFloat(getComputedStyle(root.ownerDocument.documentElement).fontSize) / 16
    const axisHeightPx = Math.round(axisPx * scale)
    const laneHeightPx = this.#lanes.heightFor(heightPx - axisHeightPx, scale)
    root.style.setProperty('--lane-height', `${laneHeightPx}px`)
    root.style.setProperty('--axis-height', `${axisHeightPx}px`)
    const pixelRatio = devicePixelRatio
    const scrollPx = labels.scrollTop
    this.#picture = { widthPx, heightPx, pixelRatio, laneHeightPx, axisHeightPx, scrollPx, scale }
    return widthPx
  }

  /** A query holds for one density: after a change the next one is watched. */
  #watchDensity(): void {
    this.#density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    this.#density.addEventListener('change', this.#onDensity, { once: true })
  }

  readonly #onDensity = (): void => {
    this.#watchDensity()
    this.#onChange()
  }
}
