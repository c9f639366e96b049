import { describe, expect, it } from 'vitest'
import { launchAddress, tidyAddress } from '#main/core/wall/platform-address.ts'

const stored = { baseUrl: 'https://p.example', liveViewUrl: 'wss://m.example' }

describe('launchAddress', () => {
  it('keeps what is stored for the same platform', () => {
    expect(launchAddress('https://p.example/', undefined, [stored])).toEqual({ ok: true, value: stored })
  })

  it('takes the live view address of the command line over the stored one', () => {
    expect(launchAddress('https://p.example', 'wss://n.example', [stored])).toEqual({
      ok: true,
      value: { ...stored, liveViewUrl: 'wss://n.example' },
    })
  })

  it('takes nothing from another platform', () => {
    expect(launchAddress('https://q.example', undefined, [stored])).toEqual({
      ok: true,
      value: { baseUrl: 'https://q.example' },
    })
  })
})

it.each([
  ['https://p.example', 'ws://p.example:7880', false],
  ['https://p.example', 'http://m.example', false],
  ['https://p.example', 'wss://m.example', true],
  ['https://p.example', 'ws://127.0.0.1:7880', true],
  ['http://p.example', 'ws://m.example', true],
])('an encrypted platform has no live view address that is not: %s, %s', (baseUrl, liveViewUrl, isTaken) => {
  expect(tidyAddress({ baseUrl, liveViewUrl }).ok).toBe(isTaken)
})

it.each([
  ['https://user@p.example', undefined],
  ['https://:secret@p.example', undefined],
  ['https://p.example', 'wss://user@p.example'],
  ['https://p.example', 'wss://:secret@p.example'],
])('an address has no name and no password in it: %s, %s', (baseUrl, liveViewUrl) => {
  expect(tidyAddress({ baseUrl, liveViewUrl }).ok).toBe(false)
})
