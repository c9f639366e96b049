import type { CameraPlan, SceneName } from '../../catalogue.ts'
import { carPark } from './car-park.ts'
import { corridor } from './corridor.ts'
import { loadingDock } from './loading-dock.ts'
import { mainEntrance } from './main-entrance.ts'
import { till } from './till.ts'
import { turnstiles } from './turnstiles.ts'
import { warehouse } from './warehouse.ts'
import type { Place } from './scene.ts'

const builders: Readonly<Record<SceneName, (camera: CameraPlan) => Place>> = {
  'main-entrance': mainEntrance,
  turnstiles: turnstiles,
  till: till,
  corridor: corridor,
  'car-park': carPark,
  'car-park-night': carPark,
  'loading-dock': loadingDock,
  warehouse: warehouse,
}

export function buildScene(camera: CameraPlan): Place {
  return builders[camera.scene](camera)
}
