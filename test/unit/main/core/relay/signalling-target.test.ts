import { expect, it, test } from 'vitest'
import { parseSignallingTarget, signallingUrl } from '#main/core/relay/signalling-target.ts'

const hosts = ['media.example:443', 'media.example:7880']

function urlOf(url: string, pathAndQuery = '/rtc', token = 'T') {
  const target = parseSignallingTarget(pathAndQuery)
  if (target === undefined) throw new Error('no signalling path')
  const made = signallingUrl(target, { token, url }, hosts)
  return made.ok ? made.value.href : made.error.code
}

test.for([
  ['wss://media.example', '/rtc', 'wss://media.example/rtc?access_token=T'],
  ['https://media.example/', '/rtc/v1', 'wss://media.example/rtc/v1?access_token=T'],
  ['http://media.example:7880', '/rtc', 'ws://media.example:7880/rtc?access_token=T'],
  ['wss://media.example/livekit', '/rtc', 'wss://media.example/livekit/rtc?access_token=T'],
  ['wss://media.example/a/b//', '/rtc', 'wss://media.example/a/b/rtc?access_token=T'],
  ['wss://media.example//a//b/', '/rtc', 'wss://media.example//a//b/rtc?access_token=T'],
  // Credentials, a query and a fragment of the address are none of the session's.
  ['wss://u:p@media.example?x=1#y', '/rtc', 'wss://media.example/rtc?access_token=T'],
  ['wss://media.example', '/rtc?a=1&b=%26', 'wss://media.example/rtc?a=1&b=%26&access_token=T'],
  ['wss://media.example', '/rtc?a=1?b=2', 'wss://media.example/rtc?a=1%3Fb%3D2&access_token=T'],
  ['wss://media.example', '/rtc?Access_Token=x&a=1', 'wss://media.example/rtc?a=1&access_token=T'],
  ['wss://media.example', '/rtc?access%5Ftoken=x&a=1', 'wss://media.example/rtc?a=1&access_token=T'],
  ['wss://other.example', '/rtc', 'host_not_allowed'],
  ['wss://media.example:81', '/rtc', 'host_not_allowed'],
  ['ftp://media.example', '/rtc', 'host_not_allowed'],
  ['media.example', '/rtc', 'host_not_allowed'],
  ['', '/rtc', 'host_not_allowed'],
] as const)('a ticket for %s and a page that asks for %s: %s', ([url, asked, is]) => {
  expect(urlOf(url, asked)).toBe(is)
})

it.each([
  '/rtc/../twirp',
  '/rtcx',
  '/RTC',
  '/rtc/v2',
  '//rtc',
  'rtc',
  '',
  '/rtc/validate',
  '/rtc@evil.example/',
  '/rtc/v1/',
  '/rtc%2fv1',
  '/rtc/v1#',
])('%j is no signalling path', (path) => {
  expect(parseSignallingTarget(path)).toBeUndefined()
})
