import { pause, type Timers } from '../time.ts'
import { FRESH_PROCESS_EVERY_MS, KEYRING_TIMEOUT_IN_MS } from './defaults.ts'
import type { VaultOffer } from './key-vault.ts'
import type { SecretBoxPort } from './recorded-vault.ts'
import { KeyringTimeout, withTimeout } from './with-timeout.ts'

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
  /**
   * One question at a time: one that waits for a person goes on when nobody waits for it any more. It holds a thread,
   * of four for all files of the program, and a second one would open a second window.
   */
  let asked: { readonly signal: AbortSignal; readonly end: Promise<void> } | undefined

  async function ask<Value>(question: (keyring: KeyringPort, signal: AbortSignal) => Promise<Value>) {
    if (keyring === undefined) throw new Error('this system has no keyring')
    return withTimeout(timers, KEYRING_TIMEOUT_IN_MS, async (signal) => {
      for (let before = asked; before !== undefined; before = asked) {
        if (before.signal.aborted) throw new KeyringTimeout()
        await before.end
        signal.throwIfAborted()
      }
      const answer = question(keyring, signal)
      asked = { signal, end: endOf(answer, signal) }
      return answer
    })
  }

  async function endOf(answer: Promise<unknown>, signal: AbortSignal): Promise<void> {
    try {
      await answer
    } catch {
      // Who has just closed the keyring's window must not get it again at once.
      if (signal.aborted) await pause(timers, FRESH_PROCESS_EVERY_MS).ended
    }
    asked = undefined
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
