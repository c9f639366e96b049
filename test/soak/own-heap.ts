import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface HeapAnswer {
  readonly type: 'soak-heap'
  readonly usedMb: number
}

/** Imported by a process before its program: it tells its parent, when asked, its heap as its own garbage leaves it. */
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
function answer(message: { readonly type: string }): void {
  if (message.type !== 'soak-heap') return
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ type: 'soak-heap', usedMb: (heapUsed + external) / 2 ** 20 } satisfies HeapAnswer)
}

/** Beside the program and not before it: Node gives what has come so far to the first listeners alone. */
function answerToo(event: string | symbol): void {
  if (event !== 'message') return
  process.off('newListener', answerToo)
  process.on('message', answer)
}
process.on('newListener', answerToo)
