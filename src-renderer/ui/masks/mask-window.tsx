import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { MAX_MASK_CORNERS, MAX_MASKS, type Mask, type MaskPoint } from '#contract/wall/camera-picture.ts'
import { leastSide, moved, pictureOf, polygonPoints, rectangle, resized } from '../../wall/camera-pictures.ts'
import { changedElsewhere, saveSettings } from '../../wall/save-settings.ts'
import { cameraIdOf } from '../../wall/wall-document.ts'
import { useServices, useSession, useWall } from '../services.ts'
import { kbd, rich } from '../rich-text.tsx'
import { chordOfPress } from '../keyboard-driver.ts'
import { Window } from '../window.tsx'
import { t } from '../../language/language.ts'
import { Button, FormEnd, Problem } from '../form-parts.tsx'
import { useTry } from '../use-call.ts'

/**
 * What is hidden of the camera that the selected tile shows as the window opens, drawn over its present picture.
 * A sequence or a hotspot may go on to another camera meanwhile.
 */
export function MaskWindow({ onClose }: { readonly onClose: () => void }) {
  const [cameraId] = useState(useWall(({ document }) => cameraIdOf(document, document.selected)))
  const name = useWall(({ cameraById }) => cameraId && cameraById.get(cameraId)?.name)
  return (
    <Window
      title={name === undefined ? t('masks.title') : t('masks.titleOf', { name })}
      size="wide"
      onClose={onClose}
    >
      {cameraId === undefined ? (
        <p className="window-note">{t('masks.noCamera')}</p>
      ) : (
        <MaskEditor cameraId={cameraId} onClose={onClose} />
      )}
    </Window>
  )
}

const stepByKey: Readonly<Record<string, MaskPoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** Parts of the picture that an arrow moves by; with Alt. */
const step = 0.02
const fineStep = 0.002

/** Fewer enclose nothing. */
const leastCorners = 3
const full = () => t('masks.full', { most: MAX_MASKS })

interface Editing {
  readonly masks: readonly Mask[]
  readonly selected: number
  /** The one that arrows move; undefined: the whole mask. */
  readonly corner: number | undefined
}

function MaskEditor({ cameraId, onClose }: { readonly cameraId: string; readonly onClose: () => void }) {
  const { shell, session } = useServices()
  const kept = useSession(({ settings }) => pictureOf(settings.cameraPictures, cameraId))
  /** What was kept when this was opened, and what was sent since. */
  const own = useRef([kept.masks])
  const [aspect, setAspect] = useState(kept.aspect)
  const [{ masks, selected, corner }, setEditing] = useState<Editing>({
    masks: kept.masks,
    selected: 0,
    corner: undefined,
  })
  const [draft, setDraft] = useState<Mask>([])
  /** With the one that is being drawn, as soon as it has a shape. */
  const all = draft.length >= leastCorners ? [...masks, draft] : masks
  const { isBusy, problem, setProblem, attempt } = useTry<string>()
  /** Undefined once the editor has gone. */
  const drawn = useRef<object>(undefined)
  useEffect(() => {
    drawn.current = { masks, draft }
    return () => {
      drawn.current = undefined
    }
  }, [masks, draft])
  const canvas = usePresentPicture(cameraId, setAspect)
  const drag = useRef<MaskPoint>(undefined)

  function add(mask: Mask): void {
    setDraft([])
    if (masks.length >= MAX_MASKS) return setProblem(full())
    setEditing({ masks: [...masks, mask], selected: masks.length, corner: undefined })
  }

  function change(how: (mask: Mask) => Mask): void {
    setEditing({ masks: masks.map((mask, at) => (at === selected ? how(mask) : mask)), selected, corner })
  }

  function remove(): void {
    if (draft.length > 0) return setDraft([])
    setProblem(undefined)
    const left = masks.filter((_, at) => at !== selected)
    setEditing({ masks: left, selected: Math.max(0, Math.min(selected, left.length - 1)), corner: undefined })
  }

  async function save(): Promise<void> {
    if (draft.length > 0 && all === masks) return setProblem(t('masks.unclosed'))
    if (all.length > MAX_MASKS) return setProblem(full())
    const sent = [...all]
    const drawnThen = drawn.current
    own.current.push(sent)
    const saving = saveSettings({ shell, session }, ({ cameraPictures }) => {
      const picture = pictureOf(cameraPictures, cameraId)
      return (
        changedElsewhere(own.current, picture.masks) ?? {
          cameraPictures: { ...cameraPictures, [cameraId]: { ...picture, masks: sent, aspect } },
        }
      )
    })
    // Not what was drawn meanwhile, and not the next editor.
    if ((await attempt(saving)) && drawn.current === drawnThen) onClose()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey) return
    const { key } = event
    const letter = chordOfPress(event)
    const by = stepByKey[key]
    const length = event.altKey ? fineStep : step
    if (by !== undefined) {
      const shift = { x: by.x * length, y: by.y * length }
      change((mask) => (event.shiftKey ? resized(mask, shift) : moved(mask, shift, corner)))
    } else if (letter === 'N') {
      add(rectangle({ x: 0.4, y: 0.4 }, { x: 0.6, y: 0.6 }))
    } else if (key === 'Delete') {
      remove()
    } else if (key === 'PageDown' || key === 'PageUp') {
      const to = selected + (key === 'PageDown' ? 1 : -1) + masks.length
      setEditing({ masks, selected: masks.length === 0 ? 0 : to % masks.length, corner: undefined })
    } else if (letter === 'C') {
      const corners = masks[selected]?.length ?? 0
      const next = corner === undefined ? 0 : corner + 1
      setEditing({ masks, selected, corner: next < corners ? next : undefined })
    } else if (key === 'Enter') {
      if (draft.length >= leastCorners) add(draft)
      else void save()
    } else if (key === 'Escape' && draft.length > 0) {
      // Discards what was begun and leaves the window open.
      event.stopPropagation()
      setDraft([])
    } else return
    event.preventDefault()
  }

  function onPointerUp(event: PointerEvent<SVGSVGElement>): void {
    const from = drag.current
    drag.current = undefined
    const to = pointOf(event)
    if (from === undefined) return
    if (Math.abs(to.x - from.x) > leastSide && Math.abs(to.y - from.y) > leastSide)
      return add(rectangle(from, to))
    const first = draft[0]
    const isClosed = first !== undefined && Math.hypot(to.x - first.x, to.y - first.y) < leastSide * 2
    if (draft.length >= leastCorners && (isClosed || draft.length + 1 >= MAX_MASK_CORNERS)) add(draft)
    else setDraft([...draft, rectangle(to, to)[0] ?? to])
  }

  return (
    <div className="stack">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is the surface that is drawn on */}
      <div
        className="mask-surface"
        role="application"
        aria-label={t('masks.surface', { count: masks.length })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys draw on it
        tabIndex={0}
        data-first-focus
        style={{ aspectRatio: aspect, width: `min(100%, ${60 * aspect}vh)` }}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} aria-hidden />
        <svg
          viewBox={`0 0 ${aspect} 1`}
          preserveAspectRatio="none"
          aria-hidden
          onPointerDown={(event) => {
            if (event.button !== 0) return
            event.currentTarget.setPointerCapture(event.pointerId)
            drag.current = pointOf(event)
          }}
          onPointerUp={onPointerUp}
        >
          {masks.map((mask, at) => (
            <polygon
              // biome-ignore lint/suspicious/noArrayIndexKey: masks have no other identity
              key={at}
              points={polygonPoints(mask, aspect)}
              data-selected={at === selected || undefined}
            />
          ))}
          {draft.length > 0 && <polygon points={polygonPoints(draft, aspect)} data-selected />}
          {(draft.length > 0 ? draft : corner === undefined ? [] : [masks[selected]?.[corner]]).map(
            (point, at) =>
              point !== undefined && (
                // biome-ignore lint/suspicious/noArrayIndexKey: points have no other identity
                <circle key={at} cx={point.x * aspect} cy={point.y} r={0.012} />
              ),
          )}
        </svg>
      </div>
      <Problem text={problem} />
      <FormEnd hint={rich('masks.keys', { kbd })}>
        <Button look="main" isBusy={isBusy} onClick={() => void save()}>
          {t('masks.save', { count: all.length })}
        </Button>
        <Button onClick={remove} disabled={masks.length === 0 && draft.length === 0}>
          {t('masks.delete')}
        </Button>
      </FormEnd>
      <p className="window-note">{t('masks.note')}</p>
    </div>
  )
}

/** Parts of the surface's width and height. */
function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): MaskPoint {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

/** What the selected tile shows of the camera at this moment, without its masks; the surface stays dark where there is none. */
function usePresentPicture(cameraId: string, onAspect: (aspect: number) => void) {
  const { live, wallPlayback, playback, wall } = useServices()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const tile = wall.getState().document.selected
    const isPast = playback.getState().tiles.includes(tile)
    // While a camera is on its way, the picture is still that of the one before it.
    const ofLive = () => (live.observe(tile).shownCameraId === cameraId ? live.frame(tile) : undefined)
    const frame = isPast ? wallPlayback.pictures.frame(tile)?.frame : ofLive()
    if (frame === undefined || canvas.current === null) return frame?.close()
    canvas.current.width = frame.displayWidth
    canvas.current.height = frame.displayHeight
    canvas.current.getContext('2d')?.drawImage(frame, 0, 0)
    onAspect(frame.displayWidth / frame.displayHeight)
    frame.close()
  }, [live, wall, wallPlayback, playback, cameraId, onAspect])
  return canvas
}
