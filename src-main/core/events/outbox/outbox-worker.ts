import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { WallError } from '#contract/errors.ts'
import { ok, type Result } from '#contract/result.ts'
import { openStore, type StoreOptions } from './open-store.ts'
import { callStore, type StoreMethod } from './store-port.ts'

/** To the worker, which ends after `close`. */
export interface StoreQuestion {
  readonly id: number
  readonly method: StoreMethod
  readonly args: readonly unknown[]
}
/** `id` 0, unasked: whether the database was opened, with the notice. */
export interface StoreAnswer {
  readonly id: number
  readonly result: Result<unknown, WallError>
}

/**
 * The thread in which the outbox's database lives: a disk that takes its time to make an event durable holds up no
 * picture. A thread and no process: both shells have them, and the file survives the end of either.
 */
function main(): void {
  const port = parentPort
  if (port === null) throw new Error('this is the main script of a worker')
  const post = (answer: StoreAnswer) => port.postMessage(answer)
  const opened = openStore({ ...(workerData as StoreOptions), nativeBinding: builtBinding() })
  if (!opened.ok) return post({ id: 0, result: opened })
  const { store, notice } = opened.value
  port.on('message', ({ id, method, args }: StoreQuestion) => {
    post({ id, result: callStore(store, method, args) })
    if (method === 'close') port.close()
  })
  post({ id: 0, result: ok(notice) })
}

/** Built, the native module lies beside this script; it cannot be loaded from an archive, so there beside that. */
function builtBinding(): string | undefined {
  const folder = import.meta.dirname.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
  const binding = join(folder, 'sqlite', `${process.platform}-${process.arch}.node`)
  return existsSync(binding) ? binding : undefined
}

main()
