import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { liveDefaults } from '#renderer/live/defaults.ts'
import { chooseLayer, type OfferedLayer } from '#renderer/live/layer-policy.ts'

const low: OfferedLayer = { quality: 'low', widthPx: 320, heightPx: 180 }
const medium: OfferedLayer = { quality: 'medium', widthPx: 640, heightPx: 360 }
const limits = liveDefaults.layer
const choose = (widthPx: number, current?: OfferedLayer['quality']) =>
  chooseLayer([medium, low], { widthPx, heightPx: (widthPx * 9) / 16 }, current, limits)

describe('chooseLayer', () => {
  it.each([
    [160, 'low'],
    [320, 'low'],
    [400, 'low'],
    [401, 'medium'],
    [1_920, 'medium'],
  ] as const)('gives a tile of %i px the %s layer', (widthPx, layer) => {
    expect(choose(widthPx)).toBe(layer)
  })

  it('keeps the larger layer for a tile that the smaller one would only just do for', () => {
    expect(choose(360, 'medium')).toBe('medium')
    expect(choose(320, 'medium')).toBe('low')
  })

  it('chooses nothing where there is one layer', () => {
    expect(chooseLayer([medium], { widthPx: 10, heightPx: 10 }, undefined, limits)).toBeUndefined()
  })

  it('looks at the edge that the picture fills', () => {
    expect(chooseLayer([low, medium], { widthPx: 320, heightPx: 1_000 }, undefined, limits)).toBe('low')
  })

  it('never lowers the layer of a tile that grows', () => {
    const order = ['low', 'medium', undefined]
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 0, max: 4_000 }), (widthPx, more) => {
        const before = choose(widthPx)
        expect(order.indexOf(choose(widthPx + more, before))).toBeGreaterThanOrEqual(order.indexOf(before))
      }),
    )
  })
})
