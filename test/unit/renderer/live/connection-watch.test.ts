import { describe, expect, it } from 'vitest'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import { ConnectionWatch } from '#renderer/live/connection-watch.ts'

const status = (some: Partial<ConnectionStatus> = {}): ConnectionStatus => ({
  source: 'configured',
  platforms: [],
  address: { baseUrl: 'https://platform.example' },
  key: { state: 'present', name: 'desk 1' },
  reach: 'ok',
  ticketsPerMinute: 3,
  findings: {},
  ...some,
})
const isBetter = (before: Partial<ConnectionStatus>, after: Partial<ConnectionStatus>) => {
  const watch = new ConnectionWatch()
  watch.isBetter(status(before))
  return watch.isBetter(status(after))
}

describe('ConnectionWatch', () => {
  it.each([
    ['another key', {}, { key: { state: 'present', name: 'desk 2' } }, true],
    ['a key that is accepted again', { key: { state: 'rejected' } }, { key: { state: 'present' } }, true],
    ['another address', {}, { address: { baseUrl: 'https://other.example' } }, true],
    ['a platform that answers again', { reach: 'failing' }, { reach: 'ok' }, true],
    ['a platform that stops answering', { reach: 'ok' }, { reach: 'failing' }, false],
    ['a platform that still does not answer', { reach: 'failing' }, { reach: 'failing' }, false],
    ['more tickets', { ticketsPerMinute: 1 }, { ticketsPerMinute: 9 }, false],
  ] as const)('on %s', (_what, before, after, expected) => {
    expect(isBetter(before, after)).toBe(expected)
  })

  it('tries at the first report: a page that came up without a key hears of one by it', () => {
    expect(new ConnectionWatch().isBetter(status())).toBe(true)
  })
})
