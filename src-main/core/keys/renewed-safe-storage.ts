import type { Clock } from '../time.ts'
import { FRESH_PROCESS_EVERY_MS } from './defaults.ts'
import { isWeaklySealed, type SafeStoragePort } from './safe-storage-box.ts'

export interface RenewedSafeStorageOptions {
  readonly own: SafeStoragePort
  /** Asks from a process that has just been started, each time. */
  readonly fresh: SafeStoragePort
  readonly clock: Clock
}

/**
 * Chromium asks the key store of a Linux once in the life of a process (`OSCryptAsync` keeps what it was told): a store
 * that was locked then stays locked for this process, even after somebody unlocks it. What a fresh process can open again, or seal well,
 * shows that the store is back, and from then on the store is asked that way.
 */
export class RenewedSafeStorage implements SafeStoragePort {
  readonly #options: RenewedSafeStorageOptions
  #current: SafeStoragePort
  #askedAtMs = Number.NEGATIVE_INFINITY
  #isAsking = false

  constructor(options: RenewedSafeStorageOptions) {
    this.#options = options
    this.#current = options.own
  }

  isAsyncEncryptionAvailable(): Promise<boolean> {
    return this.#current.isAsyncEncryptionAvailable()
  }

  encryptStringAsync(plainText: string): Promise<Uint8Array> {
    return this.#current.encryptStringAsync(plainText)
  }

  async decryptStringAsync(encrypted: Buffer) {
    try {
      return await this.#current.decryptStringAsync(encrypted)
    } catch (thrown) {
      const opened = await this.#askFresh((fresh) => fresh.decryptStringAsync(encrypted))
      if (opened === undefined) throw thrown
      return opened
    }
  }

  /** Before there is a key nothing is opened: what is sealed shows whether the store is back. */
  async lookAgain(): Promise<void> {
    if ((await probe(this.#current)) === 'weak') {
      await this.#askFresh(async (fresh) => ((await probe(fresh)) === 'strong' ? 'strong' : undefined))
    }
  }

  /** Undefined when a fresh process cannot answer, or another one was asked a moment ago. */
  async #askFresh<Answer>(
    question: (fresh: SafeStoragePort) => Promise<Answer | undefined>,
  ): Promise<Answer | undefined> {
    const { clock, fresh } = this.#options
    // A process that still waits may have the keyring's window open: another process would open a second one.
    if (this.#isAsking || clock.monotonicMs() - this.#askedAtMs < FRESH_PROCESS_EVERY_MS) return undefined
    this.#isAsking = true
    const answer = await question(fresh).catch(() => undefined)
    this.#isAsking = false
    // Counted from the answer: an operator who has just closed the keyring's window must not get it again at once.
    this.#askedAtMs = clock.monotonicMs()
    if (answer !== undefined) this.#current = fresh
    return answer
  }
}

async function probe(storage: SafeStoragePort): Promise<'weak' | 'strong'> {
  const sealed = await storage.encryptStringAsync('probe').catch(() => undefined)
  return sealed === undefined || isWeaklySealed(sealed) ? 'weak' : 'strong'
}
