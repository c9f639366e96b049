import type { Timers } from '../time.ts'

/** The keyring did not answer in time. */
export class KeyringTimeout extends Error {
  override readonly message = 'the keyring did not answer'
}

/** Rejects after this time: a locked keyring waits for a person, who may never come. */
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
