import { footagePictures } from './footage-pictures.ts'
import { FootageSource } from './footage-source.ts'
import type { FoundManifest, ThumbnailAnswer, ThumbnailMessage, Wish } from './messages.ts'
import type { Picture } from './picture-cache.ts'
import { ThumbnailScheduler } from './thumbnail-scheduler.ts'

/** The page's types are DOM's; this is what a worker has of its own. */
interface WorkerScope {
  addEventListener(type: 'message', take: (event: MessageEvent<ThumbnailMessage>) => void): void
  postMessage(answer: ThumbnailAnswer, transfer: Transferable[]): void
}

const scope = self as unknown as WorkerScope
const waiting = new Map<number, (window: FoundManifest) => void>()
let requests = 0

const source = new FootageSource((cameraId, atMs) => {
  const requestId = ++requests
  scope.postMessage({ type: 'ask-manifest', requestId, cameraId, atMs }, [])
  return new Promise((resolve) => waiting.set(requestId, resolve))
})

/** Copies are posted in order: what is shown last is posted last. */
let posted = Promise.resolve()

async function post(wish: Wish, shown: Picture<ImageBitmap> | undefined, before: Promise<void>) {
  // The page uses its picture up; the cache keeps its own.
  const picture = shown && (await createImageBitmap(shown.image))
  await before
  const taken = picture && shown && { picture, atMs: shown.atMs }
  const { place, cameraId } = wish
  scope.postMessage({ type: 'picture', place, cameraId, taken }, picture ? [picture] : [])
}

const scheduler = new ThumbnailScheduler<ImageBitmap>({
  source: footagePictures(source),
  bytesOf: ({ width, height }) => width * height * 4,
  show: (wish, shown) => {
    posted = post(wish, shown, posted)
  },
})

scope.addEventListener('message', ({ data }) => {
  switch (data.type) {
    case 'want':
      return scheduler.want(data.wish)
    case 'forget':
      return scheduler.forget(data.place)
    case 'manifest':
      waiting.get(data.requestId)?.(data.window)
      waiting.delete(data.requestId)
  }
})
