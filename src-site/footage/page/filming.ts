import type { CameraPlan } from '../catalogue.ts'
import { footageDefaults } from '../footage-defaults.ts'
import { drawOverlay } from './overlay.ts'
import { Scene } from './scenes/scene.ts'

interface Picture {
  readonly canvas: OffscreenCanvas
  readonly context: OffscreenCanvasRenderingContext2D
}

/** One camera being filmed: the scene is drawn once a frame, the writing anew (and therefore crisp) in each layer. */
export class Filming {
  private readonly camera: CameraPlan
  private readonly scene: Scene
  private readonly full: Picture
  private readonly smaller: readonly Picture[]

  constructor(camera: CameraPlan) {
    const [largest, ...others] = footageDefaults.layers
    this.camera = camera
    this.scene = new Scene(camera, largest.widthPx, largest.heightPx)
    this.full = picture(largest.widthPx, largest.heightPx)
    this.smaller = others.map((layer) => picture(layer.widthPx, layer.heightPx))
  }

  draw(frameIndex: number): void {
    this.scene.draw(this.full.context, frameIndex / footageDefaults.framesPerSecond)
    for (const { canvas, context } of this.smaller) {
      // At half the size a pixel lies between four: plain interpolation is their mean already.
      context.imageSmoothingQuality = 'low'
      context.drawImage(this.full.canvas, 0, 0, canvas.width, canvas.height)
      drawOverlay(context, this.camera, frameIndex)
    }
    drawOverlay(this.full.context, this.camera, frameIndex)
  }

  layer(widthPx: number): OffscreenCanvas {
    const found = [this.full, ...this.smaller].find(({ canvas }) => canvas.width === widthPx)
    if (found === undefined) {
      throw new Error(`no layer of ${widthPx} px`)
    }
    return found.canvas
  }

  still(): Promise<Blob> {
    return this.full.canvas.convertToBlob({ type: 'image/png' })
  }
}

function picture(widthPx: number, heightPx: number): Picture {
  const canvas = new OffscreenCanvas(widthPx, heightPx)
  // Read by the encoder every frame: a canvas in main memory saves a copy.
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  if (context === null) {
    throw new Error('this browser offers no 2D canvas')
  }
  return { canvas, context }
}
