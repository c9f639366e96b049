import type { Timers } from '../time.ts'
import { KEYRING_TIMEOUT_IN_MS } from './defaults.ts'
import type { VaultOffer } from './key-vault.ts'
import type { SecretBoxPort } from './recorded-vault.ts'
import { withTimeout } from './with-timeout.ts'

/** The operating system's own keyring. Rejects when it is locked or does not answer. */
export interface KeyringPort {
  /** Null when there is none under this account. */
  get(account: string, signal: AbortSignal): Promise<string | null>
  set(account: string, secret: string, signal: AbortSignal): Promise<void>
  delete(account: string, signal: AbortSignal): Promise<void>
}

/** Of an entry that is never written: asking for it shows whether anybody answers. */
const PROBE_ACCOUNT = 'probe'

/**
 * For a wall without Electron: the system's keyring, else by the operator's choice a file that says it is weak.
 * `keyring` is undefined where its library does not load.
 */
export function keyringBox(keyring: KeyringPort | undefined, timers: Timers): SecretBoxPort {
  async function ask<Value>(question: (keyring: KeyringPort, signal: AbortSignal) => Promise<Value>) {
    if (keyring === undefined) throw new Error('this system has no keyring')
    return withTimeout(timers, KEYRING_TIMEOUT_IN_MS, (signal) => question(keyring, signal))
  }

  async function offer(): Promise<VaultOffer> {
    try {
      await ask((keyring, signal) => keyring.get(PROBE_ACCOUNT, signal))
      return { byDefault: 'os-keyring', choices: ['os-keyring', 'session'] }
    } catch {
      return { byDefault: undefined, choices: ['plain-file', 'session'] }
    }
  }

  return {
    offer,

    async seal(account, key, protection) {
      if (protection !== 'os-keyring') return key
      await ask((keyring, signal) => keyring.set(account, key, signal))
      return ''
    },

    async open(account, data, protection) {
      if (protection !== 'os-keyring') {
        return { key: data, sealAgain: (await offer()).byDefault === 'os-keyring' }
      }
      const key = await ask((keyring, signal) => keyring.get(account, signal))
      return key === null ? undefined : { key, sealAgain: false }
    },

    async remove(account, protection) {
      if (protection === 'os-keyring') await ask((keyring, signal) => keyring.delete(account, signal))
    },
  }
}
