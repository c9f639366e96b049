import type { Timers } from '../time.ts'
import { KEYRING_TIMEOUT_IN_MS } from './defaults.ts'
import type { VaultOffer } from './key-vault.ts'
import {
  type KeptProtection,
  RecordedVault,
  type RecordedVaultPorts,
  type SecretBoxPort,
} from './recorded-vault.ts'
import { withTimeout } from './with-timeout.ts'

/** The operating system's own keyring. Rejects when it is locked or does not answer. */
export interface KeyringPort {
  /** Null when there is none under this account. */
  get(account: string, signal: AbortSignal): Promise<string | null>
  set(account: string, secret: string, signal: AbortSignal): Promise<void>
  delete(account: string, signal: AbortSignal): Promise<void>
}

export interface KeyringVaultPorts extends Omit<RecordedVaultPorts, 'box'> {
  /** Undefined where the keyring's library does not load. */
  readonly keyring: KeyringPort | undefined
  readonly timers: Timers
}

/** For a wall without Electron: the system's keyring, else by the operator's choice a file that says it is weak. */
export function createKeyringVault({ keyring, timers, ...ports }: KeyringVaultPorts): RecordedVault {
  return new RecordedVault({ ...ports, box: new KeyringBox(keyring, timers) })
}

/** Of an entry that is never written: asking for it shows whether anybody answers. */
const PROBE_ACCOUNT = 'probe'

class KeyringBox implements SecretBoxPort {
  private readonly keyring: KeyringPort | undefined
  private readonly timers: Timers

  constructor(keyring: KeyringPort | undefined, timers: Timers) {
    this.keyring = keyring
    this.timers = timers
  }

  async offer(): Promise<VaultOffer> {
    try {
      await this.ask((keyring, signal) => keyring.get(PROBE_ACCOUNT, signal))
      return { byDefault: 'os-keyring', choices: ['os-keyring', 'session'] }
    } catch {
      return { byDefault: undefined, choices: ['plain-file', 'session'] }
    }
  }

  async seal(account: string, key: string, protection: KeptProtection): Promise<string> {
    if (protection !== 'os-keyring') return key
    await this.ask((keyring, signal) => keyring.set(account, key, signal))
    return ''
  }

  async open(account: string, data: string, protection: KeptProtection) {
    if (protection !== 'os-keyring') {
      return { key: data, sealAgain: (await this.offer()).byDefault === 'os-keyring' }
    }
    const key = await this.ask((keyring, signal) => keyring.get(account, signal))
    return key === null ? undefined : { key, sealAgain: false }
  }

  async remove(account: string, protection: KeptProtection): Promise<void> {
    if (protection === 'os-keyring') await this.ask((keyring, signal) => keyring.delete(account, signal))
  }

  private async ask<Value>(
    question: (keyring: KeyringPort, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const { keyring } = this
    if (keyring === undefined) throw new Error('this system has no keyring')
    return withTimeout(this.timers, KEYRING_TIMEOUT_IN_MS, (signal) => question(keyring, signal))
  }
}
