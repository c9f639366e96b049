import { parentPort, workerData } from 'node:worker_threads'
import { codeOf } from '#contract/thrown.ts'
import { type RemuxJob, remux, type RemuxResult } from './remux.ts'

export type FromRemux =
  /** All of the thread has been loaded. */
  | { readonly isReady: true }
  | { readonly segmentsDone: number }
  | { readonly result: RemuxResult }
  /** Of an error alone its code is lost on the way. */
  | { readonly failed: Error; readonly code: string }

/** The thread in which footage becomes files: its work takes no time from the pictures on the wall. */
async function main(): Promise<void> {
  const port = parentPort
  if (port === null) throw new Error('this is the main script of a worker')
  const post = (message: FromRemux) => port.postMessage(message)
  post({ isReady: true })
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `remuxInThread` alone starts this script
    const result = await remux(workerData as RemuxJob, (segmentsDone) => post({ segmentsDone }))
    post({ result })
  } catch (error) {
    post({ failed: error instanceof Error ? error : new Error(String(error)), code: codeOf(error) })
  }
}

void main()
