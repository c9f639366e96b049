import { expect, it, test } from 'vitest'
import { relayDefaults } from '#main/core/relay/defaults.ts'
import { ResumeTokens } from '#main/core/relay/resume-tokens.ts'
import { tokenOf } from './page-double.ts'

const url = 'wss://media.example'

function stand(nowMs = 1_000_000) {
  const clock = { nowMs }
  const tokens = new ResumeTokens(() => clock.nowMs)
  const keep = (sid: string, token = 't') => tokens.keep('door', sid, { token, url })
  const isKept = (sid: string) => tokens.find('door', sid) !== undefined
  return { clock, tokens, keep, isKept }
}

test.for([
  ['its own end', tokenOf({ exp: 1_500 }), 500_000],
  ['no end', tokenOf({ sub: 'x' }), relayDefaults.resumeWithoutExpiryMs],
  ['an end that is no number', tokenOf({ exp: '1500' }), relayDefaults.resumeWithoutExpiryMs],
  ['claims that are none', tokenOf([]), relayDefaults.resumeWithoutExpiryMs],
  [
    'null for claims',
    `x.${Buffer.from('null').toString('base64url')}.x`,
    relayDefaults.resumeWithoutExpiryMs,
  ],
  [
    'a number for claims',
    `x.${Buffer.from('1').toString('base64url')}.x`,
    relayDefaults.resumeWithoutExpiryMs,
  ],
  ['no claims', 'opaque', relayDefaults.resumeWithoutExpiryMs],
] as const)('a token with %s is kept as long', ([, token, forMs]) => {
  const { clock, tokens, keep } = stand()
  keep('PA_1', token)
  clock.nowMs += forMs - 1
  expect(tokens.find('door', 'PA_1')).toEqual({ token, url })
  clock.nowMs += 1
  expect(tokens.find('door', 'PA_1')).toBeUndefined()
  // Forgotten for good, whatever is done to the clock.
  clock.nowMs -= forMs
  expect(tokens.find('door', 'PA_1')).toBeUndefined()
})

it('the oldest are forgotten where there are too many, and a renewed one is the newest', () => {
  const { keep, isKept } = stand()
  const sids = Array.from({ length: relayDefaults.maxResumable }, (_, at) => `PA_${at}`)
  for (const sid of sids) keep(sid)
  keep('PA_0')
  expect(sids.filter((sid) => !isKept(sid))).toEqual([])
  keep('one more')
  expect(sids.filter((sid) => !isKept(sid))).toEqual(['PA_1'])
  expect(isKept('one more')).toBe(true)
})

it('each is of one session of one camera, and is forgotten alone or with all', () => {
  const { tokens, keep, isKept } = stand()
  keep('PA_1')
  keep('PA_2')
  expect(tokens.find('gate', 'PA_1')).toBeUndefined()
  tokens.forget('door', 'PA_1')
  expect([isKept('PA_1'), isKept('PA_2')]).toEqual([false, true])
  tokens.clear()
  expect(isKept('PA_2')).toBe(false)
})
