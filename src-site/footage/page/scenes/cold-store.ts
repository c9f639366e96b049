import type { CameraPlan } from '../../catalogue.ts'
import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { plain } from '../render/material.ts'
import { chain, lean, move, swing, turn } from '../render/matrix.ts'
import { randomFrom } from '../render/noise.ts'
import { block, box, lathe } from '../render/solids.ts'
import { grit, layered, marking, ribs } from '../render/textures.ts'
import { darkMetal, steel } from '../things/building.ts'
import { loadedPallet, rack } from '../things/goods.ts'
import { type Outfit, worker } from '../things/outfit.ts'
import { people } from '../things/people.ts'
import { lampGrid, room, signTowardsUs } from '../things/room.ts'
import { part, together } from '../things/vehicles.ts'
import type { Place } from './scene.ts'

const shape = { x0: -5.5, x1: 5.5, z0: -4, z1: 15, heightM: 4.4 }

/** A cold room: white panels, racks, evaporators with turning fans, a strip curtain, warmly dressed staff. */
export function coldStore(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 73 + 8)
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  const floor = plain(paint('#8f979b'), {
    texture: layered(
      grit(0.2, 0.15, 2),
      marking((x, z) => Math.abs(Math.abs(x) - 1.9) < 0.05 && z > 1, [0.55, 0.42, 0.08]),
    ),
    gloss: 0.35,
    rough: 0.2,
    isGround: true,
  })
  const panel = plain(paint('#dfe5e8'), { texture: ribs(1.15, 0.06), gloss: 0.08, rough: 0.5 })
  room(geometry, shape, {
    floor,
    wall: panel,
    ceiling: plain(paint('#d5dce0'), { texture: ribs(1.15, 0.06) }),
  })
  lampGrid(geometry, lamps, [-1.4, 1.4], [0, 4, 8, 12], shape.heightM, {
    widthM: 0.18,
    lengthM: 1.5,
    colour: [5.6, 6.2, 6.6],
    glow: 2.4,
  })
  const racks = { bays: 4, bayM: 2.6, levels: [0, 1.6], depthM: 1.1, filled: 0.85 }
  rack(geometry, -2.2, -1, 1.6, racks, random)
  rack(geometry, 2.2, 1, 1.6, racks, random)
  loadedPallet(geometry, [0.9, 0, 11.6], 1.3, random)
  for (const x of [-2.3, 2.3]) {
    evaporator(geometry, x)
  }
  curtain(geometry)
  signTowardsUs(
    geometry,
    ['−22 °C'],
    { ink: '#f2f7f9', ground: '#1f5a86', widthM: 1.1, heightM: 0.42, glow: 0.25 },
    [-0.55, 3.05, 14.96],
  )
  const warm = (): Outfit => ({
    ...worker(random, '#e8622c'),
    hairStyle: 'hood',
    cut: 'jacket',
    build: 1.18,
    top: paint('#274a6b'),
    sleeves: paint('#274a6b'),
    legs: paint('#2b4257'),
  })
  const fan = fanWheel()
  return {
    camera: { from: [1.6, 3.5, -2.4], at: [-0.25, 1.05, 6.5], fovDegrees: 74 },
    lighting: {
      lamps,
      ambient: [0.36, 0.39, 0.41],
      exposure: 0.95,
      haze: { colour: [0.5, 0.56, 0.6], perMetre: 0.004 },
      vignette: 0.45,
    },
    standing: geometry,
    moving: together(
      people([
        {
          outfit: warm(),
          startSecond: 2,
          start: [0.2, 14.7],
          steps: [
            { to: [0.3, 12.6] },
            { to: [-1.2, 9] },
            { staySeconds: 7, facing: -1.5, doing: 'work' },
            { to: [-1.3, 5.2] },
            { staySeconds: 6, facing: -1.5, doing: 'work' },
            { to: [-0.3, 9] },
            { to: [0.2, 14.7] },
          ],
        },
        {
          outfit: warm(),
          startSecond: 14,
          start: [-0.2, 14.7],
          steps: [
            { to: [0.4, 10], doing: 'carry' },
            { to: [1.3, 6.2], doing: 'carry' },
            { staySeconds: 6, facing: 1.5, doing: 'work' },
            { to: [0.6, 2.4] },
            { staySeconds: 5, facing: 0.4, doing: 'phone' },
            { to: [-0.4, -3.6] },
          ],
        },
        {
          outfit: warm(),
          startSecond: 41,
          start: [-0.6, -3.6],
          steps: [{ to: [-0.4, 4] }, { to: [0.1, 14.7] }],
        },
      ]),
      ...[-2.3, 2.3].flatMap((x) =>
        [-0.55, 0.55].map((dx) =>
          part(fan, (second) =>
            chain(move(x + dx, 3.72, 13.72), swing(-Math.PI / 2), turn(second * 2 * Math.PI * 1.7)),
          ),
        ),
      ),
    ),
    mirrorShare: 0.09,
  }
}

function evaporator(geometry: Geometry, x: number): void {
  box(geometry, [x - 1.15, 3.35, 13.75], [x + 1.15, 4.1, 14.6], plain(paint('#e7ecee'), { gloss: 0.2 }))
  for (const dx of [-0.55, 0.55]) {
    const ring = lathe(
      new Geometry(),
      [
        { y: 0, rx: 0.34, rz: 0.34 },
        { y: 0.03, rx: 0.34, rz: 0.34 },
      ],
      18,
      plain(paint('#30363b')),
    )
    geometry.place(ring, chain(move(x + dx, 3.72, 13.76), swing(-Math.PI / 2)))
  }
  box(geometry, [x - 1, 3.2, 13.9], [x + 1, 3.35, 14.5], steel)
  box(geometry, [x - 0.03, 4.1, 14.2], [x + 0.03, 4.4, 14.26], darkMetal)
}

function fanWheel(): Geometry {
  const wheel = new Geometry()
  for (let blade = 0; blade < 4; blade += 1) {
    const angle = (blade / 4) * 2 * Math.PI
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const metal = plain(paint('#9aa3a8'))
    wheel.quad(
      [0, 0.01, 0],
      [c * 0.3 - s * 0.1, 0.02, s * 0.3 + c * 0.1],
      [c * 0.32, 0.03, s * 0.32],
      [c * 0.3 + s * 0.02, 0.01, s * 0.3 - c * 0.02],
      metal,
    )
  }
  return lathe(
    wheel,
    [
      { y: 0, rx: 0.06, rz: 0.06 },
      { y: 0.05, rx: 0.06, rz: 0.06 },
    ],
    10,
    darkMetal,
  )
}

/** Clear strips in the doorway behind. */
function curtain(geometry: Geometry): void {
  box(geometry, [-1.3, 0, 14.85], [1.3, 2.75, 15], plain(paint('#49545b')))
  for (let strip = 0; strip < 9; strip += 1) {
    const x = -1.1 + strip * 0.25
    geometry.place(
      block(
        new Geometry(),
        [0, 0, 0],
        [0.22, 2.5, 0.01],
        plain(paint(strip % 2 === 0 ? '#b9d0da' : '#a9c3cf'), { gloss: 0.6, rough: 0.1 }),
      ),
      chain(move(x + 0.1, 0.03, 14.8 + (strip % 2) * 0.02), lean(0)),
    )
  }
}
