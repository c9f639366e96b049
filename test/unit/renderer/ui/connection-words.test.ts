import { describe, expect, it, test } from 'vitest'
import { wallError } from '../../../../src-contract/errors.ts'
import {
  expiryVerdict,
  keyVerdict,
  protectionVerdict,
  reachVerdict,
  skewWords,
} from '../../../../src-renderer/ui/connection-words.ts'
import { connected } from '../fake-shell.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')

describe('the verdict on a connection', () => {
  it('is the error of the last call while it fails', () => {
    const failing = { ...connected, reach: 'failing' as const, lastError: wallError('unreachable') }
    expect(reachVerdict(failing)).toEqual({ tone: 'fault', says: wallError('unreachable').message })
    expect(reachVerdict(connected).tone).toBe('good')
  })

  it('says how a key is protected', () => {
    const present = { state: 'present' } as const
    expect(protectionVerdict({ ...present, protection: 'os-keyring' }).tone).toBe('good')
    const inFile = protectionVerdict({
      ...present,
      protection: 'plain-file',
      choices: ['plain-file', 'session'],
    })
    expect(inFile).toMatchObject({ tone: 'attention', says: expect.stringContaining('not protected') })
  })

  it('does not call a key well kept in a store that is another one', () => {
    const key = { state: 'unreadable', protection: 'os-keyring', offered: 'os-keyring' } as const
    expect(protectionVerdict(key)).toEqual({ tone: 'attention', says: 'In a key store that is not this one' })
  })

  it('says that a key store has appeared', () => {
    const key = { state: 'present', protection: 'obfuscated', offered: 'os-keyring' } as const
    expect(protectionVerdict(key).says).toContain('moves there at the next start')
  })

  it('says before there is a key how one would be kept', () => {
    expect(protectionVerdict({ state: 'none' }).says).toBe('Not known yet')
    expect(
      protectionVerdict({ state: 'none', offered: 'os-keyring', choices: ['os-keyring'] }).says,
    ).toContain('will be kept in the key store')
    expect(protectionVerdict({ state: 'none', choices: ['session'] }).tone).toBe('attention')
  })

  it('tells a store that is away from one that is another', () => {
    expect(keyVerdict({ state: 'unavailable' }).says).toContain('Unlock it')
    expect(keyVerdict({ state: 'unreadable' }).says).toContain('not the one')
  })
})

describe('the end of a key', () => {
  test.for([
    ['2027-11-20T12:00:00Z', 'quiet'],
    ['2026-12-04T12:00:00Z', 'attention'],
    ['2026-11-19T12:00:00Z', 'fault'],
  ] as const)('%s is told in the tone %s', ([expiresAt, tone]) => {
    expect(expiryVerdict(expiresAt, nowMs)?.tone).toBe(tone)
  })

  it('is not told where it is not known', () => {
    expect(expiryVerdict(undefined, nowMs)).toBeUndefined()
    expect(expiryVerdict('soon', nowMs)).toBeUndefined()
  })
})

describe('the skew of the clock', () => {
  test.for([
    [undefined, 'not known yet'],
    [400, 'in step with this computer'],
    [2_300, '2.3 s ahead of this computer'],
    [-61_000, '61.0 s behind this computer'],
  ] as const)('of %s ms is %s', ([skewMs, words]) => {
    expect(skewWords(skewMs)).toBe(words)
  })
})
