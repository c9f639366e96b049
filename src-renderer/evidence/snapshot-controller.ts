import { PICTURE_PART_CHARS, type Snapshot } from '#contract/wall/evidence.ts'
import type { Mask } from '#contract/wall/camera-picture.ts'
import type { WallError } from '#contract/errors.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { type ShownPictureOptions, shownPicture } from '../events/shown-picture.ts'
import type { LiveWallPort } from '../live/live-wall-port.ts'
import type { AreaOptions } from '../wall/area-options.ts'
import { isSameAspect, paintMasks, pictureOf } from '../wall/camera-pictures.ts'
import type { PlaybackPictures } from '../wall/playback-pictures.ts'
import { cameraIdOf, visibleTiles } from '../wall/wall-document.ts'
import { t } from '../language/language.ts'

/** A picture in its own size. To be closed by whoever asked. */
export type TilePicture = Pick<VideoFrame, 'displayWidth' | 'displayHeight' | 'close'>

export interface SnapshotControllerOptions
  extends Omit<ShownPictureOptions, 'live' | 'pictures'>,
    Pick<AreaOptions, 'session' | 'download'> {
  readonly live: Pick<LiveWallPort, 'observe' | 'frame'>
  readonly pictures: Pick<PlaybackPictures, 'observe' | 'frame'>
  readonly shell: Pick<WallShell, 'call'>
  /** The whole picture as PNG, these masks drawn into it. */
  readonly encode: (picture: TilePicture, masks: readonly Mask[]) => Promise<Uint8Array>
}

/** A picture that may be kept, taken at the moment of the key press. */
interface Taken {
  readonly picture: TilePicture
  readonly masks: readonly Mask[]
  readonly about: Omit<Snapshot, 'hasMore'>
}

/** Keeps what tiles show: the camera's own picture, not that of the screen, and only while it is a true one. */
export function snapshotsOf(options: SnapshotControllerOptions) {
  const { wall, session, playback, live, pictures, shell, download, encode } = options
  let isUnderWay = false

  async function save(which: 'selected' | 'all'): Promise<void> {
    const { notify } = session.actions
    if (isUnderWay) return notify(t('evidence.snapshot.busy'))
    const { document } = wall.getState()
    const tiles =
      which === 'selected'
        ? [document.selected]
        : visibleTiles(document).filter((tile) => cameraIdOf(document, tile) !== undefined)
    // All at once: the pictures of one key press are of one moment.
    const looks = tiles.map((tile) => take(tile))
    const taken = looks.filter((look) => typeof look !== 'string')
    const refusals = looks.filter((look) => typeof look === 'string')
    isUnderWay = true
    try {
      const where = await saveAll(taken)
      if (typeof where === 'object') return notify(where)
      notify([where, ...refusals].filter((words) => words !== '').join(' '))
    } finally {
      isUnderWay = false
      for (const { picture } of taken) picture.close()
    }
  }

  /** Where the pictures are, in words, or why they could not be kept. */
  async function saveAll(taken: readonly Taken[]): Promise<string | WallError> {
    let where = ''
    for (const [at, { picture, masks, about }] of taken.entries()) {
      const sent = await send(await encode(picture, masks))
      if (sent !== undefined) return sent
      const saved = await shell.call('evidence.snapshot', { ...about, hasMore: at < taken.length - 1 })
      if (!saved.ok) return saved.error
      const { fileName, folder, download: ready } = saved.value
      if (ready !== undefined) download(ready.address, ready.fileName)
      const what = taken.length === 1 ? fileName : t('evidence.snapshot.pictures', { count: taken.length })
      where =
        folder === undefined
          ? t('evidence.snapshot.downloaded', { what })
          : t('evidence.snapshot.saved', { what, folder })
    }
    return where
  }

  async function send(png: Uint8Array): Promise<WallError | undefined> {
    const stepBytes = (PICTURE_PART_CHARS / 4) * 3
    for (let from = 0; from < png.byteLength; from += stepBytes) {
      const base64 = base64Of(png.subarray(from, from + stepBytes))
      const part = await shell.call('evidence.picturePart', { base64, isFirst: from === 0 })
      if (!part.ok) return part.error
    }
    return undefined
  }

  /** A sentence when the tile has no current picture. */
  function take(tile: number): Taken | string {
    const not = (why: string) => t('evidence.snapshot.not', { tile: tile + 1, why })
    if (cameraIdOf(wall.getState().document, tile) === undefined) return not(t('evidence.snapshot.noCamera'))
    const isPast = playback.getState().tiles.includes(tile)
    const past = isPast ? pictures.observe(tile) : undefined
    const state = isPast ? past?.state : live.observe(tile).state
    if (state !== 'LIVE' && state !== 'LATE' && state !== 'PLAYING' && state !== 'PAUSED') {
      return not(
        state === undefined
          ? t('evidence.snapshot.notThere')
          : t('evidence.snapshot.state', { state: t(`state.${state}`) }),
      )
    }
    const shown = shownPicture(options, tile)
    const liveFrame = isPast ? undefined : live.frame(tile)
    const framed = isPast ? pictures.frame(tile) : liveFrame && { frame: liveFrame, shownMs: undefined }
    if (shown === undefined || framed === undefined) return not(t('evidence.snapshot.noPicture'))
    const { frame, shownMs } = framed
    const { masks, aspect } = pictureOf(session.getState().settings.cameraPictures, shown.cameraId)
    if (masks.length > 0 && !isSameAspect(aspect, frame.displayWidth, frame.displayHeight)) {
      frame.close()
      return not(t('evidence.snapshot.otherShape'))
    }
    // A picture of the past carries its own time; the observation may be one picture older.
    const correctionMs = shownMs === undefined ? 0 : Math.round(shownMs) - shown.pictureMs
    const recording = past?.reduced === undefined ? 'recording' : 'recording-reduced'
    const way = live.observe(tile).isLocal === true ? 'hls-live' : 'webrtc'
    return {
      picture: frame,
      masks,
      about: {
        cameraId: shown.cameraId,
        tile: tile + 1,
        atMs: shown.filmedMs + correctionMs,
        mode: isPast ? 'playback' : 'live',
        state,
        rendition: isPast ? recording : way,
        widthPx: frame.displayWidth,
        heightPx: frame.displayHeight,
        masks: masks.length,
      },
    }
  }

  return { save }
}

/** A spread of so many arguments at once would overflow the stack. */
const CHARS_AT_A_TIME = 32_768

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.byteLength; from += CHARS_AT_A_TIME)
    text += String.fromCharCode(...bytes.subarray(from, from + CHARS_AT_A_TIME))
  return btoa(text)
}

/** Without loss: every pixel of the picture as it was decoded, but for its masks. */
export async function encodePng(picture: TilePicture, masks: readonly Mask[]): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(picture.displayWidth, picture.displayHeight)
  const context = canvas.getContext('2d')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- on a page every such picture is a VideoFrame
  context?.drawImage(picture as VideoFrame, 0, 0, canvas.width, canvas.height)
  if (context) paintMasks(context, masks, canvas.width, canvas.height)
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return new Uint8Array(await blob.arrayBuffer())
}
