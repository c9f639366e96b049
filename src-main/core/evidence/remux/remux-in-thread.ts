import { Worker } from 'node:worker_threads'
import type { FromRemux } from './evidence-worker.ts'
import type { RemuxJob, RemuxResult } from './remux.ts'

export interface RemuxInThreadOptions {
  /** The built or the source `evidence-worker`. */
  readonly script: URL | string
  readonly signal: AbortSignal
  readonly onSegment: (done: number) => void
}

/** The thread that writes files does not start: nothing is known of the footage. */
export class RemuxUnavailable extends Error {}

/** Undefined when it was aborted. Throws what `remux` throws, and `RemuxUnavailable`. */
export async function remuxInThread(
  job: RemuxJob,
  { script, signal, onSegment }: RemuxInThreadOptions,
): Promise<RemuxResult | undefined> {
  if (signal.aborted) return undefined
  const worker = new Worker(script, { workerData: job })
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise<RemuxResult | undefined>((resolve, reject) => {
      let isReady = false
      const fail = (error: Error) =>
        reject(isReady ? error : new RemuxUnavailable(error.message, { cause: error }))
      worker.on('message', (message: FromRemux) => {
        if ('isReady' in message) isReady = true
        else if ('segmentsDone' in message) onSegment(message.segmentsDone)
        else if ('result' in message) resolve(message.result)
        else reject(Object.assign(message.failed, { code: message.code }))
      })
      worker.on('error', fail)
      worker.on('exit', (code) => {
        if (signal.aborted) resolve(undefined)
        else fail(new Error(`the thread that writes footage ended with ${code}`))
      })
    })
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
