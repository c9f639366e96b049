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
  private readonly clean: Picture
  private readonly layers: ReadonlyMap<number, Picture>

  constructor(camera: CameraPlan) {
    const [largest] = footageDefaults.layers
    this.camera = camera
    this.scene = new Scene(camera, largest.widthPx, largest.heightPx)
    this.clean = picture(largest.widthPx, largest.heightPx)
    this.layers = new Map(
      footageDefaults.layers.map((layer) => [layer.widthPx, picture(layer.widthPx, layer.heightPx)]),
    )
  }

  draw(frameIndex: number): void {
    this.scene.draw(this.clean.context, frameIndex / footageDefaults.framesPerSecond)
    for (const { canvas, context } of this.layers.values()) {
      context.imageSmoothingQuality = 'high'
      context.drawImage(this.clean.canvas, 0, 0, canvas.width, canvas.height)
      drawOverlay(context, this.camera, frameIndex)
    }
  }

  layer(widthPx: number): OffscreenCanvas {
    const found = this.layers.get(widthPx)
    if (found === undefined) {
      throw new Error(`no layer of ${widthPx} px`)
    }
    return found.canvas
  }

  still(): Promise<Blob> {
    return this.layer(footageDefaults.layers[0].widthPx).convertToBlob({ type: 'image/png' })
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
