import { describe, expect, it, onTestFinished, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { loadLanguage } from '#renderer/language/language.ts'
import {
  connectionTrouble,
  expiryNotice,
  expiryVerdict,
  keyVerdict,
  plainWords,
  protectionVerdict,
  reachVerdict,
  skewWords,
} from '#renderer/ui/connection-words.ts'
import { keyFaultSchema } from '#contract/wall/connection.ts'
import { connected } from '../fake-shell.ts'
import { zone } from '../timeline/axis/zones.ts'

const utc = zone('UTC')

describe('the verdict on a connection', () => {
  it('is the error of the last call while it fails', () => {
    const failing = { ...connected, reach: 'failing' as const, lastError: wallError('unreachable') }
    expect(reachVerdict(failing)).toEqual({ tone: 'fault', text: wallError('unreachable').message })
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
    expect(inFile).toMatchObject({ tone: 'attention', text: expect.stringContaining('not protected') })
  })

  it('does not call a key well kept in a store that is another one', () => {
    const key = { state: 'unreadable', protection: 'os-keyring', offered: 'os-keyring' } as const
    expect(protectionVerdict(key)).toEqual({ tone: 'attention', text: 'In a key store that is not this one' })
  })

  it('says that a key store has appeared', () => {
    const key = { state: 'present', protection: 'obfuscated', offered: 'os-keyring' } as const
    expect(protectionVerdict(key).text).toContain('moves there at the next start')
  })

  it('says before there is a key how one would be kept', () => {
    expect(protectionVerdict({ state: 'none' }).text).toBe('Not known yet')
    expect(
      protectionVerdict({ state: 'none', offered: 'os-keyring', choices: ['os-keyring'] }).text,
    ).toContain('will be kept in the key store')
    expect(protectionVerdict({ state: 'none', choices: ['session'] }).tone).toBe('attention')
  })

  it('tells a store that is away from one that is another', () => {
    expect(keyVerdict({ state: 'unavailable' }).text).toContain('Unlock it')
    expect(keyVerdict({ state: 'unreadable' }).text).toContain('not the one')
  })
})

it('writes a sentence behind a colon as the language does', async () => {
  const expired = { ...connected, key: { state: 'rejected', fault: 'expired' } as const }
  expect(connectionTrouble(expired)?.text).toMatch(/^API key: it has ended\./)
  onTestFinished(() => loadLanguage('en'))
  await loadLanguage('es')
  expect(connectionTrouble(expired)?.text).toMatch(/^Clave API: ha caducado\./)
  await loadLanguage('de')
  expect(connectionTrouble(expired)?.text).toMatch(/^API-Schlüssel: Er ist abgelaufen\./)
})

const keyWith = (daysLeft: number) =>
  ({ state: 'present', expiresAt: '2026-12-04T12:00:00Z', daysLeft }) as const

describe('the end of a key', () => {
  test.for([
    [365, 'quiet', undefined, '365 days from now'],
    [15, 'quiet', undefined, '15 days from now'],
    [14, 'attention', 'quiet', '14 days from now'],
    [4, 'attention', 'quiet', '4 days from now'],
    [3, 'attention', 'attention', '3 days from now'],
    [1, 'fault', 'fault', 'a day from now'],
    [0, 'fault', 'fault', 'less than a day from now'],
    [-1, 'fault', 'fault', 'Ended on 4 December 2026'],
  ] as const)('%i days before it, it is told %s, and on the wall %s', ([daysLeft, tone, notice, words]) => {
    expect(expiryVerdict(keyWith(daysLeft), utc)).toMatchObject({
      tone,
      text: expect.stringContaining(words),
    })
    expect(expiryNotice(keyWith(daysLeft), utc)?.tone).toBe(notice)
  })

  it('is the day in the zone of the wall', () => {
    const auckland = zone('Pacific/Auckland')
    expect(expiryVerdict(keyWith(-1), auckland)?.text).toContain('5 December 2026')
    expect(expiryNotice(keyWith(-1), auckland)?.text).toContain('5 December 2026')
  })

  it('may be put aside until its last day', () => {
    expect([14, 3, 2, 1, 0].map((days) => expiryNotice(keyWith(days), utc)?.isDismissable)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })

  it('is not told where it is not known, and not twice of a key that is not accepted', () => {
    expect(expiryVerdict({}, utc)).toBeUndefined()
    expect(expiryNotice({ state: 'present' }, utc)).toBeUndefined()
    expect(expiryNotice({ ...keyWith(-1), state: 'rejected', fault: 'expired' }, utc)).toBeUndefined()
  })
})

describe('a key that is not taken', () => {
  test.for(keyFaultSchema.options)(
    'because it is “%s” is told in words of its own, with what to do',
    (fault) => {
      const words = keyFaultSchema.options.map(
        (other) => keyVerdict({ state: 'rejected', fault: other, protection: 'session' }).text,
      )
      const { tone, text } = keyVerdict({ state: 'rejected', fault })
      expect(tone).toBe('fault')
      expect(text).toMatch(/Sign in|sign in|Check|Use a key|Ask an/)
      expect(words.filter((other) => other === text)).toHaveLength(1)
    },
  )
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

it.each([
  ['https://p.example', undefined],
  ['http://127.0.0.1:8080', undefined],
  ['http://localhost', undefined],
  [undefined, undefined],
  ['http://p.example/api', /^The connection to p\.example\/api is not encrypted/],
])('a platform across the network without encryption is said: %s', (baseUrl, words) => {
  const warning = plainWords(baseUrl)
  if (words === undefined) expect(warning).toBeUndefined()
  else expect(warning).toMatch(words)
})
