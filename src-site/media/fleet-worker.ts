import { parentPort, workerData } from 'node:worker_threads'
import { pino } from 'pino'
import { never, ok } from '#contract/result.ts'
import { CameraFleet, type FleetStats } from './camera-fleet.ts'
import type { FleetCall, FleetMessage, FleetRequest, FleetThreadData } from './fleet-messages.ts'
import { systemMediaClock } from './media-clock.ts'

/** The publishing thread: a fleet that is told what to do by messages. Started by `FleetThread`. */
async function main(data: FleetThreadData): Promise<void> {
  const log = pino(
    { level: data.logLevel, base: null, timestamp: false },
    { write: (line: string) => post({ type: 'log', line }) },
  )
  const { mediaServer, cameras, tapped } = data
  const created = await CameraFleet.create({
    mediaServer,
    cameras,
    log,
    clock: systemMediaClock,
    random: Math.random,
    tapped,
    onPicture: (picture) => post({ type: 'picture', picture }, [picture.annexB.buffer]),
  })
  if (!created.ok) {
    post({ type: 'created', result: created })
    return
  }
  const fleet = created.value
  parentPort?.on('message', ({ id, call }: FleetRequest) => {
    void carryOut(fleet, call).then((stats) => post({ type: 'answer', id, ...(stats && { stats }) }))
  })
  post({ type: 'created', result: ok(undefined) })
}

async function carryOut(fleet: CameraFleet, call: FleetCall): Promise<FleetStats | undefined> {
  switch (call.call) {
    case 'freeze':
      fleet.freeze(call.cameraId)
      return undefined
    case 'resume':
      fleet.resume(call.cameraId)
      return undefined
    case 'stop':
      await fleet.stop(call.cameraId)
      return undefined
    case 'setTapped':
      fleet.setTapped(call.cameraId, call.isTapped)
      return undefined
    case 'setHabits':
      fleet.setHabits(call.cameraId, call.habits)
      return undefined
    case 'stats':
      return fleet.stats()
    case 'allPublished':
      await fleet.allPublished()
      return undefined
    case 'dispose':
      await fleet.dispose()
      return undefined
    default:
      return never(call)
  }
}

function post(message: FleetMessage, transferred: readonly ArrayBuffer[] = []): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message, transferred)
}

// Untyped by its nature; only FleetThread starts this thread.
const data: FleetThreadData = workerData
await main(data)
