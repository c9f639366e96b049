import { describe, expect, it } from 'vitest'
import { launchAddress } from '#main/core/wall/platform-address.ts'

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
