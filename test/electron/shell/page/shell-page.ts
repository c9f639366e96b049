import { decodeFrameCode, type FrameCode } from '#tools/demo-footage/frame-code.ts'
import type { ManifestWindow } from '#renderer/timeline/thumbnails/messages.ts'
import { Thumbnails } from '#renderer/timeline/thumbnails/thumbnails.ts'
import { pickShell } from '#renderer/shell/pick-shell.ts'

/** A page with the shell that the product would pick, and nothing else. */
const pageShell = pickShell(window)

declare global {
  interface Window {
    pageShell: typeof pageShell
    /** Given by the test; `what` is the name of a push, or `relay`. */
    sendToTest(what: string, payload: unknown): Promise<void>
    stops: Record<string, () => void>
    /** What a thumbnail of that instant says of itself, and when it was taken. */
    thumbnailAt(
      window: ManifestWindow,
      atMs: number,
    ): Promise<{ code: FrameCode | undefined; takenAtMs: number }>
  }
}
window.pageShell = pageShell
window.stops = {}
window.thumbnailAt = (manifest, atMs) => {
  const thumbnails = new Thumbnails({ manifestAt: async () => manifest })
  const shown = Promise.withResolvers<{ code: FrameCode | undefined; takenAtMs: number }>()
  thumbnails.makePlace().want('camera', atMs, 2_000, (taken) => {
    if (taken === undefined) return
    const { picture, atMs: takenAtMs } = taken
    const { width, height } = picture
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(picture, 0, 0)
    const pixels = context?.getImageData(0, 0, width, height).data
    shown.resolve({ code: pixels && decodeFrameCode(pixels, width, height), takenAtMs })
    thumbnails.dispose()
  })
  return shown.promise
}
