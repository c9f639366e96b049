import { describe, expect, it, test } from 'vitest'
import { wallError } from '../../../../src-contract/errors.ts'
import {
  expiryVerdict,
  keyVerdict,
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
    expect(keyVerdict({ state: 'present', protection: 'plain-file' }).says).toBe(
      'Present, kept in a file that only this account may read',
    )
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
