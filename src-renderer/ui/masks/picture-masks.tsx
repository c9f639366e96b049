import { type RefObject, useCallback, useSyncExternalStore } from 'react'
import type { PictureFit } from '#contract/wall/camera-picture.ts'
import { aspectRatioOf, isSameAspect, pictureOf, polygonPoints } from '../../wall/camera-pictures.ts'
import { useSession } from '../services.ts'
import { t } from '../../language/language.ts'

interface PictureMasksProps {
  /** The wished camera and the one that is still seen: the masks of both are there before either's picture is. */
  readonly cameraIds: readonly (string | undefined)[]
  readonly fit: PictureFit
  readonly tile: RefObject<HTMLElement | null>
}

/** Hides parts of whatever picture the tile shows, live or of the past. */
export function PictureMasks({ cameraIds, fit, tile }: PictureMasksProps) {
  return [...new Set(cameraIds)].map(
    (cameraId) =>
      cameraId !== undefined && <MasksOfCamera key={cameraId} cameraId={cameraId} fit={fit} tile={tile} />,
  )
}

function MasksOfCamera({ cameraId, fit, tile }: Omit<PictureMasksProps, 'cameraIds'> & { cameraId: string }) {
  const picture = useSession(({ settings }) => pictureOf(settings.cameraPictures, cameraId))
  // Few cameras have any: the videos of the others are not looked at.
  if (picture.masks.length === 0) return null
  return <DrawnMasks picture={picture} cameraId={cameraId} fit={fit} tile={tile} />
}

interface DrawnMasksProps extends Omit<PictureMasksProps, 'cameraIds'> {
  readonly picture: ReturnType<typeof pictureOf>
  readonly cameraId: string
}

function DrawnMasks({ picture: { masks, aspect }, cameraId, fit, tile }: DrawnMasksProps) {
  const isOtherShape = useOtherShape(tile, cameraId, aspect)
  return (
    <svg
      className="picture-masks fill"
      viewBox={`0 0 ${aspect} 1`}
      preserveAspectRatio={isOtherShape ? 'none' : aspectRatioOf(fit)}
      role="img"
      aria-label={t('masks.hides')}
    >
      {isOtherShape ? (
        <rect width={aspect} height={1} />
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: masks have no other identity
        masks.map((mask, at) => <polygon key={at} points={polygonPoints(mask, aspect)} />)
      )}
    </svg>
  )
}

/**
 * `emptied`: a video has let go of its picture. None of them bubbles. A video that is removed from the tile fires none:
 * the shape is read again whenever the tile is drawn.
 */
const shapeEvents = ['loadedmetadata', 'resize', 'emptied']

/**
 * Whether a video of the tile has another shape than the camera's masks were drawn on: all of it is hidden then. Live
 * videos name their camera, and those of others, such as one that is made ready behind the picture, do not count.
 */
function useOtherShape(tile: RefObject<HTMLElement | null>, cameraId: string, aspect: number): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const root = tile.current
      for (const name of shapeEvents) root?.addEventListener(name, listener, true)
      return () => {
        for (const name of shapeEvents) root?.removeEventListener(name, listener, true)
      }
    },
    [tile],
  )
  return useSyncExternalStore(subscribe, () =>
    [...(tile.current?.querySelectorAll('video') ?? [])].some(
      ({ dataset, videoWidth, videoHeight }) =>
        (dataset['cameraId'] ?? cameraId) === cameraId &&
        videoWidth > 0 &&
        !isSameAspect(aspect, videoWidth, videoHeight),
    ),
  )
}
