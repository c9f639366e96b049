import type { CameraPlan } from '../../catalogue.ts'
import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { plain } from '../render/material.ts'
import { randomFrom } from '../render/noise.ts'
import { box } from '../render/solids.ts'
import { boards, ceilingPanels, plaster } from '../render/textures.ts'
import { door, plant } from '../things/building.ts'
import { counter, monitor, oak, paleTop, screenGlow, sofa } from '../things/furniture.ts'
import { anybody, staff } from '../things/outfit.ts'
import { people } from '../things/people.ts'
import { lampGrid, pictureTowardsUs, room, signTowardsUs } from '../things/room.ts'
import type { Place } from './scene.ts'

const shape = { x0: -5.5, x1: 5.5, z0: -3.5, z1: 8.5, heightM: 3 }

/** A desk, a wall with the name of the house, chairs for those who wait. */
export function reception(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 83 + 4)
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  const floor = plain(paint('#9c7f5c'), { texture: boards(0.18), gloss: 0.35, rough: 0.18, isGround: true })
  room(geometry, shape, {
    floor,
    wall: plain(paint('#d9d7d1'), { texture: plaster() }),
    ceiling: plain(paint('#e0e0dc'), { texture: ceilingPanels() }),
  })
  lampGrid(geometry, lamps, [-3.4, 0, 3.4], [-1.6, 1.4, 4.4, 7.2], shape.heightM, {
    widthM: 0.6,
    lengthM: 0.6,
    colour: [3.3, 3.1, 2.75],
    glow: 1.7,
  })
  box(
    geometry,
    [-3, 0, 8.2],
    [3, 3, 8.35],
    plain(paint('#35505c'), { texture: (x, _y, _z, out) => slatted(x, out) }),
  )
  signTowardsUs(
    geometry,
    ['N O R T H G A T E'],
    { ink: '#f1e7d4', ground: '#35505c', widthM: 3.4, heightM: 0.46, glow: 0.2 },
    [-1.7, 2.1, 8.17],
  )
  counter(geometry, [0, 0, 5.6], 3.6, oak, paleTop)
  monitor(geometry, [-0.9, 0.74, 6.1], 1, screenGlow)
  monitor(geometry, [0.9, 0.74, 6.1], 1, screenGlow)
  door(geometry, [4.4, 0, 8.5], 0.95, 2.1, true, oak, -1)
  door(geometry, [5.5, 0, 3], 0.95, 2.1, false, oak, -1)
  sofa(geometry, [-4.9, 0, 2.6], 2, 'left', plain(paint('#4f5d57')))
  sofa(geometry, [-4.9, 0, 5.4], 2, 'left', plain(paint('#4f5d57')))
  box(geometry, [-3.7, 0.34, 3.5], [-3, 0.38, 4.5], paleTop)
  box(geometry, [-3.5, 0, 3.9], [-3.2, 0.34, 4.1], oak)
  geometry.quad(
    [-4.6, 0.006, 1],
    [-4.6, 0.006, 6.8],
    [-2.2, 0.006, 6.8],
    [-2.2, 0.006, 1],
    plain(paint('#6e7a80'), { isGround: true }),
  )
  plant(geometry, [-4.9, 0, 7.6], 1.8, random)
  plant(geometry, [3.4, 0, 7.8], 1.5, random)
  pictureTowardsUs(geometry, [-4.9, 1.4, 8.47], 1.2, 0.8, 0.1, landscape)
  return {
    camera: { from: [3.2, 2.65, -1.5], at: [-0.9, 0.6, 4.6], fovDegrees: 71 },
    lighting: { lamps, ambient: [0.42, 0.4, 0.37], exposure: 0.95, vignette: 0.4 },
    standing: geometry,
    moving: people([
      {
        outfit: staff(random, '#34495a'),
        startSecond: 0,
        start: [-0.9, 6.75],
        steps: [{ staySeconds: 60, facing: Math.PI, doing: 'sit' }],
      },
      {
        outfit: staff(random, '#34495a'),
        startSecond: 0,
        start: [0.9, 6.5],
        steps: [{ staySeconds: 26, facing: Math.PI, doing: 'work' }, { to: [2.6, 6.9] }, { to: [4.4, 8.2] }],
      },
      {
        outfit: staff(random, '#34495a'),
        startSecond: 40,
        start: [4.4, 8.2],
        steps: [
          { to: [2.6, 6.9] },
          { to: [0.9, 6.5] },
          { staySeconds: 15.6, facing: Math.PI, doing: 'work' },
        ],
      },
      {
        outfit: anybody(random),
        startSecond: 2,
        start: [1.6, -3.2],
        steps: [
          { to: [0.8, 2] },
          { to: [0.7, 4.8] },
          { staySeconds: 14, facing: 0, doing: 'work' },
          { to: [-2.6, 4.6] },
          { to: [-4.6, 5.4], speed: 0.8 },
          { staySeconds: 22, facing: 1.57, doing: 'sit' },
          { to: [-2.2, 3.4] },
          { to: [-0.5, -3.2] },
        ],
      },
      {
        outfit: anybody(random),
        startSecond: 0,
        start: [-4.6, 2.2],
        steps: [{ staySeconds: 60, facing: 1.57, doing: 'sit' }],
      },
      {
        outfit: anybody(random),
        startSecond: 18,
        start: [5.3, 3],
        steps: [{ to: [2.4, 3] }, { to: [-0.6, -3.2] }],
      },
      {
        outfit: anybody(random),
        startSecond: 33,
        start: [-0.4, -3.2],
        steps: [
          { to: [-0.5, 3] },
          { to: [-0.8, 4.8] },
          { staySeconds: 9, facing: 0.1, doing: 'phone' },
          { to: [2.6, 4.2] },
          { to: [5.3, 3.1] },
        ],
      },
    ]),
    mirrorShare: 0.1,
  }
}

function slatted(x: number, out: [number, number, number]): void {
  if ((((x / 0.12) % 1) + 1) % 1 < 0.18) {
    out[0] *= 0.55
    out[1] *= 0.55
    out[2] *= 0.55
  }
}

/** A calm picture for the wall. */
function landscape(context: OffscreenCanvasRenderingContext2D, width: number, height: number): void {
  const sky = context.createLinearGradient(0, 0, 0, height)
  sky.addColorStop(0, '#7f9db0')
  sky.addColorStop(0.6, '#e7d9bd')
  context.fillStyle = sky
  context.fillRect(0, 0, width, height)
  for (const [index, shade] of ['#8b9a97', '#66807b', '#4a6560'].entries()) {
    context.fillStyle = shade
    context.beginPath()
    context.moveTo(0, height)
    for (let x = 0; x <= width; x += 4) {
      context.lineTo(
        x,
        height * (0.55 + index * 0.12) + Math.sin(x / (26 - index * 5) + index * 2) * height * 0.07,
      )
    }
    context.lineTo(width, height)
    context.fill()
  }
  context.strokeStyle = '#2d2a26'
  context.lineWidth = 8
  context.strokeRect(0, 0, width, height)
}
