import type { Mask } from '#contract/wall/camera-picture.ts'
import type { ThumbnailPort } from '../timeline/hover-driver.ts'
import type { TakenPicture } from '../timeline/thumbnails/messages.ts'
import { Thumbnails } from '../timeline/thumbnails/thumbnails.ts'
import { paintMasks } from './camera-pictures.ts'
import {
  type ThumbnailFootage,
  thumbnailFootageOf,
  type ThumbnailFootageOptions,
} from './thumbnail-footage.ts'

export interface MaskedThumbnailsOptions extends ThumbnailFootageOptions {
  readonly masksOf: (cameraId: string) => readonly Mask[]
}

/** Small pictures of the past, for the card at the pointer and for tiles while a hand moves the timeline. */
export class MaskedThumbnails {
  readonly #footage: ThumbnailFootage
  readonly #masksOf: MaskedThumbnailsOptions['masksOf']
  /** With a worker of its own: made for the first that wants a picture. */
  #thumbnails: Thumbnails | undefined

  constructor({ masksOf, ...options }: MaskedThumbnailsOptions) {
    this.#masksOf = masksOf
    this.#footage = thumbnailFootageOf(options)
  }

  /** One for everything that shows a picture of its own. */
  makePlace(): ThumbnailPort {
    let place: ThumbnailPort | undefined
    return {
      want: (cameraId, atMs, stepMs, show) => {
        this.#thumbnails ??= new Thumbnails(this.#footage)
        place ??= this.#thumbnails.makePlace()
        place.want(cameraId, atMs, stepMs, (taken) => show(taken && masked(taken, this.#masksOf(cameraId))))
      },
      forget: () => place?.forget(),
    }
  }

  dispose(): void {
    this.#thumbnails?.dispose()
    this.#footage.dispose()
  }
}

/** Before it is shown. Thumbnails have one shape, whatever the camera's: masks are parts of its width and height. */
function masked(taken: TakenPicture, masks: readonly Mask[]): TakenPicture {
  if (masks.length === 0) return taken
  const { width, height } = taken.picture
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context !== null) {
    context.drawImage(taken.picture, 0, 0)
    paintMasks(context, masks, width, height)
  }
  taken.picture.close()
  return { ...taken, picture: canvas.transferToImageBitmap() }
}
