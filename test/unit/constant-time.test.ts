import { createRequire, syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { PasswordHasher } from '#site/accounts/password-hasher.ts'
import { readWebToken, signWebToken } from '#site/accounts/web-token.ts'
import { createLocalLive } from '#site/playback/create-playback.ts'
import { HostSecret } from '#main/host/host-secret.ts'
import { proofOf } from '#test/conformance/shell/host-stage.ts'
import { FakeClock } from './site/fake-clock.ts'

const crypto: typeof import('node:crypto') = createRequire(import.meta.url)('node:crypto')
let compared: MockInstance<typeof crypto.timingSafeEqual>
let derived: MockInstance

// Named imports of Node's modules follow their objects when they are told to.
beforeEach(() => {
  compared = vi.spyOn(crypto, 'timingSafeEqual')
  derived = vi.spyOn(crypto, 'scrypt')
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Wrong in its last character alone: what a comparison that ends early takes longest for. */
const nearly = (text: string) => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A')
const scrypt = { costLog2: 4, blockSize: 1, parallelism: 1 }

it('the proof of the host’s secret is compared in constant time, guesses of another length too', () => {
  const secret = new HostSecret()
  const nonce = 'a'.repeat(22)
  for (const guess of [nearly(proofOf('page', secret.text, nonce)), '', 'x'.repeat(1_000)]) {
    compared.mockClear()
    expect(secret.isProvenBy(nonce, guess)).toBe(false)
    expect(compared).toHaveBeenCalledOnce()
  }
})

it('a password is compared in constant time, and hashed also where nobody has the e-mail', async () => {
  const options = { scrypt, saltBytes: 16, hashBytes: 32, hashesAtATime: 2, maxWaitingHashes: 3 }
  const hasher = new PasswordHasher(options)
  const stored = await hasher.hash('correct horse')
  derived.mockClear()
  expect(await hasher.matches('correct horsf', stored)).toBe(false)
  expect(compared).toHaveBeenCalledOnce()
  expect(await hasher.matches('correct horsf', undefined)).toBe(false)
  const [known, unknown] = derived.mock.calls
  expect(unknown?.slice(2, 4)).toEqual(known?.slice(2, 4))
})

it('the signature of a web token is compared by WebCrypto, whose comparison takes constant time', async () => {
  const nowMs = Date.UTC(2026, 10, 20)
  const token = await signWebToken({ orgId: 'org', expiresAtMs: nowMs + 60_000 }, nowMs, 'a'.repeat(43))
  // The last character of base64url holds bits that nobody reads.
  const forged = nearly(token.slice(0, -1)) + token.slice(-1)
  const verified = vi.spyOn(globalThis.crypto.subtle, 'verify')
  expect(await readWebToken(forged, 'a'.repeat(43), nowMs)).toEqual({ ok: false, error: 'invalid_token' })
  expect(verified).toHaveBeenCalledOnce()
})

it('the signature of a live session’s address is compared in constant time', () => {
  const live = createLocalLive({ clock: new FakeClock(), layersOf: () => [], setTapped: () => undefined })
  const path = live.pathOf({ id: 'one', cameraId: 'cam-01' } as never)
  const signedId = path.split('/')[2] ?? ''
  expect(live.use(nearly(signedId.slice(0, -1)) + signedId.slice(-1), 'cam-01')).toMatchObject({
    ok: false,
    error: { code: 'unknown_session' },
  })
  expect(compared).toHaveBeenCalledOnce()
})
