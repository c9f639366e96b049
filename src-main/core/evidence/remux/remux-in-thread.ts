import { Worker } from 'node:worker_threads'
import type { FromRemux } from './evidence-worker.ts'
import { type RemuxJob, type RemuxResult, UnreadableFootage } from './remux.ts'

export interface RemuxInThreadOptions {
  /** The built or the source `evidence-worker`. */
  readonly script: URL | string
  readonly signal: AbortSignal
  readonly onSegment: (done: number) => void
}

/** Undefined when it was aborted. Throws what the file system throws, and `UnreadableFootage`. */
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
      worker.on('message', (message: FromRemux) => {
        if ('segmentsDone' in message) onSegment(message.segmentsDone)
        else if ('result' in message) resolve(message.result)
        else reject(errorOf(message.failed))
      })
      worker.on('error', reject)
      worker.on('exit', (code) => {
        if (signal.aborted) resolve(undefined)
        else reject(new Error(`the thread that writes footage ended with ${code}`))
      })
    })
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

function errorOf(failed: Extract<FromRemux, { failed: unknown }>['failed']): Error {
  if (failed.isUnreadable) return new UnreadableFootage(failed.message)
  return Object.assign(new Error(failed.message), failed.code === undefined ? {} : { code: failed.code })
}
