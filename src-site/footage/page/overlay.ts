import type { CameraPlan } from '../catalogue.ts'
import { footageDefaults } from '../footage-defaults.ts'
import { cellRect, encodeFrameCode, frameCodeArea, frameCodeMargin } from '../frame-code.ts'
import { monoFont, textFont } from './fonts.ts'

const dark = '#101418'
const light = '#e9edf0'
/** Behind writing: whatever the picture shows there, it stays legible. */
const veil = 'rgb(16 20 24 / 62%)'

/**
 * What a camera burns into its picture, all at the top right (the wall writes into the other corners):
 * the code for machines, the seconds of the wall clock (hours would be a lie: the loop comes back every
 * minute), and the camera's number and name.
 */
export function drawOverlay(
  context: OffscreenCanvasRenderingContext2D,
  camera: CameraPlan,
  frameIndex: number,
): void {
  const { width, height } = context.canvas
  drawCode(context, camera.number, frameIndex)
  const seconds = frameIndex / footageDefaults.framesPerSecond
  const top = (frameCodeArea.top - frameCodeMargin.y) * height
  const boxHeight = (frameCodeArea.height + 2 * frameCodeMargin.y) * height
  const right = (frameCodeArea.left - frameCodeMargin.x) * width - 0.006 * width
  drawSeconds(context, seconds, right, top, boxHeight)
  drawName(context, camera, width * (1 - frameCodeMargin.x), top + boxHeight + 0.003 * width)
}

function drawCode(
  context: OffscreenCanvasRenderingContext2D,
  cameraNumber: number,
  frameIndex: number,
): void {
  const { width, height } = context.canvas
  context.fillStyle = dark
  context.fillRect(
    (frameCodeArea.left - frameCodeMargin.x) * width,
    (frameCodeArea.top - frameCodeMargin.y) * height,
    (frameCodeArea.width + 2 * frameCodeMargin.x) * width,
    (frameCodeArea.height + 2 * frameCodeMargin.y) * height,
  )
  context.fillStyle = light
  for (const [index, isWhite] of encodeFrameCode({ cameraNumber, frameIndex }).entries()) {
    if (isWhite) {
      const cell = cellRect(index)
      context.fillRect(cell.left * width, cell.top * height, cell.width * width, cell.height * height)
    }
  }
}

function drawSeconds(
  context: OffscreenCanvasRenderingContext2D,
  seconds: number,
  right: number,
  top: number,
  boxHeight: number,
): void {
  const fontPx = boxHeight * 0.56
  const text = `:${seconds.toFixed(2).padStart(5, '0')}`
  context.font = `600 ${fontPx}px ${monoFont}`
  const boxWidth = context.measureText(text).width + boxHeight * 1.3
  context.fillStyle = veil
  context.fillRect(right - boxWidth, top, boxWidth, boxHeight)

  const radius = boxHeight * 0.34
  const x = right - boxWidth + boxHeight * 0.5
  const y = top + boxHeight / 2
  context.strokeStyle = 'rgb(233 237 240 / 55%)'
  context.lineWidth = Math.max(1, boxHeight * 0.05)
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.stroke()
  const angle = (seconds / 60) * 2 * Math.PI
  context.strokeStyle = light
  context.lineWidth = Math.max(1, boxHeight * 0.075)
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(x + Math.sin(angle) * radius * 0.82, y - Math.cos(angle) * radius * 0.82)
  context.stroke()

  context.fillStyle = light
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  context.fillText(text, right - boxHeight * 0.22, y + boxHeight * 0.03)
}

function drawName(
  context: OffscreenCanvasRenderingContext2D,
  camera: CameraPlan,
  right: number,
  top: number,
): void {
  const fontPx = Math.max(8.5, context.canvas.height * 0.031)
  const text = `${String(camera.number).padStart(2, '0')}  ${camera.name}`
  context.font = `600 ${fontPx}px ${textFont}`
  const boxWidth = context.measureText(text).width + fontPx
  const boxHeight = Math.round(fontPx * 1.5)
  context.fillStyle = veil
  context.fillRect(right - boxWidth, top, boxWidth, boxHeight)
  context.fillStyle = light
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  context.fillText(text, right - fontPx * 0.5, top + boxHeight * 0.54)
}
