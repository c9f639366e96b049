import { memo, type RefObject, useEffect } from 'react'
import type { PictureZoom } from '../wall/picture-zoom.ts'
import { useServices } from './services.ts'
import { fixed, t } from '../language/language.ts'

/** A notch of a wheel has 100 units; a pinch on a trackpad comes as a wheel with Ctrl and few units. */
const zoomPerWheelUnit = 0.002
const zoomPerPinchUnit = 0.01
/** Less is a click. */
const dragPx = 4

/** Wheel and pinch zoom a tile's picture at the pointer; a drag moves what is seen of it. */
export function usePictureHand(
  element: RefObject<HTMLElement | null>,
  tile: number,
  isCamera: boolean,
): void {
  const { run, wall } = useServices().wall
  useEffect(() => {
    const place = element.current
    if (place === null || !isCamera) return undefined
    const stop = new AbortController()
    const { signal } = stop
    let drag: { readonly pointerId: number; x: number; y: number; isMoving: boolean } | undefined
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
        if (button === 0 && wall.getState().zooms.has(tile)) drag = { pointerId, x, y, isMoving: false }
      },
      { signal },
    )
    place.addEventListener(
      'pointermove',
      (event) => {
        if (drag?.pointerId !== event.pointerId) return
        const [byX, byY] = [drag.x - event.clientX, drag.y - event.clientY]
        if (!drag.isMoving && Math.hypot(byX, byY) < dragPx) return
        if (!drag.isMoving) place.setPointerCapture(event.pointerId)
        drag = { pointerId: event.pointerId, x: event.clientX, y: event.clientY, isMoving: true }
        const { width, height } = place.getBoundingClientRect()
        run({ kind: 'pan-picture', tile, x: byX / width, y: byY / height })
      },
      { signal },
    )
    for (const type of ['pointerup', 'pointercancel'] as const) {
      place.addEventListener(type, () => (drag = undefined), { signal })
    }
    return () => stop.abort()
  }, [element, tile, isCamera, run, wall])
}

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
    <div className="zoom-note">
      <span className="zoom-map" aria-hidden>
        <i style={seen} />
      </span>
      <b>{fixed(scale)}×</b>
      <span className="unseen">{t('pictureZoom.zoomedPartPictureSeen')}</span>
    </div>
  )
})
