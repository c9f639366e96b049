/** A manifest and the window of time that it covers, epoch milliseconds. */
export interface ManifestWindow {
  readonly url: string
  readonly startMs: number
  readonly endMs: number
}

/** `failed`: the next movement asks again; `undefined`: there is none. */
export type FoundManifest = ManifestWindow | 'failed' | undefined

/** What one place on the page wants to show; a newer wish of the same place ends it. */
export interface Wish {
  readonly place: string
  readonly cameraId: string
  readonly atMs: number
  /** Instants of the same step may share a picture. */
  readonly stepMs: number
}

/** From the page to the worker. */
export type ThumbnailMessage =
  | { readonly type: 'want'; readonly wish: Wish }
  | { readonly type: 'forget'; readonly place: string }
  | { readonly type: 'manifest'; readonly requestId: number; readonly window: FoundManifest }

export interface TakenPicture {
  readonly picture: ImageBitmap
  /** When it was taken. Epoch milliseconds. */
  readonly atMs: number
}

/** From the worker to the page. */
export type ThumbnailAnswer =
  | {
      readonly type: 'picture'
      readonly place: string
      readonly cameraId: string
      /** Undefined: there is none. */
      readonly taken: TakenPicture | undefined
    }
  | {
      readonly type: 'ask-manifest'
      readonly requestId: number
      readonly cameraId: string
      readonly atMs: number
    }
