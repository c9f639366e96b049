import type { CameraPlan, SceneName } from '../../catalogue.ts'
import { carPark } from './car-park.ts'
import { corridor } from './corridor.ts'
import { loadingDock } from './loading-dock.ts'
import type { Place } from './scene.ts'
import { warehouse } from './warehouse.ts'

const builders: Readonly<Record<SceneName, (camera: CameraPlan) => Place>> = {
  corridor,
  'car-park': carPark,
  'car-park-night': carPark,
  'loading-dock': loadingDock,
  warehouse,
}

export function buildScene(camera: CameraPlan): Place {
  return builders[camera.scene](camera)
}
