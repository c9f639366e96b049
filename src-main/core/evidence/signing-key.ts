import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import type { WallError } from '#contract/errors.ts'
import { ok, type Result } from '#contract/result.ts'
import type { Protection } from '#contract/wall/connection.ts'
import type { KeyVault } from '../keys/key-vault.ts'
import type { Redactor } from '../log/redactor.ts'

/** Its name in the vault, beside the keys of platforms. */
const SLOT = 'evidence signing key'

export interface SigningKeyOptions {
  readonly vault: Pick<KeyVault, 'use' | 'store' | 'status'>
  readonly redactor: Pick<Redactor, 'add'>
  /** How the API key is kept: where the system protects nothing, what the operator has chosen for that. */
  readonly protection: () => Protection | undefined
  /** From now on another key signs than before, if there was one. */
  readonly onMade: (fingerprint: string) => void
}

export type Signer = ReturnType<typeof signerOf>

/** The Ed25519 key of this workstation: made when it is first needed, kept as the API key is, never given out. */
export async function openSigner({
  vault,
  redactor,
  protection,
  onMade,
}: SigningKeyOptions): Promise<Result<Signer, WallError>> {
  const kept = await vault.use(SLOT)
  // The store has been replaced: what was signed before stays valid, and a new key signs from now on.
  if (!kept.ok && kept.error.code !== 'vault_changed') return kept
  const text = kept.ok ? kept.value : undefined
  if (text !== undefined) {
    redactor.add(text)
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    return ok(signerOf(key))
  }
  const { privateKey } = generateKeyPairSync('ed25519')
  const made = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  redactor.add(made)
  const signer = signerOf(privateKey)
  const stored = await vault.store({ platform: SLOT }, made, { name: signer.fingerprint }, protection())
  if (!stored.ok) return stored
  onMade(signer.fingerprint)
  return ok(signer)
}

/** Undefined before there is a key. Needs no unlocking. */
export function keptFingerprint(vault: Pick<KeyVault, 'status'>): string | undefined {
  return vault.status(SLOT)?.name
}

function signerOf(privateKey: KeyObject) {
  const publicKey = createPublicKey(privateKey)
  const der = publicKey.export({ format: 'der', type: 'spki' })
  return {
    /** PEM, SubjectPublicKeyInfo. */
    publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    /** SHA-256 of the public key's DER, as people compare it. */
    fingerprint: createHash('sha256').update(der).digest('hex'),
    /** Ed25519 (RFC 8032) over the bytes themselves. */
    sign: (bytes: Uint8Array) => sign(null, bytes, privateKey),
    /** By it this workstation knows again what it has kept of an unfinished export. */
    secretOf: (exportId: string) =>
      createHmac('sha256', privateKey.export({ format: 'der', type: 'pkcs8' }))
        .update(`unfinished export ${exportId}`)
        .digest(),
  }
}
