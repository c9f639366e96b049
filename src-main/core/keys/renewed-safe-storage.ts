import type { Clock } from '../time.ts'
import { FRESH_PROCESS_EVERY_MS } from './defaults.ts'
import type { SafeStoragePort } from './safe-storage-vault.ts'

export interface RenewedSafeStoragePorts {
  readonly own: SafeStoragePort
  /** Asks from a process that has just been started, each time. */
  readonly fresh: SafeStoragePort
  readonly clock: Clock
}

/**
 * Chromium asks the key store of a Linux once in the life of a process (`OSCryptAsync` keeps what it was told): one
 * that was locked then stays locked for it, whoever unlocks it. What a fresh process can open again shows that the
 * store is back, and from then on the store is asked that way.
 */
export class RenewedSafeStorage implements SafeStoragePort {
  private readonly ports: RenewedSafeStoragePorts
  private current: SafeStoragePort
  private askedAtMs = Number.NEGATIVE_INFINITY
  private isAsking = false

  constructor(ports: RenewedSafeStoragePorts) {
    this.ports = ports
    this.current = ports.own
  }

  isAsyncEncryptionAvailable(): Promise<boolean> {
    return this.current.isAsyncEncryptionAvailable()
  }

  encryptStringAsync(plainText: string): Promise<Uint8Array> {
    return this.current.encryptStringAsync(plainText)
  }

  async decryptStringAsync(encrypted: Buffer) {
    try {
      return await this.current.decryptStringAsync(encrypted)
    } catch (thrown) {
      const nowMs = this.ports.clock.monotonicMs()
      // One that is still asked may have the keyring's own window open: a second one would be a second window.
      if (this.isAsking || nowMs - this.askedAtMs < FRESH_PROCESS_EVERY_MS) throw thrown
      this.askedAtMs = nowMs
      this.isAsking = true
      const opened = await this.ports.fresh.decryptStringAsync(encrypted).catch(() => undefined)
      this.isAsking = false
      if (opened === undefined) throw thrown
      this.current = this.ports.fresh
      return opened
    }
  }
}
