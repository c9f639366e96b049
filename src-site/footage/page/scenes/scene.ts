import type { CameraPlan } from '../../catalogue.ts'

/** A place, as a function of the time within the loop: `draw(0)` and `draw(60)` are the same picture. */
export interface Scene {
  draw(context: OffscreenCanvasRenderingContext2D, seconds: number): void
}

export function openScene(camera: CameraPlan, widthPx: number, heightPx: number): Scene {
  const hue = (camera.seed * 47) % 360
  return {
    draw(context, seconds) {
      context.fillStyle = `hsl(${hue} 12% 62%)`
      context.fillRect(0, 0, widthPx, heightPx)
      context.fillStyle = `hsl(${hue} 10% 40%)`
      context.beginPath()
      context.moveTo(0, heightPx)
      context.lineTo(widthPx * 0.38, heightPx * 0.42)
      context.lineTo(widthPx * 0.62, heightPx * 0.42)
      context.lineTo(widthPx, heightPx)
      context.fill()
      for (let walker = 0; walker < 4; walker += 1) {
        const phase = (seconds / 60 + walker / 4) % 1
        const scale = 0.15 + 0.85 * phase ** 2
        const x = widthPx * (0.5 + (walker - 1.5) * 0.14 * scale)
        const y = heightPx * (0.42 + 0.6 * scale)
        context.fillStyle = `hsl(${hue + walker * 70} 30% 30%)`
        context.beginPath()
        context.ellipse(x, y - 90 * scale, 28 * scale, 80 * scale, 0, 0, 2 * Math.PI)
        context.fill()
      }
    },
  }
}
