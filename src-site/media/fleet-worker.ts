import { parentPort, workerData } from 'node:worker_threads'
import { pino } from 'pino'
import { ok } from '#contract/result.ts'
import { CameraFleet, type Fleet, type FleetStats } from './camera-fleet.ts'
import type { FleetMessage, FleetRequest, FleetThreadData } from './fleet-messages.ts'
import { systemClock } from '../clock.ts'

/** The publishing thread: a fleet that is told what to do by messages. Started by `FleetThread`. */
async function main({ logLevel, ...given }: FleetThreadData): Promise<void> {
  const log = pino(
    { level: logLevel, base: null, timestamp: false },
    { write: (line: string) => post({ type: 'log', line }) },
  )
  const created = await CameraFleet.create({
    ...given,
    log,
    clock: systemClock,
    random: Math.random,
    onPicture: (picture) => post({ type: 'picture', picture }, [picture.annexB.buffer]),
    onSound: (sound) => post({ type: 'sound', sound }),
  })
  if (!created.ok) return post({ type: 'created', result: created })
  const fleet = created.value
  parentPort?.on('message', (request: FleetRequest) => {
    const { id } = request
    void carryOut(fleet, request).then((stats) => post({ type: 'answer', id, ...(stats && { stats }) }))
  })
  post({ type: 'created', result: ok(undefined) })
}

async function carryOut(fleet: Fleet, { method, given }: FleetRequest): Promise<FleetStats | undefined> {
  const stats: FleetStats | undefined = await Reflect.apply(fleet[method], fleet, given)
  return stats
}

function post(message: FleetMessage, transferred: readonly ArrayBuffer[] = []): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message, transferred)
}

// Untyped by its nature; only FleetThread starts this thread.
const data: FleetThreadData = workerData
await main(data)
