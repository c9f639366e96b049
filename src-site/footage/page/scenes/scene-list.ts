import type { CameraPlan, SceneName } from '../../catalogue.ts'
import { canteen } from './canteen.ts'
import { carPark } from './car-park.ts'
import { coldStore } from './cold-store.ts'
import { corridor } from './corridor.ts'
import { gate } from './gate.ts'
import { liftLobby } from './lift-lobby.ts'
import { loadingDock } from './loading-dock.ts'
import { mainEntrance } from './main-entrance.ts'
import { reception } from './reception.ts'
import { salesFloor } from './sales-floor.ts'
import { serverRoom } from './server-room.ts'
import { stairwell } from './stairwell.ts'
import { till } from './till.ts'
import { turnstiles } from './turnstiles.ts'
import { warehouse } from './warehouse.ts'
import type { Place } from './scene.ts'

const builders: Readonly<Record<SceneName, (camera: CameraPlan) => Place>> = {
  'main-entrance': mainEntrance,
  turnstiles: turnstiles,
  reception: reception,
  'lift-lobby': liftLobby,
  till: till,
  'sales-floor': salesFloor,
  corridor: corridor,
  stairwell: stairwell,
  canteen: canteen,
  'server-room': serverRoom,
  'car-park': carPark,
  'car-park-night': carPark,
  gate: gate,
  'loading-dock': loadingDock,
  warehouse: warehouse,
  'cold-store': coldStore,
}

/** Every kind of place is seen once from its best side before any is seen again, from the other side. */
const firstOfAKind = Object.keys(builders).length

export function buildScene(camera: CameraPlan): Place {
  const place = builders[camera.scene](camera)
  if (camera.number <= firstOfAKind) {
    return place
  }
  const { from, at } = place.camera
  return {
    ...place,
    camera: { ...place.camera, from: [-from[0], from[1], from[2]], at: [-at[0], at[1], at[2]] },
  }
}
