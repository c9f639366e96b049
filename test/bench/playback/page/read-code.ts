import { decodeFrameCode, type FrameCode } from '#tools/demo-footage/frame-code.ts'

/** A cell is eight pixels of a picture this wide: more pixels tell nothing more, and cost time. */
const enoughWidthPx = 640
/** Of the picture, from its top right: all of the strip and of its margin. */
const stripWidth = 15 / 80
const stripHeight = 5 / 45

/**
 * The picture that is on the screen at this moment, with its time on the player's time line; undefined while there is
 * none. To be closed by whoever reads it.
 */
export function capture(source: HTMLVideoElement | ImageBitmap): VideoFrame | undefined {
  if (source instanceof ImageBitmap) return new VideoFrame(source, { timestamp: 0 })
  return source.readyState < HTMLMediaElement.HAVE_CURRENT_DATA ? undefined : new VideoFrame(source)
}

/** Reads a picture's code and closes it. Only its strip is copied: a measurement must not cost what it measures. */
export async function readCode(frame: VideoFrame): Promise<FrameCode | undefined> {
  const { displayWidth, displayHeight } = frame
  const width = displayWidth * stripWidth
  const height = displayHeight * stripHeight
  const pixels = new Uint8Array(width * height * 4)
  const rect = { x: displayWidth - width, y: 0, width, height }
  await frame.copyTo(pixels, { rect, format: 'RGBA' })
  frame.close()
  const step = Math.max(1, Math.floor(displayWidth / enoughWidthPx))
  const widthPx = displayWidth / step
  const heightPx = displayHeight / step
  const luma = new Uint8Array(widthPx * heightPx)
  const middle = Math.floor(step / 2)
  for (let y = 0; y < height / step; y += 1) {
    for (let x = 0; x < width / step; x += 1) {
      const at = (y * step + middle) * width + x * step + middle
      // Black and white: any colour tells them apart.
      luma[y * widthPx + widthPx - width / step + x] = pixels[at * 4 + 1] ?? 0
    }
  }
  return decodeFrameCode(luma, widthPx, heightPx)
}
