import { decodeFrameCode, type FrameCode } from '../../../../../src-site/footage/frame-code.ts'

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })

/** What the picture on a tile says of itself: of the held one where that is in front. */
export function readPicture(element: HTMLElement): FrameCode | undefined {
  const held = element.querySelector('canvas')
  const video = element.querySelector('video')
  if (!canvas || !held || !video) return undefined
  const isHeld = held.style.visibility === 'visible'
  const source = isHeld ? held : video
  const widthPx = isHeld ? held.width : video.videoWidth
  const heightPx = isHeld ? held.height : video.videoHeight
  if (widthPx < 2) return undefined
  canvas.canvas.width = widthPx
  canvas.canvas.height = heightPx
  canvas.drawImage(source, 0, 0)
  return decodeFrameCode(canvas.getImageData(0, 0, widthPx, heightPx).data, widthPx, heightPx)
}
