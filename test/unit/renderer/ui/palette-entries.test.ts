import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildKeymap } from '../../../../src-renderer/keyboard/keymap.ts'
import { paletteEntries, rankEntries } from '../../../../src-renderer/ui/palette-entries.ts'
import { camerasUpTo } from '../fake-shell.ts'

const entries = paletteEntries(camerasUpTo(40), 4, buildKeymap())
const found = (query: string) => rankEntries(entries, query)

describe('the palette', () => {
  it('puts a camera into the selected tile', () => {
    expect(found('turnstile')[0]?.command).toEqual({ kind: 'show-camera', tile: 4, cameraId: 'camera-7' })
  })

  it('takes a number for the camera that has it, before all that contain it', () => {
    expect(found('3')[0]?.number).toBe(3)
    expect(found('12')[0]?.number).toBe(12)
  })

  it('finds by a few letters, and leaves out what only shares letters with them', () => {
    const names = found('ldk').map(({ words }) => words)
    expect(names[0]).toBe('Loading dock')
    expect(names).not.toContain('Till 1')
  })

  it('finds layouts and actions', () => {
    expect(found('16 tiles').map(({ command }) => command)).toContainEqual({ kind: 'set-layout', layout: 16 })
    expect(found('full screen').map(({ command }) => command)).toContainEqual({ kind: 'toggle-full-screen' })
  })

  it('does not offer itself, nor keys that only mean something while typing', () => {
    expect(entries.map(({ id }) => id)).not.toContain('action palette')
    expect(entries.map(({ id }) => id)).not.toContain('action confirm')
  })

  it('makes no more rows than one reads, however large the site', () => {
    expect(rankEntries(paletteEntries(camerasUpTo(2_000), 0, buildKeymap()), '').length).toBeLessThan(100)
  })

  it('takes any query', () => {
    fc.assert(fc.property(fc.string(), (query) => Array.isArray(found(query))))
  })
})
