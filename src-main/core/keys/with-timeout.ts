import type { Timers } from '../time.ts'

/** The keyring did not answer in time. */
export class KeyringTimeout extends Error {
  override readonly message = 'the keyring did not answer'
}

/** The answer, or a rejection after this time: whoever has to unlock a keyring first may never come. */
export async function withTimeout<Value>(
  timers: Timers,
  limitInMs: number,
  question: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const abort = new AbortController()
  const tooLate = Promise.withResolvers<never>()
  const cancelTimer = timers.after(limitInMs, () => {
    abort.abort()
    tooLate.reject(new KeyringTimeout())
  })
  try {
    return await Promise.race([question(abort.signal), tooLate.promise])
  } finally {
    cancelTimer()
  }
}
