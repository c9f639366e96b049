import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { PasswordHasher } from '#site/accounts/password-hasher.ts'

const cheap = { costLog2: 4, blockSize: 1, parallelism: 1 }
const options = { scrypt: cheap, saltBytes: 16, hashBytes: 32, hashesAtATime: 2, maxWaitingHashes: 3 }

describe('the password hasher', () => {
  it('recognises the password that was hashed', async () => {
    const hasher = new PasswordHasher(options)
    expect(await hasher.matches('correct horse', await hasher.hash('correct horse'))).toBe(true)
  })

  it.each(['correct horsf', 'correct hors', 'correct horse ', '', 'Correct horse'])(
    'refuses %j',
    async (wrong) => {
      const hasher = new PasswordHasher(options)
      expect(await hasher.matches(wrong, await hasher.hash('correct horse'))).toBe(false)
    },
  )

  it('salts: the same password has another hash each time', async () => {
    const hasher = new PasswordHasher(options)
    expect(await hasher.hash('same')).not.toBe(await hasher.hash('same'))
  })

  it('keeps its parameters with the hash, so that raising them locks nobody out', async () => {
    const stored = await new PasswordHasher(options).hash('old')
    expect(stored).toMatch(/^\$scrypt\$ln=4,r=1,p=1\$/)
    const raised = new PasswordHasher({ ...options, scrypt: { costLog2: 6, blockSize: 2, parallelism: 2 } })
    expect(await raised.matches('old', stored)).toBe(true)
  })

  it('takes the same characters in either composition', async () => {
    const hasher = new PasswordHasher(options)
    expect(await hasher.matches('cafe\u0301', await hasher.hash('caf\u00e9'))).toBe(true)
  })

  it.each([undefined, '', 'plain', '$scrypt$ln=4,r=1,p=1$onlysalt'])(
    'refuses every password against the stored %j',
    async (stored) => {
      expect(await new PasswordHasher(options).matches('', stored)).toBe(false)
    },
  )

  it('does the work of a comparison for whom nobody knows', async () => {
    const hasher = new PasswordHasher({ ...options, scrypt: { costLog2: 15, blockSize: 8, parallelism: 1 } })
    const compared = hasher.matches('x', undefined).then(() => 'compared')
    expect(await Promise.race([compared, setImmediate('at once')])).toBe('at once')
  })

  it('says that it is overloaded while too many wait, and no longer when they are done', async () => {
    const hasher = new PasswordHasher(options)
    const running = Array.from({ length: 5 }, () => hasher.hash('x'))
    expect(hasher.isOverloaded).toBe(true)
    await Promise.all(running)
    expect(hasher.isOverloaded).toBe(false)
  })

  it('gets every hash done that waits', async () => {
    const hasher = new PasswordHasher({ ...options, hashesAtATime: 1 })
    const hashes = await Promise.all(Array.from({ length: 20 }, () => hasher.hash('x')))
    expect(new Set(hashes).size).toBe(20)
  })
})
