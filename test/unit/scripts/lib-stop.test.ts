import { expect, test } from 'vitest'
import { causeInOutput, sentenceOf, Stop } from '../../../scripts/lib/stop.mjs'

function systemError(code: string, path: string) {
  return Object.assign(new Error(`${code}: something, open '${path}'`), { code, path })
}

test.each([
  [new Stop('There is no Chromium.'), /^There is no Chromium\.$/],
  [systemError('ENOSPC', '/cache/x'), /^The disk is full: .*\(\/cache\/x\)$/],
  [systemError('EACCES', '/cache'), /^Permission denied/],
  [systemError('EADDRINUSE', ''), /^The port is taken/],
  [
    new TypeError('x is not a function\n    at somewhere'),
    /^Something unexpected went wrong: x is not a function \(/,
  ],
  ['a string', /a string/],
])('%s becomes one sentence', (thrown, sentence) => {
  expect(sentenceOf(thrown)).toMatch(sentence)
  expect(sentenceOf(thrown)).not.toContain('\n')
})

test.each([
  ['npm error code ENOSPC', /disk is full/],
  ['write /x: no space left on device', /disk is full/],
  ['getaddrinfo ENOTFOUND registry.example', /no connection/],
  ['dial tcp: lookup proxy.example: no such host', /no connection/],
])('the cause in "%s" is found', (output, cause) => {
  expect(causeInOutput(output)).toMatch(cause)
})

test('an output without a known cause has none', () => {
  expect(causeInOutput('syntax error')).toBeUndefined()
})
