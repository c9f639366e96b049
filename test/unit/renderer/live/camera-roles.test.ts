import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignRoles, type RoleInput } from '#renderer/live/camera-roles.ts'
import type { TileWish } from '#renderer/live/live-wall-port.ts'

const limits = { maxStandby: 4, maxRecent: 2, maxHot: 1 }
const wish = (tile: number, cameraId: string | undefined, more: Partial<TileWish> = {}): TileWish => ({
  tile,
  cameraId,
  widthPx: 320,
  heightPx: 180,
  urgent: false,
  ...more,
})
const input = (some: Partial<RoleInput>): RoleInput => ({
  wishes: [],
  stillShown: [],
  standBy: [],
  recent: [],
  isSlow: () => false,
  isConnected: () => false,
  ...some,
})
const rolesOf = (some: Partial<RoleInput>) =>
  [...assignRoles(input(some), limits)].map(([cameraId, { role }]) => `${cameraId}:${role}`)

describe('assignRoles', () => {
  it('puts the urgent tile first, then the others, then those that stand by', () => {
    expect(rolesOf({ wishes: [wish(0, 'a'), wish(1, 'b', { urgent: true })], standBy: ['c', 'a'] })).toEqual([
      'b:live',
      'a:live',
      'c:standby',
    ])
  })

  it('lets a tile that is limited have the smallest layer, or stand by and never decoded', () => {
    const limited = new Map([
      [0, 'reduced'],
      [1, 'paused'],
      [2, 'reduced'],
    ] as const)
    const wishes = [wish(0, 'a'), wish(1, 'b'), wish(2, 'c'), wish(3, 'c')]
    const demands = assignRoles(input({ wishes, limits: limited, isSlow: () => true }), limits)
    expect(demands.get('a')).toMatchObject({ role: 'live', widthPx: 1, heightPx: 1 })
    expect(demands.get('b')).toMatchObject({ role: 'standby' })
    // On a second tile, which is not limited.
    expect(demands.get('c')).toMatchObject({ role: 'live', widthPx: 320 })
  })

  it('decodes a slow camera that stands by although another tile is paused', () => {
    const paused = new Map([[0, 'paused']] as const)
    const wishes = [wish(0, 'b'), wish(1, 'a', { widthPx: 0 })]
    expect(rolesOf({ wishes, limits: paused, standBy: ['s'], isSlow: (id) => id !== 'a' })).toEqual([
      'b:standby',
      'a:standby',
      's:hot',
    ])
  })

  it('makes who stands by as large as the tile in the middle of the sizes', () => {
    const sizes = [
      [1_000, 60],
      [100, 500],
      [300, 180],
    ] as const
    const wishes = sizes.map(([widthPx, heightPx], tile) =>
      wish(tile, `camera-${tile}`, { widthPx, heightPx }),
    )
    const demands = assignRoles(input({ wishes, standBy: ['s'] }), limits)
    expect(demands.get('s')).toMatchObject({ role: 'standby', widthPx: 300, heightPx: 180 })
    expect(assignRoles(input({ standBy: ['s'] }), limits).get('s')).toMatchObject({ widthPx: 0, heightPx: 0 })
  })

  it('keeps a camera live whose picture is still on a tile', () => {
    expect(rolesOf({ wishes: [wish(0, 'new')], stillShown: ['old'], standBy: ['old'] })).toEqual([
      'new:live',
      'old:live',
    ])
  })

  it('asks for the largest of the tiles that show one camera', () => {
    const demands = assignRoles(
      input({ wishes: [wish(0, 'a'), wish(1, 'a', { widthPx: 1_280, heightPx: 720 })] }),
      limits,
    )
    expect(demands.get('a')).toMatchObject({ widthPx: 1_280, heightPx: 720 })
  })

  it('lets a wish without pixels stand by', () => {
    for (const none of [{ widthPx: 0 }, { heightPx: 0 }])
      expect(rolesOf({ wishes: [wish(0, 'a', none)] })).toEqual(['a:standby'])
    expect(rolesOf({ wishes: [wish(0, 'a', { widthPx: 0 })], isSlow: () => true })).toEqual(['a:hot'])
  })

  it('keeps the most likely of the slow ones hot, and no more than allowed', () => {
    expect(rolesOf({ standBy: ['quick', 's1', 's2'], isSlow: (id) => id !== 'quick' })).toEqual([
      'quick:standby',
      's1:hot',
      's2:standby',
    ])
  })

  it('receives the camera whose number is typed, as large as its tile', () => {
    const wishes = [wish(0, 'a'), wish(1, 'b', { widthPx: 1_280, heightPx: 720 })]
    const expected = { tile: 1, cameraId: 'typed', isUnambiguous: true }
    expect(assignRoles(input({ wishes, expected }), limits).get('typed')).toMatchObject({
      role: 'hot',
      widthPx: 1_280,
    })
    expect(rolesOf({ wishes, expected: { ...expected, cameraId: 'a' } })).toEqual(['a:live', 'b:live'])
  })

  it('connects no camera for digits that a longer number begins with', () => {
    const wishes = [wish(0, 'a')]
    const expected = { tile: 0, cameraId: 'typed', isUnambiguous: false }
    expect(rolesOf({ wishes, expected })).toEqual(['a:live'])
    expect(rolesOf({ wishes, expected, standBy: ['typed'] })).toEqual(['a:live', 'typed:standby'])
    expect(rolesOf({ wishes, expected, isConnected: () => true })).toEqual(['a:live', 'typed:hot'])
  })

  it('receives nothing beforehand for a tile that is limited, or shows no live picture', () => {
    const expected = { tile: 0, cameraId: 'typed', isUnambiguous: true }
    for (const limit of ['reduced', 'paused'] as const)
      expect(rolesOf({ wishes: [wish(0, 'a')], limits: new Map([[0, limit]]), expected })).not.toContain(
        'typed:hot',
      )
    expect(rolesOf({ wishes: [wish(0, undefined)], expected })).toEqual([])
  })

  it('lets some that were shown a moment ago stand by', () => {
    const recent = ['a', 'b', 'c', 'd']
    expect(rolesOf({ wishes: [wish(0, 'a')], standBy: ['x', 'y'], recent })).toEqual([
      'a:live',
      'x:standby',
      'y:standby',
      'b:standby',
      'c:standby',
    ])
    expect(rolesOf({ wishes: [wish(0, 'a')], recent })).toEqual(['a:live'])
  })

  it('names every wished camera once as live, and never more than the limits allow', () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 8 })
    fc.assert(
      fc.property(ids, ids, ids, ids, fc.boolean(), (shown, still, standBy, recent, isSlow) => {
        const wishes = shown.map((cameraId, tile) => wish(tile, cameraId))
        const demands = assignRoles(
          { wishes, stillShown: still, standBy, recent, isSlow: () => isSlow, isConnected: () => false },
          limits,
        )
        for (const cameraId of shown) expect(demands.get(cameraId)?.role).toBe('live')
        const roles = [...demands.values()].map(({ role }) => role)
        expect(roles.filter((role) => role !== 'live').length).toBeLessThanOrEqual(limits.maxStandby)
        expect(roles.filter((role) => role === 'hot').length).toBeLessThanOrEqual(limits.maxHot)
        expect([...demands.values()].map(({ priority }) => priority)).toEqual(
          [...demands.keys()].map((_, at) => at),
        )
      }),
    )
  })
})
