import type { CameraPlan } from '../../catalogue.ts'
import { drawBackdrop } from '../render/backdrop.ts'
import { ToneCurve } from '../render/colour.ts'
import type { Geometry } from '../render/geometry.ts'
import { LightCubes } from '../render/light-cubes.ts'
import { LightProbe } from '../render/light-probe.ts'
import type { Lighting } from '../render/lighting.ts'
import { RayTree } from '../render/ray-tree.ts'
import { type Body, Stage } from '../render/stage.ts'
import { type CameraSetup, View } from '../render/view.ts'
import { buildScene } from './scene-list.ts'

/** A place, described: what stands, what lights it, who looks at it, and what moves in it. */
export interface Place {
  readonly camera: CameraSetup
  readonly lighting: Lighting
  readonly standing: Geometry
  /** Everything that moves, at a second of the loop; second 0 and second 60 are the same. */
  readonly moving: (second: number) => readonly Body[]
  /** 0 … 1: how much a polished floor shows of what walks on it. */
  readonly mirrorShare?: number
}

/** A place, ready to be filmed. */
export class Scene {
  private readonly place: Place
  private readonly stage: Stage
  private readonly image: ImageData
  private readonly pixels: Uint32Array

  constructor(camera: CameraPlan, widthPx: number, heightPx: number) {
    const place = buildScene(camera)
    const { standing, lighting } = place
    // Two by two samples a pixel: edges of what moves are as smooth as those of what stands.
    const view = new View(place.camera, widthPx * 2, heightPx * 2)
    const tone = new ToneCurve(lighting.exposure)
    const tree = new RayTree(standing, (triangle) => standing.materials[triangle]?.castsNoShadow !== true)
    const probe = new LightProbe(lighting, tree, standing, camera.seed)
    const backdrop = drawBackdrop(standing, view, lighting, tree, probe, tone)
    this.place = place
    this.stage = new Stage(
      backdrop,
      view,
      lighting,
      new LightCubes(probe, tree),
      tone,
      place.mirrorShare ?? 0,
    )
    this.image = new ImageData(widthPx, heightPx)
    this.pixels = new Uint32Array(this.image.data.buffer)
  }

  draw(context: OffscreenCanvasRenderingContext2D, second: number): void {
    this.stage.begin()
    for (const body of this.place.moving(second)) {
      this.stage.add(body)
    }
    this.stage.finish(this.pixels)
    context.putImageData(this.image, 0, 0)
  }
}
