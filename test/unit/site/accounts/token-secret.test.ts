import { lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { forgetTokenSecret, makeTokenSecret, readTokenSecret } from '#site/accounts/token-secret.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

describe('the secret of tokens', () => {
  it('is made once, of 256 random bits, in a file that its user alone can read', () => {
    const dir = join(tempDir(), 'not there yet')
    expect(readTokenSecret(dir)).toBeUndefined()
    const secret = makeTokenSecret(dir)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(makeTokenSecret(dir)).toBe(secret)
    expect(readTokenSecret(dir)).toBe(secret)
    expect(readdirSync(dir)).toEqual(['jwt.secret'])
    expect(statSync(join(dir, 'jwt.secret')).mode & 0o777).toBe(0o600)
  })

  it('is another one after it was forgotten', () => {
    const dir = tempDir()
    const secret = makeTokenSecret(dir)
    forgetTokenSecret(dir)
    expect(readTokenSecret(dir)).toBeUndefined()
    expect(makeTokenSecret(dir)).not.toBe(secret)
  })

  it('is made anew where a full disk has left a part of it', () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'jwt.secret'), 'abc')
    expect(readTokenSecret(dir)).toBeUndefined()
    makeTokenSecret(dir)
    expect(readFileSync(join(dir, 'jwt.secret'), 'utf8')).toHaveLength(43)
  })

  it('is not replaced where it is there and cannot be read', () => {
    const dir = tempDir()
    const path = join(dir, 'jwt.secret')
    symlinkSync(path, path)
    expect(() => makeTokenSecret(dir)).toThrow('ELOOP')
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    expect(readTokenSecret(dir)).toBeUndefined()
  })
})
