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

/** Listens to one element: drag, throw, wheel and hover. Returns the function that stops. */
export function listenToPointer(surface: HTMLElement, target: PointerTarget): () => void {
  const { hand } = target
  let drag: { readonly kind: Drag; readonly pointerId: number } | undefined
  let lastPx = 0
  let speed = new HandSpeed()

  function down(event: PointerEvent): void {
    if (drag || event.button > 1) return
    const { px, topPx } = place(event)
    const kind: Drag = event.button === 1 || target.isOnAxis(topPx) ? 'pan' : 'scrub'
    drag = { kind, pointerId: event.pointerId }
    lastPx = px
    speed = new HandSpeed()
    speed.move(event.timeStamp, px)
    surface.setPointerCapture(event.pointerId)
    surface.dataset['drag'] = kind
    // The card would lie over the tiles, which show the same now.
    target.leave()
    hand.pan(0)
    if (kind === 'scrub') hand.scrubTo(px)
  }

  function move(event: PointerEvent): void {
    const { px, topPx } = place(event)
    if (drag && drag.pointerId !== event.pointerId) return
    if (!drag) return target.hover(px, topPx)
    if (px === lastPx) return
    speed.move(event.timeStamp, px)
    if (drag.kind === 'scrub') hand.scrubTo(px)
    else hand.pan(lastPx - px)
    lastPx = px
  }

  function up(event: PointerEvent): void {
    if (drag?.pointerId !== event.pointerId) return
    const { kind } = drag
    drag = undefined
    delete surface.dataset['drag']
    if (kind === 'scrub') hand.release(place(event).px)
    else if (!matchMedia('(prefers-reduced-motion: reduce)').matches) hand.throw(-speed.at(event.timeStamp))
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault()
    const unit = wheelUnits[event.deltaMode] ?? 1
    const sideways = event.deltaX + (event.shiftKey ? event.deltaY : 0)
    const along = event.shiftKey ? 0 : event.deltaY
    if (Math.abs(sideways) > Math.abs(along)) return hand.pan(sideways * unit)
    hand.zoomAt(place(event).px, Math.exp(along * unit * timelineDefaults.view.zoomPerWheelUnit))
  }

  function place(event: MouseEvent): { px: number; topPx: number } {
    const { left, top } = surface.getBoundingClientRect()
    return { px: event.clientX - left, topPx: event.clientY - top }
  }

  const off = new AbortController()
  const { signal } = off
  // Keeps the focus where it is.
  surface.addEventListener('mousedown', (event) => event.preventDefault(), { signal })
  surface.addEventListener('pointerdown', down, { signal })
  surface.addEventListener('pointermove', move, { signal })
  surface.addEventListener('pointerup', up, { signal })
  surface.addEventListener('pointercancel', up, { signal })
  surface.addEventListener('pointerleave', () => target.leave(), { signal })
  surface.addEventListener('wheel', wheel, { signal, passive: false })
  return () => off.abort()
}
