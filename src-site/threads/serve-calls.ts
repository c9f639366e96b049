import { parentPort } from 'node:worker_threads'
import { codeOf, stackOf } from '#contract/thrown.ts'
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
    return { id, error: { message: stackOf(error), code: codeOf(error) } }
  }
}
