import type { VaultOffer } from './key-vault.ts'
import {
  type KeptProtection,
  RecordedVault,
  type RecordedVaultPorts,
  type SecretBoxPort,
} from './recorded-vault.ts'

/** What we use of Electron's `safeStorage`: the asynchronous half, which is all that Electron 46 keeps. */
export interface SafeStoragePort {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(plainText: string): Promise<Uint8Array>
  decryptStringAsync(
    encrypted: Buffer,
  ): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>
}

export interface SafeStorageVaultPorts extends Omit<RecordedVaultPorts, 'box'> {
  readonly safeStorage: SafeStoragePort
  readonly platform: NodeJS.Platform
}

export function createSafeStorageVault({
  safeStorage,
  platform,
  ...ports
}: SafeStorageVaultPorts): RecordedVault {
  return new RecordedVault({ ...ports, box: new SafeStorageBox(safeStorage, platform) })
}

class SafeStorageBox implements SecretBoxPort {
  private readonly safeStorage: SafeStoragePort
  private readonly platform: NodeJS.Platform

  constructor(safeStorage: SafeStoragePort, platform: NodeJS.Platform) {
    this.safeStorage = safeStorage
    this.platform = platform
  }

  async offer(): Promise<VaultOffer> {
    try {
      if (await this.safeStorage.isAsyncEncryptionAvailable()) {
        const probe = await this.safeStorage.encryptStringAsync('probe')
        return this.isWeak(probe)
          ? { byDefault: undefined, choices: ['obfuscated', 'session'] }
          : { byDefault: 'os-keyring', choices: ['os-keyring', 'session'] }
      }
    } catch {
      // A store that does not answer offers nothing now.
    }
    return { byDefault: undefined, choices: ['session'] }
  }

  async seal(_account: string, key: string, protection: KeptProtection): Promise<string> {
    const sealed = await this.safeStorage.encryptStringAsync(key)
    // The keyring may have gone between the offer and now.
    if (protection === 'os-keyring' && this.isWeak(sealed)) throw new Error('no keyring any more')
    return Buffer.from(sealed).toString('base64')
  }

  async open(_account: string, data: string) {
    const { result, shouldReEncrypt } = await this.safeStorage.decryptStringAsync(Buffer.from(data, 'base64'))
    return { key: result, sealAgain: shouldReEncrypt }
  }

  async remove(): Promise<void> {}

  /**
   * On Linux Chromium falls back to a key that is the same everywhere and calls that available; its ciphertext
   * begins with `v10`. On macOS and Windows that is the prefix of the real thing.
   */
  private isWeak(sealed: Uint8Array): boolean {
    return this.platform === 'linux' && Buffer.from(sealed).subarray(0, 3).toString('latin1') === 'v10'
  }
}
