import { decodeFrameCode, type FrameCode } from '#tools/demo-footage/frame-code.ts'

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })

/** What the picture on a tile says of itself: of the held one where that is in front. */
export function readPicture(element: HTMLElement): FrameCode | undefined {
  const held = element.querySelector('canvas')
  const video = element.querySelector('video')
  if (!held || !video) return undefined
  return read(held.style.visibility === 'visible' ? held : video).code
}

/** Of whatever is in front in the middle of a tile, as the browser finds it. */
export function readFront(element: HTMLElement): { code: FrameCode | undefined; widthPx: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  const front = document.elementFromPoint(left + width / 2, top + height / 2)
  if (front instanceof HTMLVideoElement || front instanceof HTMLCanvasElement) return read(front)
  return { code: undefined, widthPx: 0 }
}

function read(source: HTMLVideoElement | HTMLCanvasElement): {
  code: FrameCode | undefined
  widthPx: number
} {
  const isVideo = source instanceof HTMLVideoElement
  const widthPx = isVideo ? source.videoWidth : source.width
  const heightPx = isVideo ? source.videoHeight : source.height
  if (!canvas || widthPx < 2) return { code: undefined, widthPx: 0 }
  canvas.canvas.width = widthPx
  canvas.canvas.height = heightPx
  canvas.drawImage(source, 0, 0)
  const { data } = canvas.getImageData(0, 0, widthPx, heightPx)
  return { code: decodeFrameCode(data, widthPx, heightPx), widthPx }
}
