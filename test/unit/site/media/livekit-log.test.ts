import { describe, expect, test } from 'vitest'
import { relayLivekitLine } from '#site/media/livekit-process.ts'
import { secretRedactor } from '#site/media/secret-redaction.ts'

describe('the log of LiveKit in ours', () => {
  const redact = secretRedactor(['s3cret-value', ''])

  function relayed(line: string): unknown[] {
    const logged: unknown[] = []
    const note = (level: string) => (fields: unknown, text?: string) => logged.push(level, fields, text)
    relayLivekitLine(line, { debug: note('debug'), warn: note('warn'), error: note('error') }, redact)
    return logged
  }

  test.each([
    ['debug', 'debug'],
    ['info', 'debug'],
    ['warn', 'warn'],
    ['error', 'error'],
    ['panic', 'error'],
    ['odd', 'debug'],
  ])('its %s is our %s', (theirs, ours) => {
    const line = JSON.stringify({ level: theirs, ts: 1, caller: 'a.go:1', msg: 'hello', room: 'cam-1' })
    expect(relayed(line)).toEqual([ours, { room: 'cam-1' }, 'hello'])
  })

  test('what is not JSON is a warning', () => {
    expect(relayed('panic: out of memory')).toEqual(['warn', 'panic: out of memory', undefined])
  })

  test('secrets and tickets are taken out wherever they stand', () => {
    const ticket = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln-_'
    const line = JSON.stringify({
      level: 'error',
      msg: `bad ${ticket}`,
      url: `/rtc?access_token=${ticket}&k=s3cret-value`,
    })
    expect(relayed(line)).toEqual([
      'error',
      { url: '/rtc?access_token=[redacted]&k=[redacted]' },
      'bad [redacted]',
    ])
  })
})
