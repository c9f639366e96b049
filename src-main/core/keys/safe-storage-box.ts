import type { Timers } from '../time.ts'
import { SAFE_STORAGE_TIMEOUT_IN_MS } from './defaults.ts'
import { isHeaderSafe } from './is-header-safe.ts'
import type { VaultOffer } from './key-vault.ts'
import type { SecretBoxPort } from './recorded-vault.ts'
import { KeyringTimeout, withTimeout } from './with-timeout.ts'

/** What we use of Electron's `safeStorage`: the asynchronous half, which is all that Electron 46 keeps. */
export interface SafeStoragePort {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(plainText: string): Promise<Uint8Array>
  decryptStringAsync(
    encrypted: Buffer,
  ): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>
  /** Only where the store may come later than the process: finds out whether it has. */
  lookAgain?(): Promise<void>
}

/**
 * On Linux Chromium falls back to a key that is the same everywhere and calls that available; its ciphertext begins
 * with `v10`. On macOS and Windows that is the prefix of the real thing.
 */
export function isWeaklySealed(sealed: Uint8Array): boolean {
  return Buffer.from(sealed).subarray(0, 3).toString('latin1') === 'v10'
}

/** Electron has no code for a keyring that is locked for now: its sentence is all there is. */
function isAway(thrown: unknown): boolean {
  return thrown instanceof KeyringTimeout || /temporarily unavailable/.test(String(thrown))
}

export function safeStorageBox(
  safeStorage: SafeStoragePort,
  platform: NodeJS.Platform,
  timers: Timers,
): SecretBoxPort {
  const ask = <Value>(question: (storage: SafeStoragePort) => Promise<Value>): Promise<Value> =>
    withTimeout(timers, SAFE_STORAGE_TIMEOUT_IN_MS, () => question(safeStorage))
  const isWeak = (sealed: Uint8Array) => platform === 'linux' && isWeaklySealed(sealed)

  async function offer(isAnew = false): Promise<VaultOffer> {
    try {
      if (isAnew) await ask(async (storage) => storage.lookAgain?.())
      if (await ask((storage) => storage.isAsyncEncryptionAvailable())) {
        const probe = await ask((storage) => storage.encryptStringAsync('probe'))
        return isWeak(probe)
          ? { byDefault: undefined, choices: ['obfuscated', 'session'] }
          : { byDefault: 'os-keyring', choices: ['os-keyring', 'session'] }
      }
    } catch {
      // A store that does not answer offers nothing now.
    }
    return { byDefault: undefined, choices: ['session'] }
  }

  return {
    offer,

    async seal(_account, key, protection) {
      const sealed = await ask((storage) => storage.encryptStringAsync(key))
      // The keyring may have gone between the offer and now.
      if (protection === 'os-keyring' && isWeak(sealed)) throw new Error('no keyring any more')
      return Buffer.from(sealed).toString('base64')
    },

    async open(_account, data) {
      try {
        const sealed = Buffer.from(data, 'base64')
        const { result, shouldReEncrypt } = await ask((storage) => storage.decryptStringAsync(sealed))
        // Chromium's cipher on Linux has no checksum: one wrong secret in 256 opens something, which is no key.
        if (!isHeaderSafe(result)) throw new Error('what was opened is no key')
        return { key: result, sealAgain: shouldReEncrypt }
      } catch (thrown) {
        // A store that is away, or that protects nothing now, cannot tell. One that protects is there: it did not seal this.
        if (isAway(thrown) || (await offer()).byDefault === undefined) throw thrown
        return undefined
      }
    },

    async remove() {},
  }
}
