import { parentPort } from 'node:worker_threads'
import { codeOf } from '../store/store-fault.ts'
import type { ThreadAnswer, ThreadCalls, ThreadRequest } from './call-thread.ts'

/** The thread's side of `CallThread`. */
export function serveCalls(calls: ThreadCalls): void {
  parentPort?.on('message', (request: ThreadRequest) => {
    const answer = carryOut(calls, request)
    const bytes =
      'value' in answer && answer.value instanceof Uint8Array ? [answer.value.buffer as ArrayBuffer] : []
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    parentPort?.postMessage(answer, bytes)
  })
}

function carryOut(calls: ThreadCalls, { id, name, argument }: ThreadRequest): ThreadAnswer {
  try {
    return { id, value: calls[name]?.(argument as never) }
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { id, error: { message, code: codeOf(error) } }
  }
}
