import type { ThumbnailPort } from '../timeline/hover-driver.ts'
import { Thumbnails } from '../timeline/thumbnails/thumbnails.ts'
import { PreviewFootage, type PreviewFootageOptions } from '../wall/preview-footage.ts'

/** Small pictures of the past, for the card at the pointer and for tiles while a hand moves the timeline. */
export class Previews {
  readonly #footage: PreviewFootage
  /** With a worker of its own: made for the first that wants a picture. */
  #thumbnails: Thumbnails | undefined

  constructor(options: PreviewFootageOptions) {
    this.#footage = new PreviewFootage(options)
  }

  /** One for everything that shows a picture of its own. */
  makePlace(): ThumbnailPort {
    let place: ThumbnailPort | undefined
    return {
      want: (...wish) => {
        this.#thumbnails ??= new Thumbnails(this.#footage)
        place ??= this.#thumbnails.makePlace()
        place.want(...wish)
      },
      forget: () => place?.forget(),
    }
  }

  dispose(): void {
    this.#thumbnails?.dispose()
    this.#footage.dispose()
  }
}
