import type { KeyringPort } from '../core/keys/keyring-box.ts'

const SERVICE = 'tessera'
/**
 * Without the pin the library falls back to the kernel's keyutils, which forget everything at reboot, and does
 * not say so. With it the constructor throws where there is no Secret Service.
 */
const OPTIONS = { linux: { store: 'secret-service' } } as const

/** Undefined where the native module does not load on this system. */
export async function loadNapiKeyring(): Promise<KeyringPort | undefined> {
  const loaded = await import('@napi-rs/keyring').catch(() => undefined)
  if (loaded === undefined) return undefined
  const entry = (account: string) => new loaded.AsyncEntry(SERVICE, account, OPTIONS)
  return {
    get: async (account, signal) => (await entry(account).getPassword(signal)) ?? null,
    set: async (account, secret, signal) => entry(account).setPassword(secret, signal),
    delete: async (account, signal) => void (await entry(account).deleteCredential(signal)),
  }
}
