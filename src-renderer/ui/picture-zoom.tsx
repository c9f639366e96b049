import { memo, type RefObject, useEffect } from 'react'
import type { PictureZoom } from '../wall/picture-zoom.ts'
import { useServices } from './services.ts'
import { fixed, t } from '../language/language.ts'

/** A notch of a wheel has 100 units; a pinch on a trackpad comes as a wheel with Ctrl and few units. */
const zoomPerWheelUnit = 0.002
const zoomPerPinchUnit = 0.01
/** Less is a click. */
const dragPx = 4

interface Finger {
  readonly x: number
  readonly y: number
  readonly isMoving: boolean
}

/** Wheel and pinch zoom a tile's picture at the pointer; a drag moves what is seen of it. */
export function usePictureHand(
  element: RefObject<HTMLElement | null>,
  tile: number,
  isCamera: boolean,
): void {
  const { run, wall } = useServices()
  useEffect(() => {
    const place = element.current
    if (place === null || !isCamera) return undefined
    const stop = new AbortController()
    const { signal } = stop
    /** Those that are down, by the pointer's id; a mouse is one, too. */
    const fingers = new Map<number, Finger>()
    place.addEventListener(
      'wheel',
      (event) => {
        // Else the page itself would be zoomed.
        event.preventDefault()
        const { left, top, width, height } = place.getBoundingClientRect()
        const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1
        const perUnit = event.ctrlKey ? zoomPerPinchUnit : zoomPerWheelUnit
        const factor = Math.exp(-event.deltaY * unit * perUnit)
        const at = { x: (event.clientX - left) / width, y: (event.clientY - top) / height }
        run({ kind: 'zoom-picture', tile, factor, at })
      },
      { signal, passive: false },
    )
    place.addEventListener(
      'pointerdown',
      ({ button, pointerId, clientX: x, clientY: y }) => {
        if (button === 0) fingers.set(pointerId, { x, y, isMoving: false })
      },
      { signal },
    )
    place.addEventListener(
      'pointermove',
      ({ pointerId, clientX: x, clientY: y }) => {
        const from = fingers.get(pointerId)
        if (from === undefined) return
        const [byX, byY] = [from.x - x, from.y - y]
        const other = [...fingers].find(([id]) => id !== pointerId)?.[1]
        // One finger has nothing to move yet; a second one may come.
        if (other === undefined && !wall.getState().zooms.has(tile)) {
          fingers.set(pointerId, { x, y, isMoving: false })
          return
        }
        if (!from.isMoving && Math.hypot(byX, byY) < dragPx) return
        if (!from.isMoving) place.setPointerCapture(pointerId)
        fingers.set(pointerId, { x, y, isMoving: true })
        const { left, top, width, height } = place.getBoundingClientRect()
        if (other !== undefined) {
          const factor = apart({ x, y }, other) / apart(from, other)
          const at = { x: ((x + other.x) / 2 - left) / width, y: ((y + other.y) / 2 - top) / height }
          run({ kind: 'zoom-picture', tile, factor, at })
        }
        // Of two fingers each moves what is between them by half its way.
        const part = other === undefined ? 1 : 0.5
        if (wall.getState().zooms.has(tile))
          run({ kind: 'pan-picture', tile, x: (byX * part) / width, y: (byY * part) / height })
      },
      { signal },
    )
    for (const type of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      place.addEventListener(type, ({ pointerId }) => fingers.delete(pointerId), { signal })
    return () => stop.abort()
  }, [element, tile, isCamera, run, wall])
}

/** In pixels, never none. */
const apart = (one: Pick<Finger, 'x' | 'y'>, other: Pick<Finger, 'x' | 'y'>) =>
  Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))

const percent = (part: number) => `${part * 100}%`

/** The zoom factor, and which part of the picture is visible. */
export const ZoomNote = memo(function ZoomNote({ zoom }: { readonly zoom: PictureZoom }) {
  const { scale, x, y } = zoom
  const seen = {
    left: percent(x - 0.5 / scale),
    top: percent(y - 0.5 / scale),
    width: percent(1 / scale),
    height: percent(1 / scale),
  }
  return (
    <div className="zoom-note row badge">
      <span className="zoom-map" aria-hidden>
        <i style={seen} />
      </span>
      <b>{fixed(scale)}×</b>
      <span className="unseen">{t('pictureZoom.zoomedPartPictureSeen')}</span>
    </div>
  )
})
