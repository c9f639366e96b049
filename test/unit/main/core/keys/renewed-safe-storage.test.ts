import { beforeEach, expect, test } from 'vitest'
import { RenewedSafeStorage } from '#main/core/keys/renewed-safe-storage.ts'
import type { SafeStoragePort } from '#main/core/keys/safe-storage-box.ts'
import { FakeTime, settle } from '../support/fake-time.ts'

/** One process's view of a key store, and how often it was asked. */
class View implements SafeStoragePort {
  opens = false
  asked = 0
  /** The prefix that tells how well it seals. */
  seal = ''
  sealed = 0
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  async isAsyncEncryptionAvailable() {
    return true
  }

  async encryptStringAsync() {
    this.sealed += 1
    return Buffer.from(this.seal + this.#name)
  }

  async decryptStringAsync() {
    this.asked += 1
    if (!this.opens) throw new Error(`${this.#name}: temporarily unavailable`)
    return { result: this.#name, shouldReEncrypt: false }
  }
}

let own: View
let fresh: View
let time: FakeTime
let storage: RenewedSafeStorage
beforeEach(() => {
  own = new View('own')
  fresh = new View('fresh')
  time = new FakeTime()
  storage = new RenewedSafeStorage({ own, fresh, clock: time })
})

const sealed = Buffer.from('sealed')
const sealer = async () => Buffer.from(await storage.encryptStringAsync('text')).toString()

test('starts no process while its own opens what it is given', async () => {
  own.opens = true

  expect(await storage.decryptStringAsync(sealed)).toMatchObject({ result: 'own' })
  expect(fresh.asked).toBe(0)
})

test('opens and seals through a fresh process once that one opens what its own cannot', async () => {
  fresh.opens = true

  expect(await sealer()).toBe('own')
  expect(await storage.decryptStringAsync(sealed)).toMatchObject({ result: 'fresh' })
  expect(await sealer()).toBe('fresh')
})

test('fails as its own does while no process opens it, and does not start one at each try', async () => {
  await expect(storage.decryptStringAsync(sealed)).rejects.toThrow('own: temporarily')
  await expect(storage.decryptStringAsync(sealed)).rejects.toThrow('own: temporarily')
  expect(fresh.asked).toBe(1)

  fresh.opens = true
  await time.advance(15_000)
  expect(await storage.decryptStringAsync(sealed)).toMatchObject({ result: 'fresh' })
})

test('asks one process at a time: it may have a window of the keyring open', async () => {
  const answer = Promise.withResolvers<{ result: string; shouldReEncrypt: boolean }>()
  const asked: Buffer[] = []
  fresh.decryptStringAsync = (encrypted?: Buffer) => {
    asked.push(encrypted ?? sealed)
    return answer.promise
  }
  const opening = storage.decryptStringAsync(sealed)
  await settle()
  await time.advance(60_000)
  await expect(storage.decryptStringAsync(sealed)).rejects.toThrow('own: temporarily')
  expect(asked).toHaveLength(1)

  answer.resolve({ result: 'fresh', shouldReEncrypt: false })
  expect(await opening).toMatchObject({ result: 'fresh' })
})

test('finds a store that has come since, before there is a key, and seals through a fresh process then', async () => {
  own.seal = 'v10'
  fresh.seal = 'v10'
  await storage.lookAgain()
  await storage.lookAgain()
  expect(fresh.sealed).toBe(1)
  expect(await sealer()).toBe('v10own')

  fresh.seal = 'v11'
  await time.advance(15_000)
  await storage.lookAgain()
  expect(await sealer()).toBe('v11fresh')
})

test('looks no further where its own seals well', async () => {
  own.seal = 'v11'
  await storage.lookAgain()
  expect(fresh.sealed).toBe(0)
})
