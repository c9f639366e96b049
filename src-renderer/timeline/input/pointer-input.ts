import { timelineDefaults } from '../defaults.ts'
import { HandSpeed } from './glide.ts'
import type { TimelineHand } from './timeline-hand.ts'

/** What a pointer acts on; pixels from the left and the top edge of the surface. */
export interface PointerTarget {
  readonly hand: TimelineHand
  /** A drag there moves the view, everywhere else it moves the playhead. */
  isOnAxis(topPx: number): boolean
  hover(px: number, topPx: number): void
  leave(): void
}

type Drag = 'scrub' | 'pan'

/** Lines and pages of a wheel, in pixels. */
const wheelUnits = [1, 16, 400]

/** Listens to one element: drag, throw, wheel and hover. */
export class PointerInput {
  readonly #surface: HTMLElement
  readonly #target: PointerTarget
  readonly #off = new AbortController()
  #drag: { readonly kind: Drag; readonly pointerId: number } | undefined
  #lastPx = 0
  #speed = new HandSpeed()

  constructor(surface: HTMLElement, target: PointerTarget) {
    this.#surface = surface
    this.#target = target
    const { signal } = this.#off
    // Keeps the focus where it is.
    surface.addEventListener('mousedown', (event) => event.preventDefault(), { signal })
    surface.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    surface.addEventListener('pointermove', (event) => this.#move(event), { signal })
    surface.addEventListener('pointerup', (event) => this.#up(event), { signal })
    surface.addEventListener('pointercancel', (event) => this.#up(event), { signal })
    surface.addEventListener('pointerleave', () => target.leave(), { signal })
    surface.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false })
  }

  dispose(): void {
    this.#off.abort()
  }

  #down(event: PointerEvent): void {
    if (this.#drag || event.button > 1) return
    const { px, topPx } = this.#place(event)
    const kind: Drag = event.button === 1 || this.#target.isOnAxis(topPx) ? 'pan' : 'scrub'
    this.#drag = { kind, pointerId: event.pointerId }
    this.#lastPx = px
    this.#speed = new HandSpeed()
    this.#speed.move(event.timeStamp, px)
    this.#surface.setPointerCapture(event.pointerId)
    this.#surface.dataset['drag'] = kind
    // The card would lie over the tiles, which show the same now.
    this.#target.leave()
    this.#target.hand.pan(0)
    if (kind === 'scrub') this.#target.hand.scrubTo(px)
  }

  #move(event: PointerEvent): void {
    const { px, topPx } = this.#place(event)
    if (this.#drag && this.#drag.pointerId !== event.pointerId) return
    if (!this.#drag) return this.#target.hover(px, topPx)
    if (px === this.#lastPx) return
    this.#speed.move(event.timeStamp, px)
    if (this.#drag.kind === 'scrub') this.#target.hand.scrubTo(px)
    else this.#target.hand.pan(this.#lastPx - px)
    this.#lastPx = px
  }

  #up(event: PointerEvent): void {
    if (this.#drag?.pointerId !== event.pointerId) return
    const { kind } = this.#drag
    this.#drag = undefined
    delete this.#surface.dataset['drag']
    if (kind === 'scrub') this.#target.hand.release(this.#place(event).px)
    else if (!prefersStillness()) this.#target.hand.throw(-this.#speed.at(event.timeStamp))
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    const unit = wheelUnits[event.deltaMode] ?? 1
    const sideways = event.deltaX + (event.shiftKey ? event.deltaY : 0)
    const along = event.shiftKey ? 0 : event.deltaY
    if (Math.abs(sideways) > Math.abs(along)) return this.#target.hand.pan(sideways * unit)
    const factor = Math.exp(along * unit * timelineDefaults.view.zoomPerWheelUnit)
    this.#target.hand.zoomAt(this.#place(event).px, factor)
  }

  #place(event: MouseEvent): { px: number; topPx: number } {
    const { left, top } = this.#surface.getBoundingClientRect()
    return { px: event.clientX - left, topPx: event.clientY - top }
  }
}

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
