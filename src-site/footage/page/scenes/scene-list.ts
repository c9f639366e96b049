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

export function buildScene(camera: CameraPlan): Place {
  return builders[camera.scene](camera)
}
