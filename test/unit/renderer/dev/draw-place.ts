import type { TileObservation } from '#renderer/live/live-wall-port.ts'

/** A moving drawing of some place, another one for each camera, with a stand-in for the code at the upper right. */
export function drawPlace(observe: () => TileObservation): HTMLElement {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 360
  const pen = canvas.getContext('2d')
  function draw(): void {
    if (!canvas.isConnected && canvas.dataset['drawn'] === 'yes') return
    setTimeout(draw, 100)
    const { state, shownCameraId } = observe()
    const isFrozen = canvas.dataset['drawn'] === 'yes' && state !== 'LIVE' && state !== 'LATE'
    if (pen === null || isFrozen) return
    canvas.dataset['drawn'] = canvas.isConnected ? 'yes' : 'no'
    if (shownCameraId === undefined) return pen.clearRect(0, 0, 640, 360)
    const number = Number(/\d+/.exec(shownCameraId)?.[0] ?? 1)
    drawScene(pen, number, Date.now() / 1_000)
  }
  draw()
  return canvas
}

function drawScene(pen: CanvasRenderingContext2D, number: number, seconds: number): void {
  const hue = (number * 47) % 360
  const fill = (colour: string, x: number, y: number, width: number, height: number) => {
    pen.fillStyle = colour
    pen.fillRect(x, y, width, height)
  }
  fill(`hsl(${hue} 12% 42%)`, 0, 0, 640, 220)
  fill(`hsl(${hue} 10% 24%)`, 0, 220, 640, 140)
  fill(`hsl(${(hue + 40) % 360} 18% 50%)`, 60 + (number % 5) * 20, 120, 90, 100)
  fill(`hsl(${(hue + 200) % 360} 14% 58%)`, 420, 140, 140, 80)
  const x = 320 + Math.sin(seconds * 0.6 + number) * 180
  fill(`hsl(${(hue + 180) % 360} 22% 70%)`, x, 180, 18, 70)
  pen.beginPath()
  pen.arc(x + 9, 168, 11, 0, 7)
  pen.fill()
  fill('#eee', 0, 340, 640, 2)
  for (let cell = 0; cell < 24; cell++)
    fill((number >> (cell % 6)) & 1 ? '#fff' : '#000', 400 + cell * 9, 10, 9, 18)
}
