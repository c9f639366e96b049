import { Worker } from 'node:worker_threads'
import type { DemoFilled, DemoThreadOptions } from './demo-thread.ts'

export interface DemoEventsOptions extends DemoThreadOptions {
  readonly onFilled: (filled: DemoFilled) => void
  /** They have ended; everything else goes on. */
  readonly onFailed: (error: unknown) => void
}

/** Starts the demonstration's machines in a thread of their own. Returns the function that stops them. */
export function startDemoEvents({
  onFilled,
  onFailed,
  ...options
}: DemoEventsOptions): () => Promise<unknown> {
  const thread = new Worker(new URL('./demo-thread.ts', import.meta.url), { workerData: options })
  thread.on('message', onFilled)
  thread.on('error', onFailed)
  // The site ends when it is told to, not when nothing happens any more.
  thread.unref()
  return () => thread.terminate()
}
