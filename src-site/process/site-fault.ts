import { exitCodes } from '../defaults.ts'
import type { StoreFault } from '../store/store-fault.ts'

/** Why the site cannot run here: the environment's fault, told in a sentence. */
export interface SiteFault {
  readonly sentence: string
  readonly exitCode: number
}

const storeExits: Readonly<Record<StoreFault['code'], number>> = {
  in_use: exitCodes.alreadyRunning,
  not_writable: exitCodes.dataFolder,
  disk_full: exitCodes.diskFull,
  newer: exitCodes.dataFolder,
  failed: exitCodes.dataFolder,
}

export function storeFaultExit({ code, sentence }: StoreFault): SiteFault {
  return { sentence, exitCode: storeExits[code] }
}
